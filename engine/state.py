"""What lies on the table, and what is in the hands: values that may also hold what cannot be.

A table is set up from whatever a person or a photo shows; `engine.audit` says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.errors import HintError
from engine.rules import Rules
from engine.tiles import Tile

ENGINE = -1
"""The position, on a train, of the engine that it starts from."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on a train: the value towards the engine, the value away from it, and the tile that it lies on.

    `on` is a position on the same train, counted from 0, or `ENGINE`.
    """

    inner: int
    outer: int
    on: int = ENGINE

    @property
    def tile(self) -> Tile:
        """The tile, without direction."""
        return Tile.of(self.inner, self.outer)

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same value."""
        return self.inner == self.outer


@dataclass(frozen=True, slots=True)
class End:
    """A place on a train where a tile can be laid: the position of the tile to lay it on, and the value to match."""

    position: int
    value: int


@dataclass(frozen=True, slots=True)
class Train:
    """A train: the seat of its owner, None for a Mexican one; its tiles in the order of play; whether it is marked."""

    owner: int | None
    placed: tuple[Placed, ...] = ()
    is_open: bool = False

    def ends(self, engine: int, branches: int) -> tuple[End, ...]:
        """The places where it goes on, by position, when the engine has the value `engine`.

        A double takes `branches` tiles. Where that is 1 there is one end, behind the tile laid last; on a train of a
        photo that branches against the rules, too.
        """
        placed = self.placed
        if not placed:
            return (End(ENGINE, engine),)
        if branches == 1:
            return (End(len(placed) - 1, placed[-1].outer),)
        covers = self.covers()
        return tuple(
            End(position, one.outer)
            for position, one in enumerate(placed)
            if covers[position] < (branches if one.is_double else 1)
        )

    def covers(self) -> list[int]:
        """How many tiles lie on each tile of the train."""
        counts = [0] * len(self.placed)
        for one in self.placed:
            if 0 <= one.on < len(counts):
                counts[one.on] += 1
        return counts


@dataclass(frozen=True, slots=True)
class OpenDouble:
    """A double that has to be satisfied: the number of its train, and its position there."""

    train: int
    position: int


