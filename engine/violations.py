"""Why a move is against the rules, as data; whoever talks to people puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.moves import Move, Pass, Play, double_allowed, legal_moves, spots, third_tile_due
from engine.state import TableState, View
from engine.tiles import Tile


class ViolationCode(StrEnum):
    """What a move does wrong; `Violation` holds the tile, the train and the value that it is about."""

    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    NO_SUCH_TRAIN = "no_such_train"
    NO_SUCH_BRANCH = "no_such_branch"
    DOES_NOT_FIT = "does_not_fit"
    TRAIN_CLOSED = "train_closed"
    MEXICAN_TRAIN_NOT_OPEN = "mexican_train_not_open"
    OWN_TRAIN_FIRST = "own_train_first"
    SATISFY_THE_DOUBLE = "satisfy_the_double"
    ANOTHER_DOUBLE_FIRST = "another_double_first"
    FOLLOW_ON_THE_DOUBLE = "follow_on_the_double"
    NO_SECOND_DOUBLE = "no_second_double"
    NO_THIRD_TILE = "no_third_tile"
    THIRD_TILE_ON_A_DOUBLE = "third_tile_on_a_double"
    THIRD_TILE_WAS_DRAWN = "third_tile_was_drawn"
    ENDS_ON_A_DOUBLE = "ends_on_a_double"
    MUST_PLAY = "must_play"
    MUST_DRAW = "must_draw"
    MAY_NOT_DRAW = "may_not_draw"
    BONEYARD_EMPTY = "boneyard_empty"
    NO_DRAWS = "no_draws"
    NOTHING_TO_ANNOUNCE = "nothing_to_announce"


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong with a move: the tile it is about, the number of a train, and the value that would have fitted."""

    code: ViolationCode
    tile: Tile | None = None
    train: int | None = None
    value: int | None = None


def check(view: View, move: Move) -> Violation | None:
    """Why a move is against the rules; None exactly for the moves that `legal_moves` lists."""
    legal = legal_moves(view)
    if move in legal:
        return None
    if view.me != view.table.turn:
        return Violation(ViolationCode.NOT_YOUR_TURN)
    if isinstance(move, Play):
        return _why_not_play(view, move)
    first = legal[0]
    if isinstance(first, Play):
        return Violation(ViolationCode.MUST_PLAY, first.tile, first.train)
    if isinstance(move, Pass):
        return Violation(ViolationCode.MUST_DRAW)
    if view.table.rules.draws == 0:
        return Violation(ViolationCode.NO_DRAWS)
    return Violation(ViolationCode.MAY_NOT_DRAW if view.table.boneyard else ViolationCode.BONEYARD_EMPTY)


def _why_not_play(view: View, move: Play) -> Violation:
    """Why a play is not legal, the plainest reason first."""
    table, tile, number = view.table, move.tile, move.train
    undrawn = view.hand[: len(view.hand) - table.drawn]
    if third_tile_due(table) and tile in view.hand and tile not in undrawn:
        return Violation(ViolationCode.THIRD_TILE_WAS_DRAWN, tile, number)
    if tile not in view.hand:
        return Violation(ViolationCode.NOT_IN_HAND, tile)
    if not 0 <= number < len(table.trains):
        return Violation(ViolationCode.NO_SUCH_TRAIN, tile, number)
    ends = table.trains[number].ends(table.engine_value, table.rules.branches)
    if not 0 <= move.branch < len(ends):
        return Violation(ViolationCode.NO_SUCH_BRANCH, tile, number)
    end = ends[move.branch]
    allowed = [spot for spot in spots(table) if spot.train == number and spot.position == end.position]
    if not allowed:
        return _why_closed(table, tile, number, end.position)
    if end.value not in (tile.low, tile.high):
        return Violation(ViolationCode.DOES_NOT_FIT, tile, number, end.value)
    if tile.is_double and not double_allowed(table, view.hand, tile, allowed[0]):
        return Violation(_why_no_double(table), tile, number)
    return Violation(ViolationCode.NOTHING_TO_ANNOUNCE, tile)


def _why_closed(table: TableState, tile: Tile, number: int, position: int) -> Violation:
    """Why nothing at all may be laid on that train, or on that end of it."""
    opens = table.open_doubles
    if opens:
        first = opens[-1 if table.rules.open_doubles == "reverse" else 0]
        value = table.trains[first.train].placed[first.position].outer
        if any((one.train, one.position) == (number, position) for one in opens):
            return Violation(ViolationCode.ANOTHER_DOUBLE_FIRST, tile, first.train, value)
        if table.earlier:
            return Violation(ViolationCode.SATISFY_THE_DOUBLE, tile, first.train, value)
        if third_tile_due(table):
            return Violation(ViolationCode.THIRD_TILE_ON_A_DOUBLE, tile, first.train, value)
        if table.rules.follow == "double":
            return Violation(ViolationCode.FOLLOW_ON_THE_DOUBLE, tile, first.train, value)
    if table.in_long_train:
        return Violation(ViolationCode.OWN_TRAIN_FIRST, tile, number)
    if table.trains[number].owner is None:
        return Violation(ViolationCode.MEXICAN_TRAIN_NOT_OPEN, tile, number)
    return Violation(ViolationCode.TRAIN_CLOSED, tile, number)


def _why_no_double(table: TableState) -> ViolationCode:
    if not table.open_doubles:
        return ViolationCode.ENDS_ON_A_DOUBLE
    with_a_third = table.rules.second_double == "with a third tile" and not third_tile_due(table)
    return ViolationCode.NO_THIRD_TILE if with_a_third else ViolationCode.NO_SECOND_DOUBLE
