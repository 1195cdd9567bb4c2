"""Whether what was laid between two photos could be laid by the rules, and in whose turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.rules import Rules
from engine.state import ENGINE, Placed, TableState, Train, order_counts, set_up
from server.errors import RequestError
from server.seen_table import SeenTable, TrainKind
from server.table_diff import Laid, TableDiff
from server.table_report import MARKED
from server.table_sides import chosen_train, own_trains, side
from server.table_state import SetUp, table_state
from server.table_turns import LaidTile, Verdict, explain

USUAL_HAND = 7
"""How many tiles everybody is taken to hold; between two photos it decides nothing."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How the laid tiles came there, by the rules.

    - `verdict`: the turns, or what is against the rules, or neither, where too many tiles were laid to tell; None where
      nothing was laid that could be judged.
    - `players`: what each seat is called; the trains of the verdict follow the seats, then come the Mexican ones.
    - `in_one_turn`: all of it fits into one turn.
    - `apart`: laid tiles that belong to no train from the engine and to no Mexican one.
    - `covered`: the number, in AFTER, of the double that was covered first where several were open in BEFORE and their
      order counts by the rules; no photo shows that order. Else None.
    """

    verdict: Verdict | None
    players: tuple[str, ...]
    in_one_turn: bool
    apart: tuple[Laid, ...]
    covered: int | None = None

    @property
    def legal(self) -> bool | None:
        """Whether it was legal, as far as a photo shows; None without anything to judge, and where nobody can tell."""
        if self.apart:
            return False
        return None if self.verdict is None or self.verdict.undecided else self.verdict.turns is not None


def judge(
    before: SeenTable,
    after: SeenTable,
    changes: TableDiff,
    rules: Rules,
    players: int | None = None,
    turn: str | None = None,
) -> Judged:
    """The turns that lead from one table to the other.

    `players` sit at the table, as many as personal trains are seen (two at least) if nobody says. `turn` is a side or
    the number of a train in AFTER: that player's turn alone lies between the photos. Without it one turn of anybody
    is looked for first, then several.

    Raises:
        RequestError: for more trains than players, and for a turn of nobody.
    """
    own = own_trains(after)
    seats = max(2, len(own)) if players is None else players
    if seats < len(own):
        raise RequestError(f"The photo shows {len(own)} trains from the engine, and there are {seats} players.")
    now = table_state(after, as_branched(rules, after), (USUAL_HAND,) * seats, mine=own[0] if own else None)
    names = tuple(_name(after, now, seat) for seat in range(seats))
    seat = None if turn is None else _seat(after, now, turn)
    laid, numbers = _laid_tiles(after, now, changes)
    apart = tuple(one for one in changes.laid if one.train is not None and one.number not in laid)
    if not laid:
        return Judged(None, names, False, apart)
    start = _without(now, numbers, set(laid))
    kept = [[number for number in train if number not in laid] for train in numbers]
    marked = _marked(before, changes, now)
    verdict = explain(start, kept, list(laid.values()), marked, seat)
    in_one = verdict.turns is not None
    if not in_one and turn is None:
        # Between two tiles everybody may have passed.
        verdict = explain(start, kept, list(laid.values()), marked, None, seats * len(laid))
    covered = _first_covered(replace(start, rules=rules), kept, laid, verdict)
    return Judged(verdict, names, in_one, apart, covered)


def _first_covered(
    start: TableState, kept: Sequence[Sequence[int]], laid: Mapping[int, LaidTile], verdict: Verdict
) -> int | None:
    """The double of BEFORE that the turns cover first, where that has to be the one whose turn it is."""
    if not order_counts(start):
        return None
    waiting = {kept[one.train][one.position] for one in start.open_doubles}
    on = (laid[number].on for turn in verdict.turns or () for number in turn.laid)
    return next((number for number in on if number in waiting), None)


def as_branched(rules: Rules, table: SeenTable) -> Rules:
    """The rules, with as many branches at a double as the table already has: then its players play so."""
    doubles = [train.branch_of for train in table.trains if train.branch_of is not None]
    seen = 1 + max((doubles.count(double) for double in doubles), default=0)
    return rules if rules.branches >= seen else rules.change(branches=min(seen, 3))


def _name(table: SeenTable, now: SetUp, seat: int) -> str:
    train = now.seen[seat]
    if train is None:
        return "a player without a train"
    return f"player {own_trains(table).index(train.index) + 1} ({side(table, train.index)})"


def _seat(table: SeenTable, now: SetUp, turn: str) -> int:
    index = chosen_train(table, turn)
    seats = now.table.players
    for seat in range(seats):
        train = now.seen[seat]
        if index == (None if train is None else train.index):
            return seat
    raise RequestError(f"No train starts at the {turn}, and all {seats} players have one; name a train by its number.")


def _laid_tiles(
    after: SeenTable, now: SetUp, changes: TableDiff
) -> tuple[dict[int, LaidTile], tuple[tuple[int, ...], ...]]:
    """The laid tiles on trains that the engine knows, and the numbers of all tiles on each of these trains."""
    numbers = tuple(() if train is None else train.tiles for train in now.seen)
    place = {number: (index, at) for index, train in enumerate(numbers) for at, number in enumerate(train)}
    laid = {}
    for one in changes.laid:
        if one.number in place:
            index, at = place[one.number]
            placed = now.table.trains[index].placed[at]
            on = None if placed.on == ENGINE else numbers[index][placed.on]
            laid[one.number] = LaidTile(one.number, placed.inner, placed.outer, index, on)
    return laid, numbers


def _without(now: SetUp, numbers: Sequence[Sequence[int]], laid: set[int]) -> TableState:
    """The table as it was before these tiles were laid."""
    trains = []
    for train, here in zip(now.table.trains, numbers, strict=True):
        stay = [at for at, number in enumerate(here) if number not in laid]
        place = {at: new for new, at in enumerate(stay)} | {ENGINE: ENGINE}
        # What lies on a tile that is taken away here was laid with it.
        placed = tuple(
            Placed(one.inner, one.outer, place.get(one.on, ENGINE)) for one in (train.placed[at] for at in stay)
        )
        trains.append(Train(train.owner, placed, train.is_open))
    table = now.table
    # In which order several open doubles were played no photo shows.
    several = set_up(table.rules, table.engine, tuple(trains), table.hand_sizes, table.boneyard)
    if len(several.open_doubles) < 2:
        return several
    return set_up(table.rules.change(open_doubles="any"), table.engine, tuple(trains), table.hand_sizes, table.boneyard)


def _marked(before: SeenTable, changes: TableDiff, now: SetUp) -> list[int]:
    """The trains that seem to carry a marker in BEFORE."""
    marked = {
        pair.first
        for pair in changes.match.pairs
        for train in before.trains
        if train.kind is TrainKind.PERSONAL and train.marker >= MARKED and pair.second in train.tiles
    }
    return [index for index, train in enumerate(now.seen) if train is not None and not marked.isdisjoint(train.tiles)]
