"""What a move does: a position and a move make the next position, until the round is over."""

from __future__ import annotations

from typing import TypeVar

from engine.errors import MoveError
from engine.moves import Draw, Move, Play, legal_moves, legal_plays
from engine.state import Ending, OpenDouble, Outcome, Placed, Position, TableState, Train
from engine.tiles import Tile
from engine.violations import Violation, ViolationCode, check

T = TypeVar("T")


def moves_in(position: Position) -> tuple[Move, ...]:
    """What the player whose turn it is may do; nothing when the round is over."""
    return () if position.outcome else legal_moves(position.view())


def why_not(position: Position, move: Move) -> Violation | None:
    """Why a move is against the rules, None for a legal one."""
    return Violation(ViolationCode.ROUND_OVER) if position.outcome else check(position.view(), move)


def apply(position: Position, move: Move, *, checked: bool = True) -> Position:
    """The position after a move of the player whose turn it is; unchecked, the move has to be legal.

    Raises:
        MoveError: when the move is against the rules; the error holds the violation.
    """
    if checked and (violation := why_not(position, move)) is not None:
        raise MoveError(violation)
    if isinstance(move, Play):
        return _play(position, move)
    return _draw(position) if isinstance(move, Draw) else _pass(position)


def without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The hand after one such tile has left it."""
    low, high = tile.low, tile.high
    for index, other in enumerate(hand):
        if other is tile or (other.low == low and other.high == high):
            return hand[:index] + hand[index + 1 :]
    return hand


def _draw(position: Position) -> Position:
    table, me = position.table, position.table.turn
    hand = (*position.hands[me], position.boneyard[0])
    next_table = TableState(
        table.rules, table.engine, table.trains, me, _with(table.hand_sizes, me, len(hand)), table.boneyard - 1,
        table.open_doubles, table.earlier, table.turns, table.laid, table.drew + 1, table.idle, table.drawn + 1,
    )  # fmt: skip
    return Position(next_table, _with(position.hands, me, hand), position.boneyard[1:])


def _pass(position: Position) -> Position:
    """The turn goes on; the round is blocked when nothing can be drawn and all had a turn that changed nothing.

    A train that is newly marked is a change for everyone but its owner. First turns do not count, for in some rules
    they are narrower than others, and neither does a turn in which a double was laid.
    """
    table, me = position.table, position.table.turn
    trains, rules, players = table.trains, table.rules, len(table.hand_sizes)
    train = trains[me]
    marks = not train.is_open and (rules.mark_unstarted or bool(train.placed))
    if marks:
        trains = _with(trains, me, Train(me, train.placed, is_open=True))
    idle = 0 if table.turns < players or table.laid else 1 if marks else table.idle + 1
    outcome = None
    if idle >= players and (table.boneyard == 0 or rules.draws == 0):
        outcome = Outcome(Ending.BLOCKED)
    return Position(
        _next_turn(table, trains, table.hand_sizes, table.boneyard, table.open_doubles, idle),
        position.hands,
        position.boneyard,
        outcome,
    )


def _play(position: Position, move: Play) -> Position:
    table, tile, me = position.table, move.tile, position.table.turn
    rules = table.rules
    trains, opens, earlier, is_new_duty = _lay(table, move, last=len(position.hands[me]) == 1)
    held, boneyard, drawn = position.hands[me], position.boneyard, table.drawn
    hand = without(held, tile)
    if drawn and tile not in held[: len(held) - drawn]:
        drawn -= 1
    if move.silent and boneyard:
        hand, boneyard, drawn = (*hand, boneyard[0]), boneyard[1:], drawn + 1
    hands, sizes = _with(position.hands, me, hand), _with(table.hand_sizes, me, len(hand))
    outcome = None
    if not hand and not (is_new_duty and rules.going_out_on_double == "must be covered"):
        outcome = Outcome(Ending.OUT, me)
    elif not opens and 0 in sizes:
        outcome = Outcome(Ending.OUT, sizes.index(0))
    goes_on = is_new_duty and rules.follow != "nothing"
    if outcome or goes_on or table.in_long_train:
        stays = TableState(
            rules,
            table.engine,
            trains,
            me,
            sizes,
            len(boneyard),
            opens,
            earlier,
            table.turns,
            table.laid + 1,
            0,
            0,
            drawn,
        )
        if outcome or goes_on or (not opens and legal_plays(stays, hand)):
            return Position(stays, hands, boneyard, outcome)
    return Position(_next_turn(table, trains, sizes, len(boneyard), opens, 0), hands, boneyard)


def _lay(table: TableState, move: Play, last: bool) -> tuple[tuple[Train, ...], tuple[OpenDouble, ...], int, bool]:
    """The trains and open doubles after a tile is laid, how many of these are from earlier turns, whether it is one."""
    rules, tile, number = table.rules, move.tile, move.train
    train = table.trains[number]
    placed = train.placed
    if rules.branches == 1:
        on = len(placed) - 1
        inner = placed[-1].outer if placed else table.engine_value
    else:
        end = train.ends(table.engine_value, rules.branches)[move.branch]
        on, inner = end.position, end.value
    outer = tile.high if inner == tile.low else tile.low
    placed = (*placed, Placed(inner, outer, on))
    unmarked = train.owner == table.turn or rules.marker_removed_by == "anyone"
    trains = _with(table.trains, number, Train(train.owner, placed, train.is_open and not unmarked))
    opens, earlier = table.open_doubles, table.earlier
    if opens:
        covered = OpenDouble(number, on)
        if covered in opens and (rules.branches == 1 or trains[number].covers()[on] >= rules.branches):
            index = opens.index(covered)
            opens = opens[:index] + opens[index + 1 :]
            earlier -= index < earlier
    is_new_duty = (
        tile.low == tile.high
        and rules.follow != "never"
        and (not table.in_long_train or (last and rules.going_out_on_double == "must be covered"))
    )
    if is_new_duty:
        opens = (*opens, OpenDouble(number, len(placed) - 1))
    return trains, opens, earlier, is_new_duty


def _next_turn(
    table: TableState,
    trains: tuple[Train, ...],
    sizes: tuple[int, ...],
    boneyard: int,
    opens: tuple[OpenDouble, ...],
    idle: int,
) -> TableState:
    turn = (table.turn + 1) % len(sizes)
    return TableState(
        table.rules, table.engine, trains, turn, sizes, boneyard, opens, len(opens), table.turns + 1, 0, 0, idle
    )


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return items[:index] + (item,) + items[index + 1 :]