@dataclass(frozen=True, slots=True)
class TableState:
    """All that everybody sees. Seats and trains count from 0: first a train for each seat, clockwise, then the Mexican.

    - `turn`: the seat whose turn it is; `turns`: how many turns are over.
    - `open_doubles`: in the order in which they were played; `earlier` of them were there when this turn began.
    - `hand_sizes`, by seat, and the tiles in the `boneyard`.
    - `laid`: tiles laid in this turn; `drew`: tiles drawn in it since then; `drawn`: how many of the tiles drawn in it
      are still in the hand, where they stand last.
    - `idle`: turns in a row in which nothing was laid and no train newly marked, since everyone had a first turn.
    """

    rules: Rules
    engine: Tile | None
    trains: tuple[Train, ...]
    turn: int
    hand_sizes: tuple[int, ...]
    boneyard: int
    open_doubles: tuple[OpenDouble, ...] = ()
    earlier: int = 0
    turns: int = 0
    laid: int = 0
    drew: int = 0
    idle: int = 0
    drawn: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hand_sizes)

    @property
    def engine_value(self) -> int:
        """The value that every train starts with; -1, which no tile has, without an engine."""
        return -1 if self.engine is None else self.engine.high

    @property
    def somebody_is_out(self) -> bool:
        """Whether a player without a tile has ended the round; by some rules not before a last double is covered."""
        waits = self.rules.going_out_on_double == "must be covered" and bool(self.open_doubles)
        return 0 in self.hand_sizes and not waits

    @property
    def in_long_train(self) -> bool:
        """Whether this is a first turn in which all that can be chained is laid on the own train."""
        return self.rules.first_turn == "long train" and self.turns < len(self.hand_sizes)

    @property
    def may_draw(self) -> bool:
        """Whether a player who is stuck has a tile to draw now."""
        draws = self.rules.draws
        return self.boneyard > 0 and (draws == "until playable" or self.drew < draws)

    def tiles(self) -> tuple[Tile, ...]:
        """All tiles on the table, the engine first."""
        placed = tuple(one.tile for train in self.trains for one in train.placed)
        return placed if self.engine is None else (self.engine, *placed)


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows: the table, the own seat, and the own hand in the order in which it was taken up."""

    table: TableState
    me: int
    hand: tuple[Tile, ...]


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended, and the seat that went out, None in a blocked round."""

    ending: Ending
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A round as nobody at the table sees it: every hand, and the boneyard in the order of drawing."""

    table: TableState
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    outcome: Outcome | None = None

    def view(self, seat: int | None = None) -> View:
        """What the player at `seat` knows, by default the one whose turn it is."""
        me = self.table.turn if seat is None else seat
        return View(self.table, me, self.hands[me])


def new_trains(rules: Rules, players: int) -> tuple[Train, ...]:
    """The trains of a round before anything is laid on them."""
    own = tuple(Train(seat) for seat in range(players))
    return own + tuple(Train(None) for _ in range(rules.mexican_trains))


def set_up(
    rules: Rules,
    engine: Tile | None,
    trains: tuple[Train, ...],
    hand_sizes: tuple[int, ...],
    boneyard: int,
    turn: int = 0,
    *,
    turns: int | None = None,
    named: Sequence[Tile] = (),
) -> TableState:
    """A table in the middle of a round as a person or a photo shows it, possible or not.

    Doubles on which too few tiles lie are open, train after train: in which order they were played no photo shows. Not
    so those that may be of a long first train, which oblige nobody (`first_train_doubles`), unless somebody has `named`
    them, or a last tile on the own train has to be covered. `turns`: how many turns are over, as many as seats if
    nobody knows (`engine.first_turns`).
    """
    names = list(named)
    opens = []
    for one in _uncovered(rules, trains):
        train = trains[one.train]
        tile = train.placed[one.position].tile
        if tile in names:
            names.remove(tile)
        elif _may_be_of_first_train(rules, train) and not _is_last_tile(rules, train, one.position, hand_sizes):
            continue
        opens.append(one)
    over = len(hand_sizes) if turns is None else turns
    return TableState(rules, engine, trains, turn, hand_sizes, boneyard, tuple(opens), earlier=len(opens), turns=over)


def first_train_doubles(table: TableState) -> tuple[OpenDouble, ...]:
    """Doubles on which too few tiles lie and that are not open: they are, or may be, of a long first train.

    In which turn a double was laid on the train of its owner no photo shows.
    """
    return tuple(
        one
        for one in _uncovered(table.rules, table.trains)
        if one not in table.open_doubles and _may_be_of_first_train(table.rules, table.trains[one.train])
    )


def _uncovered(rules: Rules, trains: Sequence[Train]) -> list[OpenDouble]:
    """The doubles on which too few tiles lie, by train and position; none where a double obliges nobody."""
    return [
        OpenDouble(number, position)
        for number, train in enumerate(trains)
        for position, (one, covers) in enumerate(zip(train.placed, train.covers(), strict=True))
        if one.is_double and covers < rules.branches and rules.follow != "never"
    ]


def _may_be_of_first_train(rules: Rules, train: Train) -> bool:
    return rules.first_turn == "long train" and train.owner is not None


def _is_last_tile(rules: Rules, train: Train, position: int, hand_sizes: Sequence[int]) -> bool:
    """Whether a double was the last tile of the train's owner, and has to be covered before the round ends."""
    owner = train.owner
    return (
        rules.going_out_on_double == "must be covered"
        and owner is not None
        and owner < len(hand_sizes)
        and hand_sizes[owner] == 0
        and position == len(train.placed) - 1
    )


def open_tiles(table: TableState) -> tuple[Tile, ...]:
    """The open doubles as tiles, in the order in which they were played."""
    return tuple(table.trains[one.train].placed[one.position].tile for one in table.open_doubles)


def order_counts(table: TableState) -> bool:
    """Whether it matters which of the open doubles was laid first."""
    return table.rules.open_doubles != "any" and len(set(open_tiles(table))) > 1


def with_doubles_laid(table: TableState, doubles: Sequence[Tile]) -> TableState:
    """The same table with its open doubles as somebody says they were laid: those named first, then the others.

    Raises:
        HintError: for a tile that is no open double, or that is named more often than it is open.
    """
    rest = list(zip(open_tiles(table), table.open_doubles, strict=True))
    named = []
    for tile in doubles:
        found = next((one for one in rest if one[0] == tile), None)
        if found is None:
            are = ", ".join(map(str, open_tiles(table))) or "none"
            again = "named more often than it is open" if tile in open_tiles(table) else "no open double"
            raise HintError(f"{tile} is {again}; the open doubles of this table: {are}.")
        rest.remove(found)
        named.append(found)
    return replace(table, open_doubles=tuple(one for _, one in [*named, *rest]))
