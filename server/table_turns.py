"""Which turns could have laid these tiles, by the rules of the engine.

Hands are not seen, so a turn is possible if there is a hand with which it is: every tile that is not on the table may
have been in it, and who laid nothing may have had nothing to lay. Nor is it seen for certain whose train was open; a
tile on another's train needs that it was. Of all ways the one with fewest turns is told, and of these the one that
needs fewest open trains.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.moves import Play, spots
from engine.state import ENGINE, OpenDouble, Placed, Position, TableState, Train, first_train_doubles
from engine.tiles import Tile
from engine.turns import apply
from engine.violations import Violation, ViolationCode, check

OPEN_COST = 0.5
"""What it costs to need an open train, in turns."""
MOST_STEPS = 3000
"""So many positions are looked at, which takes some seconds; a dozen tiles on four own trains need a hundred. Where
more would be needed, nothing is said."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile that was laid: a number of its own, its values, the train of the table, and the number of what it lies on.

    `on` is None for the first tile of a train.
    """

    number: int
    inner: int
    outer: int
    train: int
    on: int | None

    @property
    def tile(self) -> Tile:
        """The tile without its direction."""
        return Tile.of(self.inner, self.outer)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the seat, and the numbers of the tiles laid; none, where the player passed.

    `needs_open`: the trains of others that had to be open for it, and were not known to be.
    """

    seat: int
    laid: tuple[int, ...]
    needs_open: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The turns that laid all tiles; or None, why not, and the number of the tile that it is about.

    `violation` is None, too, where a tile lies where its train does not go on; `about` then says which.
    `undecided`: there are too many ways to look at all of them, and none was found; then nothing is known.
    """

    turns: tuple[Turn, ...] | None
    violation: Violation | None = None
    about: int | None = None
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    """A moment between moves: what lies, what is still to be laid, the turns so far, whose trains are known as open.

    `follows`: whether a double was laid just now that the same player follows.
    """

    table: TableState
    numbers: tuple[tuple[int, ...], ...]
    rest: frozenset[int]
    turns: tuple[Turn, ...]
    is_open: frozenset[int]
    follows: bool = False

    def key(self) -> object:
        """What decides how it can go on."""
        mine = self.turns[-1]
        return (
            self.rest,
            mine.seat,
            bool(mine.laid),
            self.follows,
            self.table.open_doubles,
            self.table.earlier,
            self.is_open,
        )


def explain(
    table: TableState,
    numbers: Sequence[Sequence[int]],
    laid: Sequence[LaidTile],
    marked: Sequence[int] = (),
    turn: int | None = None,
    most_turns: int = 1,
) -> Verdict:
    """How `laid` came onto `table`, within so many turns from the turn of seat `turn`, or of any seat.

    `numbers` are those of the tiles on each train of the table; `marked` the trains that carry a marker.
    """
    table = replace(table, trains=_all_open(table.trains))
    by_number = {one.number: one for one in laid}
    for one in laid:
        verdict = _misplaced(table, numbers, one, by_number)
        if verdict is not None:
            return verdict
    seats = range(table.players) if turn is None else (turn,)
    start = [
        _begin(_Node(table, tuple(map(tuple, numbers)), frozenset(by_number), (), frozenset(marked)), seat)
        for seat in seats
    ]
    single = _one_a_turn(table, laid)
    waiting = [(1.0 + _turns_left(node, single), count, 1.0, node) for count, node in enumerate(start)]
    seen: set[object] = set()
    count, nearest = len(waiting), start[0]
    while waiting:
        _, _, cost, node = heapq.heappop(waiting)
        if node.key() in seen:
            continue
        if len(seen) == MOST_STEPS:
            return _stuck(nearest, by_number) or Verdict(None, undecided=True)
        seen.add(node.key())
        if len(node.rest) < len(nearest.rest):
            nearest = node
        if not node.rest:
            return Verdict(node.turns)
        for step, dearer in _steps(node, by_number, most_turns):
            count += 1
            paid = cost + dearer
            heapq.heappush(waiting, (paid + _turns_left(step, single), count, paid, step))
    return _why_not(nearest, by_number)


def _one_a_turn(table: TableState, laid: Sequence[LaidTile]) -> frozenset[int]:
    """The tiles of which a turn has one at most: no doubles, and none of a long first train."""
    long = {
        number
        for number, train in enumerate(table.trains)
        if table.rules.first_turn == "long train" and train.owner is not None and not train.placed
    }
    return frozenset(one.number for one in laid if one.inner != one.outer and one.train not in long)


def _turns_left(node: _Node, single: frozenset[int]) -> int:
    """How many turns have to follow at least: what is surely still to be paid, so that the search goes straight on."""
    able = not node.turns[-1].laid or _goes_on(node)
    return max(0, len(node.rest & single) - able)


def _stuck(node: _Node, laid: dict[int, LaidTile]) -> Verdict | None:
    """A tile that no order of turns could have laid where it lies, as its train does not go on there; None without one.

    Tiles are laid wherever there is a place, whoever may: what is left then never had one.
    """
    before = None
    while before != node.rest:
        before = node.rest
        for number in sorted(node.rest):
            if _play(node, laid[number]) is not None:
                node = _laid_anyhow(node, laid[number])
    left = min(node.rest, key=lambda number: (_depth(laid, number), number), default=None)
    return None if left is None else Verdict(None, None, left)


def _laid_anyhow(node: _Node, one: LaidTile) -> _Node:
    """The moment after a tile was laid where it lies, with nothing else changed."""
    here, train = node.numbers[one.train], node.table.trains[one.train]
    placed = Placed(one.inner, one.outer, ENGINE if one.on is None else here.index(one.on))
    longer = replace(train, placed=(*train.placed, placed))
    trains = tuple(longer if number == one.train else other for number, other in enumerate(node.table.trains))
    table = replace(node.table, trains=trains)
    return replace(node, table=table, numbers=_with_one(node.numbers, one), rest=node.rest - {one.number})


def _with_one(numbers: tuple[tuple[int, ...], ...], one: LaidTile) -> tuple[tuple[int, ...], ...]:
    return tuple((*here, one.number) if index == one.train else here for index, here in enumerate(numbers))


def _all_open(trains: Sequence[Train]) -> tuple[Train, ...]:
    """The trains as if all of them were open: what that takes is counted apart."""
    return tuple(Train(one.owner, one.placed, one.owner is not None) for one in trains)


def _misplaced(
    table: TableState, numbers: Sequence[Sequence[int]], one: LaidTile, laid: dict[int, LaidTile]
) -> Verdict | None:
    """A tile that does not match what it lies on, however the turns went."""
    value = table.engine_value
    if one.on is not None and one.on in laid:
        value = laid[one.on].outer
    elif one.on is not None:
        value = table.trains[one.train].placed[list(numbers[one.train]).index(one.on)].outer
    if value == one.inner:
        return None
    return Verdict(None, Violation(ViolationCode.DOES_NOT_FIT, one.tile, one.train, value), one.number)


def _begin(node: _Node, seat: int) -> _Node:
    """The node with the turn of a seat begun."""
    table = node.table
    first = table.rules.first_turn == "long train" and not table.trains[seat].placed
    table = replace(table, turn=seat, turns=0 if first else table.players, laid=0, drew=0, drawn=0)
    return replace(node, table=table, turns=(*node.turns, Turn(seat, ())), follows=False)


def _position(node: _Node, laid: dict[int, LaidTile]) -> Position:
    """The moment with the largest hand that can be: all that is not on the table, the tiles to be laid first."""
    table = node.table
    wanted = [laid[number].tile for number in sorted(node.rest)]
    gone = {*table.tiles(), *wanted}
    hand = (*wanted, *(tile for tile in table.rules.domino_set if tile not in gone))
    return Position(table, (hand,) * table.players, ())


def _steps(node: _Node, laid: dict[int, LaidTile], most_turns: int) -> Iterator[tuple[_Node, float]]:
    position = _position(node, laid)
    mine = node.turns[-1]
    if not mine.laid or _goes_on(node):
        for number in sorted(node.rest):
            play = _play(node, laid[number])
            if play is None or check(position.view(), play) is not None:
                continue
            yield _after(node, position, play, laid[number])
    if len(node.turns) < most_turns:
        table, seat = node.table, mine.seat
        # Who laid nothing, or a double and nothing behind it, has a marker from then on.
        marks = not mine.laid or node.follows
        marks &= bool(table.trains[seat].placed) or table.rules.mark_unstarted
        over = replace(table, earlier=len(table.open_doubles))
        is_open = node.is_open | {seat} if marks else node.is_open
        yield _begin(replace(node, table=over, is_open=is_open), (seat + 1) % table.players), 1.0


def _goes_on(node: _Node) -> bool:
    """Whether the player whose turn it is may lay another tile: after a double, and in a long first train."""
    return node.follows or (node.table.laid > 0 and node.table.in_long_train)


def _play(node: _Node, one: LaidTile) -> Play | None:
    """The move that lays a tile where it lies; None while that place is not there."""
    table = node.table
    here = node.numbers[one.train]
    if one.on is not None and one.on not in here:
        return None
    position = ENGINE if one.on is None else here.index(one.on)
    ends = table.trains[one.train].ends(table.engine_value, table.rules.branches)
    return next(
        (Play(one.tile, one.train, branch) for branch, end in enumerate(ends) if end.position == position), None
    )


def _after(node: _Node, position: Position, play: Play, one: LaidTile) -> tuple[_Node, float]:
    """The moment after a play, and what it costs."""
    table, seat = node.table, node.table.turn
    mine = node.turns[-1]
    train = table.trains[play.train]
    waiting = {(double.train, double.position) for double in table.open_doubles}
    spot = next(spot for spot in spots(table) if (spot.train, spot.branch) == (play.train, play.branch))
    needs = (
        train.owner not in (None, seat)
        and play.train not in node.is_open
        and (play.train, spot.position) not in waiting
    )
    # A double that a long first turn may have left may as well have to be covered, by anyone.
    needs &= OpenDouble(play.train, spot.position) not in first_train_doubles(table)
    after = apply(position, play, checked=False).table
    # The turn is over only when this search says so.
    played = replace(
        after, turn=seat, turns=table.turns, laid=table.laid + 1, earlier=_earlier(table, after), drew=0, drawn=0,
        trains=_all_open(after.trains),
    )  # fmt: skip
    opened = node.is_open | {play.train} if needs else node.is_open
    opened -= {play.train} if seat == train.owner or table.rules.marker_removed_by == "anyone" else frozenset()
    told = Turn(seat, (*mine.laid, one.number), (*mine.needs_open, play.train) if needs else mine.needs_open)
    follows = play.tile.is_double and table.rules.follow in ("double", "double or train") and not table.in_long_train
    step = _Node(
        played, _with_one(node.numbers, one), node.rest - {one.number}, (*node.turns[:-1], told), opened, follows
    )
    return step, OPEN_COST if needs else 0.0


def _earlier(table: TableState, after: TableState) -> int:
    """How many of the open doubles were there when the turn began."""
    old = {(one.train, one.position) for one in table.open_doubles[: table.earlier]}
    return sum((one.train, one.position) in old for one in after.open_doubles)


def _why_not(node: _Node, laid: dict[int, LaidTile]) -> Verdict:
    """Why the tiles that are left cannot be laid from where most others are."""
    position = _position(node, laid)
    about = None
    for number in sorted(node.rest, key=lambda one: _depth(laid, one)):
        play = _play(node, laid[number])
        about = number if about is None else about
        if play is None:
            continue
        violation = check(position.view(), play)
        if violation is not None:
            return Verdict(None, violation, number)
        # It could be laid, but not by a player who has laid a tile already.
        return Verdict(None, Violation(ViolationCode.NOT_YOUR_TURN, laid[number].tile, laid[number].train), number)
    return Verdict(None, None, about)


def _depth(laid: dict[int, LaidTile], number: int) -> int:
    on = laid[number].on
    return 0 if on is None or on not in laid else 1 + _depth(laid, on)
