"""From what was seen of a table to what lies there: values under the rules, trains from the engine outwards.

Values that touch agree, but for a player's mistake now and then; the engine is a double, and so is a tile that lies
across; a set has each tile once. With that, tiles that the eye alone is unsure of are settled by their neighbours. What
the eye is sure of stays as it is: two sure ends that differ are a finding of `engine.audit`, not an error of reading.

No picture and no web: tables can be made up by hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.state import ENGINE, Placed
from engine.tiles import DominoSet, Tile
from server.bridge import SECOND_COPY_ODDS, SURE, SURE_ON_TABLES
from server.table_values import NEVER, Answer, Touch, Values, best_values
from vision.layout_chains import by_tile, chain_from, first_inner
from vision.types import Chain, DetectedTile, Joint, Layout, Observation

Floats = NDArray[np.float64]

MISTAKE = 0.01
"""How likely two ends that touch do not agree: players make mistakes, and joints are misread."""
BESIDE = 1.75
"""So many tile lengths from the middle of the engine the first half of a train may lie: there may be a hub."""
LIKELY_DOUBLE = 0.05
"""A tile met at its middle is a double, if its halves leave that at least so likely; else one half is met."""
HAS_ENGINE, NO_TRAIN, A_TRAIN_MORE, HIGHER, THIS_ROUND = 1.0, -2.0, 0.3, 0.02, 6.0
"""What speaks for a tile as the engine, in nats: that there is one, or one without a train; each train, its value, the
one of the round."""
APART_STARTS, APART_DOES_NOT = 1.5, -2.0
"""And each chain that lies apart: the Mexican train shows the engine's value at an end, which chance seldom does."""
ALIKE, BORNE_OUT_AT_MOST = 0.3, 0.96
"""A set may have two values that look alike to the reader throughout: then neighbours bear each other out and are wrong
together. So the eye's own doubt counts by that share, and what only neighbours bear out is never sure. On 200 rendered
tables one in 17 of the tiles that neighbours alone had made sure was wrong, of the others one in 900; on 200 others one
in 21."""
SHAPES = 0.5
"""How much of what shapes say of a layout counts beside its values: joints of one train have their errors in common."""
MOST_CASES = 300
"""So many ways to sort out copies are tried for a photo; after that the answer may miss the best by a `gap`."""
SMALLEST = 1e-6
"""Nothing is less likely than this: the eye is sometimes quite wrong."""


@dataclass(frozen=True, slots=True)
class LikelyEngine:
    """A double that trains may start from: its `number` among the tiles, the `value` it seems to show, and of how many
    tiles beside it a half shows that, too."""

    number: int
    value: int
    trains: int


@dataclass(frozen=True, slots=True)
class ReadTrain:
    """A train from its start outwards: `tiles` are numbers of the observation, in the order of `placed`.

    `from_engine`: it starts at the engine, or beside it with its value. `starts`: whether its first half shows the
    engine's value, as that of the Mexican train does that lies apart; a chain for which this fails either way is
    perhaps no train at all.
    """

    tiles: tuple[int, ...]
    placed: tuple[Placed, ...]
    from_engine: bool
    starts: bool


@dataclass(frozen=True, slots=True)
class TableReading:
    """What lies on a table: all of it the best together.

    - `values`: what halves A and B of each tile show; `confidence`: how likely it is a tile and shows just this, with
      what touches it taken into account; `settled`: tiles that the eye alone would have read otherwise.
    - `engine`: its number, None without one; `trains`: those from the engine first, then the others.
    - `gap`: how much better, in nats, another reading could be: 0 unless there were too many copies to sort out.
    """

    observation: Observation
    layout: Layout
    values: tuple[Values, ...]
    confidence: tuple[float, ...]
    settled: tuple[int, ...]
    engine: int | None
    trains: tuple[ReadTrain, ...]
    gap: float

    @property
    def engine_tile(self) -> Tile | None:
        """The engine as read."""
        return None if self.engine is None else Tile.of(*self.values[self.engine])


