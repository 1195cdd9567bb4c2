"""Which of the overlapping candidates are the tiles: the set without conflicts that is worth most as a whole.

Along a train the gap between two halves of neighbouring tiles looks much like a tile itself. Taking the best candidate
first would let one such sighting push out the two tiles it straddles; choosing all at once lets them win together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import overlap_of_smaller, tile_length
from vision.types import UNREADABLE

Floats = NDArray[np.float64]

OVERLAP = 0.3
"""Two tiles may share at most this part of the smaller one's outline."""
WORTH_AT_LEAST = 0.4
"""Least worth of a tile; the sum that is made largest counts what lies above it."""
ODD_SIZE = 0.3
"""Share of its worth that a candidate loses when its size is quite unlike that of the others."""
ALIKE, FEW_ALIKE = 0.25, 0.6
"""Spread of the logarithm of lengths that tiles of one photo have at least, as slanted views spread them further; and
the one that is allowed where only one or two tiles are there to compare with."""
MANY_PIPS, MANY_ALIKE = 9, 0.8
"""From so many pips on values look alike: what is torn between such ones is a tile nevertheless. The share that all of
them together count."""
GOOD, PLAIN = 0.5, 0.7
"""Candidates worth so much say how large tiles are here; of fewer than three each has to be worth the second."""
PLAINLY, PLAINLY_AMONG_MANY, REPEATED = 0.68, 0.64, 3
"""At least one tile of a photo must be worth this much by itself: where none is plain, faint ones are no tiles. It must
not look the same as more than two others: what repeats is a pattern, such as keys in rows."""
CREDIBLE, MANY = 0.4, 6
"""So many tiles that are worth so much by themselves bear each other out: they are seldom all printed."""
DIFFERENT, UNPLAIN = 10, 0.8
"""So many different credible tiles need no plain one among them: in dark and blurred photos of small tiles all are
faint. In 624 pictures without dominoes there are eight at most, printed on three boxes. How certain each is at most."""
DOUBLE_BLANK = 0.75
"""A plain back, a patch of cloth or paper looks like a double blank: one is worth less, so it takes more to believe it.
This and the least worth are chosen on rendered validation pictures."""
BLANK_HEAT, BLANK_SLOPE = 0.6, 0.05
"""At this heat half of the double blanks seen in rendered validation pictures were real; how fast that changes."""
USUAL_HEAT, FAINTEST = 0.8, 0.4
"""Heat of plain tiles in most photos; fainter than the second they get no further help, as textures come close."""
RIVAL, ACROSS, DISPUTED = 0.9, 0.5, 0.8
"""Four halves in a square are two tiles side by side, whichever way they are cut. Where one across a tile (up to
this cosine of their axes) is worth so much of what the tile is worth, the tile is so certain at most."""
LARGEST_EXACT = 48
"""Groups of candidates in conflict up to this size are solved exactly; larger ones are first thinned, best first."""


def worth(heat: Floats, face: Floats, probs: Floats) -> Floats:
    """How much candidates count, (n,) from 0 to 1: that they were seen, look like a face, and can be read.

    `heat` (n,) and `face` (n,) from 0 to 1; `probs` (n, 2, 20) of the halves.
    """
    factor = np.where(double_blank(probs), DOUBLE_BLANK, 1.0)
    return np.asarray(face * np.sqrt(heat * _readable(probs)) * factor)


def among_others(heat: Floats, face: Floats, probs: Floats) -> Floats:
    """Heat (n,) from 0 to 1 compared with the plain tiles of the same photo, which come to `USUAL_HEAT` at least.

    The less a set resembles those of the training, the fainter are all its tiles: what tells tiles from joints in one
    photo is heat compared with the others there. Three plain ones are needed to compare with; double blanks, which
    anything may be, stay as faint as they are. Arguments as for `worth`.
    """
    plain = heat[(face > 0.9) & (_readable(probs) > 0.8)]
    if len(plain) < 3:
        return heat
    factor = max(1.0, USUAL_HEAT / max(float(np.quantile(plain, 0.75)), FAINTEST))
    return np.where(double_blank(probs), heat, np.minimum(heat * factor, 1.0))


def certainty(heat: Floats, face: Floats, probs: Floats) -> Floats:
    """How likely candidates are tiles at all, (n,) from 0 to 1; arguments as for `worth`.

    Pips vouch for a tile whatever the first stage felt; a double blank has nothing but how plainly it was seen.
    """
    plainly = 1 / (1 + np.exp((BLANK_HEAT - heat) / BLANK_SLOPE))
    return np.asarray(face * np.where(double_blank(probs), plainly, 1.0))


def undisputed(corners: Floats, worths: Floats, chosen: NDArray[np.int64]) -> Floats:
    """How certain (n,) at most, from `DISPUTED` to 1, candidates with outlines (n, 4, 2) are tiles where those of the
    indices `chosen` (m,) are taken to be: less where another lies across that is worth about as much."""
    ahead = (corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]) / 2
    ahead = ahead / np.maximum(tile_length(corners), 1e-6)[:, None]
    limits = np.ones(len(corners))
    if len(chosen):
        across = np.abs(ahead[chosen] @ ahead.T) < ACROSS
        over = overlap_of_smaller(corners)[chosen] > OVERLAP
        limits[chosen[(across & over & (worths >= RIVAL * worths[chosen, None])).any(axis=1)]] = DISPUTED
    return limits


