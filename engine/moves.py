"""What a player may do: lay a tile, draw, or pass.

`legal_moves` is the rules; `engine.violations` says why some other move is none, `engine.turns` what a move does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.state import TableState, View
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Play:
    """Lay `tile` on a train, by its number, at its end number `branch`, counted from 0 as `Train.ends` lists them.

    `silent` is for the last tile but one, where the rules make that cost a tile: laid without a word of warning.
    """

    tile: Tile
    train: int
    branch: int = 0
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a tile from the boneyard."""


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn, and mark the own train."""


Move = Play | Draw | Pass

DRAW = Draw()
PASS = Pass()


@dataclass(frozen=True, slots=True)
class Spot:
    """An end where a tile may be laid now: a train, its branch, the position behind that, and the value to match."""

    train: int
    branch: int
    position: int
    value: int


def legal_moves(view: View) -> tuple[Move, ...]:
    """Everything that the player may do now; nothing when it is another's turn.

    Who can lay a tile must. Else one draws, while there is something to draw; else one passes.
    """
    table = view.table
    if view.me != table.turn:
        return ()
    plays = legal_plays(table, view.hand)
    if plays:
        return tuple(plays)
    return (DRAW,) if table.may_draw else (PASS,)


def legal_plays(table: TableState, hand: Sequence[Tile]) -> list[Play]:
    """Every way to lay a tile of the hand of the player whose turn it is."""
    at: dict[int, list[Spot]] = {}
    for spot in spots(table):
        at.setdefault(spot.value, []).append(spot)
    usable = hand[: len(hand) - table.drawn] if third_tile_due(table) else hand
    kinds = usable if table.rules.copies == 1 else dict.fromkeys(usable)
    plays = []
    for tile in kinds:
        low, high = tile.low, tile.high
        if low in at:
            for spot in at[low]:
                if low != high or double_allowed(table, hand, tile, spot):
                    plays.append(Play(tile, spot.train, spot.branch))
        if high != low and high in at:
            for spot in at[high]:
                plays.append(Play(tile, spot.train, spot.branch))
    if len(hand) == 2 and table.rules.last_tile == "announce or draw":
        plays += [Play(play.tile, play.train, play.branch, silent=True) for play in plays]
    return plays


def spots(table: TableState) -> list[Spot]:
    """Where tiles may be laid now, whatever the hand holds.

    Doubles from earlier turns close everything else. Doubles of this turn do so only where the rules want them followed
    on the double; otherwise every train that is eligible takes the following tile, of the open doubles only the one
    whose turn it is to be satisfied. Behind a second double that had to promise a third tile, that goes on one of the
    two.
    """
    opens = table.open_doubles
    if not opens:
        return _eligible_spots(table)
    rules = table.rules
    any_of_them = [_spot_on(table, one.train, one.position) for one in opens]
    own = table.earlier == 0
    if rules.open_doubles == "any" or (own and third_tile_due(table)):
        wanted = any_of_them
    else:
        wanted = [any_of_them[0 if rules.open_doubles == "in order" else -1]]
    if not own or rules.follow != "double or train" or third_tile_due(table):
        return wanted
    waiting = {(one.train, one.position) for one in opens}
    return wanted + [spot for spot in _eligible_spots(table) if (spot.train, spot.position) not in waiting]


def third_tile_due(table: TableState) -> bool:
    """Whether the player has laid two doubles in this turn and promised a third tile for one of them."""
    return table.rules.second_double == "with a third tile" and len(table.open_doubles) > 1 and not table.earlier


def double_allowed(table: TableState, hand: Sequence[Tile], tile: Tile, spot: Spot) -> bool:
    """Whether a double that matches may be laid there: as the tile that follows a double it may be unwelcome."""
    rules = table.rules
    opens = table.open_doubles
    if not opens:
        return not table.in_long_train or rules.long_train_may_end_on_double or _covered_from(hand, [tile.low])
    if table.earlier or rules.second_double == "yes":
        return True
    if rules.second_double == "no" or third_tile_due(table) or spot.train == opens[0].train:
        return False
    if len(hand) == 1 and rules.going_out_on_double == "ends":
        return True
    first = table.trains[opens[0].train].placed[opens[0].position]
    return _covered_from(hand[: len(hand) - table.drawn], [first.outer, tile.low])


def _covered_from(hand: Sequence[Tile], values: Sequence[int]) -> bool:
    """Whether the hand holds a tile that is no double and shows one of the values."""
    return any(not other.is_double and (other.low in values or other.high in values) for other in hand)


def _eligible_spots(table: TableState) -> list[Spot]:
    """The ends of the trains on which the player may lay when no double is open."""
    rules, me, players = table.rules, table.turn, len(table.hand_sizes)
    trains = table.trains
    if table.in_long_train:
        numbers = [me]
    else:
        numbers = [number for number in range(players) if number == me or trains[number].is_open]
        if rules.mexican_train_from == "start" or table.turns >= players:
            numbers += range(players, len(trains))
    engine = table.engine_value
    found = []
    if rules.branches == 1:
        for number in numbers:
            placed = trains[number].placed
            found.append(Spot(number, 0, len(placed) - 1, placed[-1].outer if placed else engine))
    else:
        for number in numbers:
            for branch, end in enumerate(trains[number].ends(engine, rules.branches)):
                found.append(Spot(number, branch, end.position, end.value))
    return found


def _spot_on(table: TableState, train: int, position: int) -> Spot:
    """The end that is the double at that position."""
    value = table.trains[train].placed[position].outer
    if table.rules.branches == 1:
        return Spot(train, 0, position, value)
    ends = table.trains[train].ends(table.engine_value, table.rules.branches)
    branch = next((branch for branch, end in enumerate(ends) if end.position == position), 0)
    return Spot(train, branch, position, value)