def likely_engines(observation: Observation, domino_set: DominoSet, most: int = 6) -> tuple[LikelyEngine, ...]:
    """The doubles that trains may start from: the one with most halves of its value beside it first, then the highest
    ones. Layouts are worth trying with each.
    """
    centres = np.array([[half.centre for half in tile.halves] for tile in observation.tiles]).reshape(-1, 2, 2)
    halves = np.array([[half.probs[: domino_set.highest + 1] for half in tile.halves] for tile in observation.tiles])
    lengths = 2 * np.linalg.norm(centres[:, 0] - centres[:, 1], axis=1)
    scored = []
    pairs = np.exp(_scores(observation.tiles, domino_set))
    doubles = np.diagonal(pairs, axis1=1, axis2=2) / np.maximum(pairs.sum(axis=(1, 2)), 1e-300)[:, None]
    for number in np.flatnonzero(doubles.sum(axis=1) >= 0.5).tolist():
        value = int(doubles[number].argmax())
        away = np.linalg.norm(centres - centres[number].mean(axis=0), axis=2)
        away[number] = np.inf
        nearest = away.argmin(axis=1)
        rows = np.arange(len(away))
        near = away[rows, nearest] < BESIDE * np.maximum(lengths, lengths[number])
        trains = int((near & (halves[rows, nearest, value] >= 0.5)).sum())
        order = (-value, -float(doubles[number].sum()), number)
        scored.append((-trains, order, LikelyEngine(number, value, trains)))
    first = sorted(scored)[:1]
    others = sorted((one for one in scored if one not in first), key=lambda one: one[1])
    return tuple(engine for *_, engine in (first + others)[:most])