def _readable(probs: Floats) -> Floats:
    """How surely tiles (n,) show a value on either half, or many pips, however many."""
    values = probs[:, :, :UNREADABLE]
    return np.asarray(np.maximum(values.max(2), MANY_ALIKE * values[:, :, MANY_PIPS:].sum(2)).prod(1))


def double_blank(probs: Floats) -> NDArray[np.bool_]:
    """Which tiles (n,) read as 0-0 above all; `probs` (n, 2, 20) of their halves."""
    return np.asarray((probs[:, :, :UNREADABLE].argmax(2) == 0).all(1))


def choose(corners: Floats, worths: Floats) -> NDArray[np.int64]:
    """Indices of the tiles among candidates with outlines (n, 4, 2) and `worths` (n,) from 0 to 1, in no set order."""
    worths = worths * alike(tile_length(corners), worths)
    good = np.flatnonzero(worths >= WORTH_AT_LEAST)
    if len(good) == 0:
        return good
    conflicts = overlap_of_smaller(corners[good]) > OVERLAP
    np.fill_diagonal(conflicts, False)
    return good[best_apart(worths[good] - 0.9 * WORTH_AT_LEAST, conflicts)]


def belief(probs: Floats, alone: Floats) -> float:
    """How certain, from 0 to 1, the tiles chosen in a photo may be at most: all of it where one of them is plain and no
    pattern, `UNPLAIN` where none is, but many differ; 0 where the photo shows no tiles at all.

    `probs` (n, 2, 20) of their halves; `alone` (n,) what they are worth, not compared with others of the photo, and
    printed tiles and the like taken to be frequent: where nothing else is to be seen they may be all there is.
    """
    values = np.sort(probs[:, :, :UNREADABLE].argmax(2), axis=1)
    same = (values[:, None] == values[None]).all(2).sum(1)
    credible = alone >= CREDIBLE
    if (alone[same <= REPEATED] >= (PLAINLY_AMONG_MANY if credible.sum() >= MANY else PLAINLY)).any():
        return 1.0
    return UNPLAIN if len(np.unique(values[credible], axis=0)) >= DIFFERENT else 0.0


def alike(lengths: Floats, worths: Floats) -> Floats:
    """Factors (n,) from 1 - `ODD_SIZE` to 1: how well lengths (n,) in pixels fit those of the candidates worth most.

    All tiles on a table have one size, so what is much smaller or larger in the photo is rather something else.
    """
    logs = np.log(np.maximum(lengths, 1e-6))
    good, spread = logs[worths >= GOOD], FEW_ALIKE
    if len(good) >= 3:
        spread = max(ALIKE, 1.5 * float(good.std()))
    else:
        good = logs[worths >= PLAIN]
    if len(good) == 0:
        return np.ones(len(logs))
    return np.asarray(1 - ODD_SIZE * (1 - np.exp(-(((logs - np.median(good)) / spread) ** 2) / 2)))


def best_apart(weights: Floats, conflicts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Indices of the set without conflicts whose weights (n,), all positive, add up to most.

    `conflicts` (n, n) is symmetric with an empty diagonal. Exact for groups of up to `LARGEST_EXACT` candidates.
    """
    neighbours = [set(np.flatnonzero(row).tolist()) for row in conflicts]
    chosen: set[int] = set()
    for group in _groups(set(range(len(weights))), neighbours):
        if len(group) > LARGEST_EXACT:
            group = _thinned(group, weights, neighbours)
        chosen |= _solve(frozenset(group), weights, neighbours, {})[1]
    return np.array(sorted(chosen), np.int64)


def _groups(left: set[int], neighbours: list[set[int]]) -> list[set[int]]:
    """The connected groups of the conflict graph."""
    left, groups = set(left), []
    while left:
        frontier = [left.pop()]
        group = set(frontier)
        while frontier:
            reached = neighbours[frontier.pop()] & left
            left -= reached
            group |= reached
            frontier += reached
        groups.append(group)
    return groups


def _thinned(group: set[int], weights: Floats, neighbours: list[set[int]]) -> set[int]:
    """The best of a large group: those first that lose least when they stand against all their neighbours."""
    return set(sorted(group, key=lambda i: float(weights[i]) / (1 + len(neighbours[i] & group)))[-LARGEST_EXACT:])


def _solve(
    group: frozenset[int],
    weights: Floats,
    neighbours: list[set[int]],
    known: dict[frozenset[int], tuple[float, frozenset[int]]],
) -> tuple[float, frozenset[int]]:
    """Best sum and set within `group`: branch on the candidate with most conflicts, solve separate groups apart."""
    if group in known:
        return known[group]
    busiest = max(group, key=lambda i: len(neighbours[i] & group), default=None)
    if busiest is None or not neighbours[busiest] & group:
        answer = (float(sum(weights[i] for i in group)), group)
    else:
        parts = _groups(set(group), neighbours)
        if len(parts) > 1:
            solved = [_solve(frozenset(part), weights, neighbours, known) for part in parts]
            answer = (sum(s[0] for s in solved), frozenset().union(*(s[1] for s in solved)))
        else:
            without = _solve(group - {busiest}, weights, neighbours, known)
            taken = _solve(group - {busiest} - neighbours[busiest], weights, neighbours, known)
            with_it = (taken[0] + float(weights[busiest]), taken[1] | {busiest})
            answer = max(without, with_it, key=lambda s: s[0])
    known[group] = answer
    return answer
