"""Which of the overlapping candidates are the tiles: the set without conflicts that is worth most as a whole.

Along a train the gap between two halves of neighbouring tiles looks much like a tile itself. Taking the best candidate
first would let one such sighting push out the two tiles it straddles; choosing all at once lets them win together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import overlap_of_smaller, tile_length

Floats = NDArray[np.float64]

OVERLAP = 0.3
"""Two tiles may share at most this part of the smaller one's outline."""
WORTH_AT_LEAST = 0.2
"""Least worth of a tile; the sum that is made largest counts what lies above it."""
SIZES = (0.35, 2.8)
"""A tile's length must lie within these multiples of the median length of the tiles chosen."""
LARGEST_EXACT = 48
"""Groups of candidates in conflict up to this size are solved exactly; larger ones are first thinned, best first."""


def choose(corners: Floats, worth: Floats) -> NDArray[np.int64]:
    """Indices of the tiles among candidates: outlines (n, 4, 2) and worth (n,) from 0 to 1, in no particular order."""
    good = np.flatnonzero(worth >= WORTH_AT_LEAST)
    if len(good) == 0:
        return good
    conflicts = overlap_of_smaller(corners[good]) > OVERLAP
    np.fill_diagonal(conflicts, False)
    kept = good[best_apart(worth[good] - 0.9 * WORTH_AT_LEAST, conflicts)]
    if len(kept) < 3:
        return kept
    lengths = tile_length(corners[kept])
    ratio = lengths / np.median(lengths)
    return kept[(ratio > SIZES[0]) & (ratio < SIZES[1])]


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
