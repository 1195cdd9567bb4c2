"""Positions as arrays for play-outs, made from the values of `engine.state`, and moves as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import rollout_kernel as kernel
from engine.compiled import Ints
from engine.errors import PlayOutError
from engine.moves import Draw, Move, Play
from engine.rules import OPTIONS, Rules
from engine.scoring import tile_points
from engine.state import End, Outcome, TableState
from engine.tiles import Tile

PLAYED = (
    "highest", "first_turn", "long_train_may_end_on_double", "mexican_train_from", "draws", "mark_unstarted",
    "marker_removed_by", "follow", "second_double", "open_doubles", "branches", "going_out_on_double", "last_tile",
    "going_out", "open_train", "blocked",
)  # fmt: skip
"""The options that the array holds, in the order of its first numbers."""

SEEN = ("copies", "mexican_trains", "double_blank", "blank_half", "doubles_twice")
"""The options that show in its tiles, trains and costs."""

OTHER_ROUNDS = ("next_engine", "engine_set_aside", "rounds")
"""The options that say nothing about a round whose engine lies on the table."""


def ignored_options(rules: Rules) -> tuple[str, ...]:
    """The options that are not as in `Rules()` and that play-outs do not know; what they say is then only near.

    There is none at present. An option that is added to the rules is named here until the kernel plays it.
    """
    known = {*PLAYED, *SEEN, *OTHER_ROUNDS}
    plain = Rules()
    return tuple(name for name in OPTIONS if name not in known and rules.option(name) != plain.option(name))


def encode(
    table: TableState,
    hands: Sequence[Sequence[Tile] | None],
    boneyard: Sequence[Tile] | None,
    outcome: Outcome | None = None,
) -> Ints:
    """The array of a position, int64 of `SIZE` numbers.

    Hands stand by seat, each in the order in which it was taken up, and the boneyard in the order of drawing. A hand or
    a boneyard that is None is hidden: the array knows its size only, until `deal_hidden` fills it.

    Raises:
        PlayOutError: when hands or boneyard have other sizes than the table says, a tile is there more than twice, or
            the trains cannot lie so.
    """
    rules, players = table.rules, table.players
    s = np.zeros(kernel.SIZE, np.int64)
    s[: len(PLAYED)], s[kernel.COSTS :] = _numbers(rules)
    s[kernel.PLAYERS], s[kernel.TRAINS] = players, len(table.trains)
    s[kernel.TURN], s[kernel.TURNS], s[kernel.LAID] = table.turn, table.turns, table.laid
    s[kernel.DREW], s[kernel.IDLE], s[kernel.DRAWN] = table.drew, table.idle, table.drawn
    s[kernel.MARKS] = sum(1 << number for number, train in enumerate(table.trains) if train.is_open)
    s[kernel.BONES] = table.boneyard
    s[kernel.ENDING], s[kernel.WINNER] = kernel.RUNNING, -1
    s[kernel.SIZES : kernel.SIZES + players] = table.hand_sizes
    _write_trains(s, table)
    if outcome is not None:
        s[kernel.ENDING] = kernel.BLOCKED if outcome.winner is None else kernel.OUT
        s[kernel.WINNER] = -1 if outcome.winner is None else outcome.winner

    if len(hands) != players:
        raise PlayOutError(f"There are {len(hands)} hands for {players} players.")
    for seat, hand in enumerate(hands):
        if hand is not None:
            _check_size(f"The hand of seat {seat}", len(hand), table.hand_sizes[seat])
            _write_tiles(s, kernel.ROWS + seat * kernel.VALUES, hand)
    mine = hands[table.turn]
    if mine is not None:
        _write_tiles(s, kernel.FRESH, mine[len(mine) - table.drawn :])
    if boneyard is not None:
        _check_size("The boneyard", len(boneyard), table.boneyard)
        s[kernel.BONEYARD : kernel.BONEYARD + len(boneyard)] = tile_numbers(boneyard)
    return s


def tile_numbers(tiles: Sequence[Tile]) -> Ints:
    """Tiles as `deal_hidden` wants them: the lower value plus 32 times the higher one."""
    return np.array([tile.low + 32 * tile.high for tile in tiles], np.int64)


def deal_hidden(base: Ints, seats: Sequence[int], tiles: Ints) -> Ints:
    """Positions that are alike but for the hidden tiles, one for each row of `tiles`: int64 (rows, SIZE).

    `base` is a position in which the hands of these `seats` and the boneyard are hidden. A row of `tiles`, int64
    (rows, hidden tiles) as `tile_numbers` writes them, holds these hands one after the other, then the boneyard in the
    order of drawing.

    Raises:
        PlayOutError: when a row has not as many tiles as are hidden.
    """
    hidden = sum(int(base[kernel.SIZES + seat]) for seat in seats) + int(base[kernel.BONES])
    if tiles.ndim != 2 or tiles.shape[1] != hidden:
        raise PlayOutError(f"Rows of {hidden} hidden tiles are expected, not an array of the shape {tiles.shape}.")
    states = np.repeat(base[np.newaxis], len(tiles), axis=0)
    number, column = np.arange(len(tiles)), 0
    for seat in seats:
        rows = kernel.ROWS + seat * kernel.VALUES
        for _ in range(base[kernel.SIZES + seat]):
            low, high = tiles[:, column] & 31, tiles[:, column] >> 5
            twin = 32 * (states[number, rows + low] >> high & 1)
            states[number, rows + low] |= 1 << high + twin
            states[number, rows + high] |= 1 << low + twin
            column += 1
    states[:, kernel.BONEYARD : kernel.BONEYARD + hidden - column] = tiles[:, column:]
    return states


def plain(array: NDArray[Any], kind: type[np.generic]) -> NDArray[Any]:
    """The array as the kernel was compiled for: of that kind, contiguous and writable; a copy where it is not."""
    return np.require(array, kind, ["C", "W"])


def move_code(s: Ints, move: Move) -> int:
    """The number of a move in this position, and in all that differ from it in hidden tiles only.

    Raises:
        PlayOutError: for a train, or an end of one, that is not there, and a tile that does not fit on it.
    """
    if not isinstance(move, Play):
        return kernel.DRAW_CODE if isinstance(move, Draw) else kernel.PASS_CODE
    ends = _ends_of(s, move.train)
    if not 0 <= move.branch < len(ends):
        raise PlayOutError(f"Train {move.train} has no end number {move.branch}.")
    end = ends[move.branch]
    inner = int(s[kernel.END_VALUE + end])
    if inner not in (move.tile.low, move.tile.high):
        raise PlayOutError(f"The tile {move.tile} does not fit on train {move.train}, which ends on {inner}.")
    outer = move.tile.low + move.tile.high - inner
    return end * 32 + outer + (kernel.SILENT_BIT if move.silent else 0)


def move_of(s: Ints, code: int) -> Play:
    """The play that a number stands for in this position: the way back from `move_code`."""
    end, outer = code >> 5 & 127, code & 31
    train = int(s[kernel.END_TRAIN + end])
    tile = Tile.of(int(s[kernel.END_VALUE + end]), outer)
    return Play(tile, train, _ends_of(s, train).index(end), bool(code & kernel.SILENT_BIT))


def _ends_of(s: Ints, train: int) -> list[int]:
    """The ends of a train in the order of `Train.ends`."""
    ends = [end for end in range(s[kernel.ENDS]) if s[kernel.END_TRAIN + end] == train]
    return sorted(ends, key=lambda end: int(s[kernel.END_POSITION + end]))


@lru_cache(maxsize=16)
def _numbers(rules: Rules) -> tuple[list[int], list[int]]:
    """The options in `PLAYED` as numbers, and what every tile costs in a hand."""
    options = []
    for name in PLAYED:
        value = rules.option(name)
        if value == "until playable":
            value = kernel.MAX_TILES
        options.append(OPTIONS[name].index(value) if isinstance(value, str) else int(value))
    values = range(kernel.VALUES)
    top = rules.highest
    costs = [tile_points(Tile.of(a, b), rules.scoring) if max(a, b) <= top else 0 for a in values for b in values]
    return options, costs


def _write_trains(s: Ints, table: TableState) -> None:
    """The ends of the trains, the last one of each train first, and the open doubles."""
    rules, engine = table.rules, table.engine_value
    if len(table.trains) > kernel.MAX_TRAINS or table.players > kernel.MAX_SEATS:
        raise PlayOutError(f"{table.players} players and {len(table.trains)} trains are too many for a play-out.")
    branches = 1 if rules.branches == 1 else rules.branches
    first: list[tuple[int, End, int]] = []
    more: list[tuple[int, End, int]] = []
    for number, train in enumerate(table.trains):
        s[kernel.LENGTHS + number] = len(train.placed)
        covers = train.covers()
        *others, last = train.ends(engine, rules.branches)
        for end in (last, *others):
            takes = 1
            if branches > 1 and end.position >= 0 and train.placed[end.position].is_double:
                takes = branches - covers[end.position]
            (first if end is last else more).append((number, end, takes))
    places = {}
    for index, (number, end, takes) in enumerate(first + more):
        places[number, end.position] = index
        s[kernel.END_TRAIN + index], s[kernel.END_POSITION + index] = number, end.position
        s[kernel.END_VALUE + index] = end.value if end.value >= 0 else kernel.VALUES - 1
        s[kernel.END_LEFT + index] = takes
    s[kernel.ENDS] = len(places)
    for index, one in enumerate(table.open_doubles):
        if (one.train, one.position) not in places:
            raise PlayOutError(f"The open double at position {one.position} of train {one.train} is not at an end.")
        s[kernel.OPEN + index] = places[one.train, one.position]
    s[kernel.OPENS], s[kernel.EARLIER] = len(table.open_doubles), table.earlier


def _write_tiles(s: Ints, rows: int, tiles: Sequence[Tile]) -> None:
    for tile in tiles:
        if s[rows + tile.low] >> (tile.high + 32) & 1:
            raise PlayOutError(f"The tile {tile} is in one hand more than twice.")
        kernel.put(s, rows, tile.low, tile.high)


def _check_size(what: str, found: int, expected: int) -> None:
    if found != expected:
        raise PlayOutError(f"{what} has {found} tiles, and the table says {expected}.")