def read_table(
    observation: Observation,
    layouts: Sequence[Layout],
    domino_set: DominoSet,
    copies: int = 1,
    engine_value: int | None = None,
) -> TableReading:
    """The best reading of a table, of all `layouts` that were tried for it; at least one.

    Tiles that are sure by themselves, as in `server.bridge`, keep their values. Of the layouts the one is taken under
    which touching values agree best: each joint counts by how much likelier it makes them than chance would, and what
    shapes say of the layout as a whole counts half. Where two do alike, as when two trains go out from the engine like
    from any double, one with an engine is taken, of those the one with most trains, then the highest. `engine_value` is
    the value of this round's engine where that is known.

    Raises:
        ValueError: without a layout.
    """
    if not layouts:
        raise ValueError("a table needs at least one layout; none was given")
    most = max(1, MOST_CASES // len(layouts))
    eye = _Eye.of(observation, domino_set)
    read: list[tuple[float, Layout, Answer, tuple[ReadTrain, ...]]] = []
    for layout in layouts:
        touches = [_touch(joint, observation, eye) for joint in layout.joints]
        answer = best_values(eye.scores, touches, eye.sure, copies, float(np.log(SECOND_COPY_ODDS)), most)
        trains = _trains(layout, observation, answer.values)
        worth = answer.worth + SHAPES * layout.worth + _liking(layout, trains, answer.values, engine_value)
        read.append((worth, layout, answer, trains))
    _, layout, answer, trains = max(read, key=lambda one: one[0])
    settled = tuple(number for number, values in enumerate(answer.values) if values != eye.plain[number])
    pairs = answer.pairs()
    confidence = tuple(
        tile.confidence(*values)
        if sure
        else _borne_out(tile, values, float(likely[values]) * _readable(tile, domino_set))
        for tile, values, sure, likely in zip(observation.tiles, answer.values, eye.sure, pairs, strict=True)
    )
    return TableReading(
        observation, layout, answer.values, confidence, settled, layout.engine, trains, answer.gap
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Eye:
    """What the eye says of each tile by itself.

    `scores` (n, V, V): log-probabilities of its pairs of values; where it is `sure` of the likeliest values, `plain`,
    no others are possible. `double`: whether it may be one.
    """

    scores: Floats
    plain: tuple[Values, ...]
    sure: tuple[bool, ...]
    double: tuple[bool, ...]

    @classmethod
    def of(cls, observation: Observation, domino_set: DominoSet) -> _Eye:
        scores = _scores(observation.tiles, domino_set)
        plain = tuple(_plain(tile, domino_set) for tile in observation.tiles)
        sure = tuple(_is_sure(tile, values) for tile, values in zip(observation.tiles, plain, strict=True))
        for number in np.flatnonzero(sure).tolist():
            keep = scores[number][plain[number]]
            scores[number] = NEVER
            scores[number][plain[number]] = keep
        pairs = np.exp(scores - scores.max(axis=(1, 2), keepdims=True, initial=NEVER))
        double = np.trace(pairs, axis1=1, axis2=2) >= LIKELY_DOUBLE * pairs.sum(axis=(1, 2))
        return cls(scores, plain, sure, tuple(double.tolist()))


def _liking(layout: Layout, trains: Sequence[ReadTrain], values: Sequence[Values], engine_value: int | None) -> float:
    """How much likelier than without an engine a table is with this one, in nats, whatever the joints say."""
    if layout.engine is None:
        return 0.0
    value = values[layout.engine][0]
    known = THIS_ROUND if value == engine_value else 0.0
    if not any(train.from_engine for train in trains):
        return NO_TRAIN + known
    apart = sum(
        APART_STARTS if train.starts else APART_DOES_NOT
        for train in trains
        if not train.from_engine and len(train.tiles) > 1
    )
    started = sum(chain.from_engine for chain in layout.chains)
    return HAS_ENGINE + A_TRAIN_MORE * started + HIGHER * value + known + apart


def _scores(tiles: Sequence[DetectedTile], domino_set: DominoSet) -> Floats:
    """Log-probabilities (n, V, V) of the pairs of values of tiles of the set."""
    count = domino_set.highest + 1
    probs = np.array([[half.probs[:count] for half in tile.halves] for tile in tiles], dtype=np.float64)
    logs = np.log(np.maximum(probs.reshape(-1, 2, count), SMALLEST))
    return np.asarray(logs[:, 0, :, None] + logs[:, 1, None, :])


def _plain(tile: DetectedTile, domino_set: DominoSet) -> Values:
    a, b = (half.probs[: domino_set.highest + 1] for half in tile.halves)
    return a.index(max(a)), b.index(max(b))


def _readable(tile: DetectedTile, domino_set: DominoSet) -> float:
    """How likely the less readable half shows a value of the set at all."""
    shares = [sum(half.probs[: domino_set.highest + 1]) for half in tile.halves]
    return min(1.0, min(shares))


def _borne_out(tile: DetectedTile, values: Values, likely: float) -> float:
    """How likely a tile is there and shows what it was settled to show, when its neighbours are asked as well."""
    seen, joint = tile.confidence(*values), min(1.0, tile.score * likely)
    # Only its counted pips speak against it: then neighbours may overrule these.
    return joint if seen >= SURE_ON_TABLES else min(joint * (1 - ALIKE * (1 - seen)), BORNE_OUT_AT_MOST)


def _is_sure(tile: DetectedTile, values: Values) -> bool:
    counts = all(half.count_agrees(value) for half, value in zip(tile.halves, values, strict=True))
    return tile.confidence(*values) >= SURE and counts


def _touch(joint: Joint, observation: Observation, eye: _Eye) -> Touch:
    """A joint as what it says about values, against two ends that have nothing to do with each other."""
    (first, second), (here, there), (at, beyond) = joint.tiles, joint.halves, joint.at
    halves = _met(here, first, at, observation, eye), _met(there, second, beyond, observation, eye)
    count = eye.scores.shape[1]
    agree = joint.confidence * (1 - MISTAKE) * count + 1 - joint.confidence
    differ = joint.confidence * MISTAKE * count / max(count - 1, 1) + 1 - joint.confidence
    return Touch(joint.tiles, halves, math.log(agree), math.log(differ))


def _met(half: int | None, tile: int, at: tuple[float, float], observation: Observation, eye: _Eye) -> int | None:
    """The half that touches: the nearest one where a tile met at its middle can hardly be a double."""
    if half is not None or eye.double[tile]:
        return half
    away = [float(np.hypot(one.centre[0] - at[0], one.centre[1] - at[1])) for one in observation.tiles[tile].halves]
    return int(np.argmin(away))


def _trains(layout: Layout, observation: Observation, values: Sequence[Values]) -> tuple[ReadTrain, ...]:
    engine = None if layout.engine is None else values[layout.engine][0]
    trains = [_train(chain, values, engine) for chain in layout.chains if chain.from_engine]
    joints = by_tile(layout.joints)
    for chain in layout.chains:
        if not chain.from_engine:
            lain_on = {link.on for link in chain.links[1:]}
            ends = [link.tile for place, link in enumerate(chain.links) if not place or place not in lain_on]
            start = next((end for end in ends if _inner(values[end], first_inner(joints, end)) == engine), ends[0])
            train = _train(chain_from(layout, start, joints), values, engine)
            if not train.starts and _mostly_differ(train):
                continue  # tiles that lie near each other, not a train
            beside = train.starts and _beside(observation, layout.engine, train.tiles[0])
            trains.append(replace(train, from_engine=beside))
    if engine is not None:
        lone = [_alone(tile, values, engine) for tile in layout.loose if engine in values[tile]]
        near_it = [_beside(observation, layout.engine, train.tiles[0]) for train in lone]
        trains += [replace(train, from_engine=True) for train, near in zip(lone, near_it, strict=True) if near]
        apart = [train for train, near in zip(lone, near_it, strict=True) if not near]
        # The Mexican train of a table that shows no other is the only loose tile that could start it.
        if len(apart) == 1 and not any(train.starts for train in trains if not train.from_engine):
            trains += apart
    return tuple(trains)


def _mostly_differ(train: ReadTrain) -> bool:
    """Whether at least half of the ends that touch in a train show different values."""
    laid = [(one.inner, train.placed[one.on].outer) for one in train.placed if one.on != ENGINE]
    return 2 * sum(inner != outer for inner, outer in laid) >= max(len(laid), 1)


def _alone(tile: int, values: Sequence[Values], engine: int) -> ReadTrain:
    """A train of one tile that shows the engine's value."""
    first, second = values[tile]
    return ReadTrain((tile,), (Placed(engine, second if first == engine else first),), False, True)


def _beside(observation: Observation, engine: int | None, first: int) -> bool:
    """Whether the first tile of a train lies beside the engine, though it may point past it."""
    if engine is None:
        return False
    tiles = [observation.tiles[number] for number in (engine, first)]
    length = max(2 * float(np.hypot(*np.subtract(tile.halves[0].centre, tile.halves[1].centre))) for tile in tiles)
    (ax, ay), (bx, by) = (half.centre for half in tiles[0].halves)
    middle = np.array([(ax + bx) / 2, (ay + by) / 2])
    return min(float(np.hypot(*(middle - half.centre))) for half in tiles[1].halves) < BESIDE * length


def _inner(values: Values, half: int | None) -> int:
    """What a tile shows at its half towards the start; at that of a tile that lies across, the first."""
    return values[half or 0]


def _train(chain: Chain, values: Sequence[Values], engine: int | None) -> ReadTrain:
    placed: list[Placed] = []
    for link in chain.links:
        a, b = values[link.tile]
        inner, outer = (b, a) if link.inner == 1 else (a, b)
        if link.inner is None and a != b and link.on >= 0 and placed[link.on].outer == b:
            inner, outer = b, a
        placed.append(Placed(inner, outer, link.on if link.on >= 0 else ENGINE))
    tiles = tuple(link.tile for link in chain.links)
    return ReadTrain(tiles, tuple(placed), chain.from_engine, engine is not None and placed[0].inner == engine)
