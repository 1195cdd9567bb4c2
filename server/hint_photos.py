"""A question for advice from two photos: the own hand, and the table as it was seen.

Photos leave things open, and advice is wanted all the same: what is in doubt, and what is taken to be so, comes back in
words, to be read before the advice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.first_turns import turns_over
from engine.moves import Play
from engine.rules import Rules
from engine.state import (
    ENGINE,
    Placed,
    TableState,
    Train,
    View,
    first_train_doubles,
    open_tiles,
    order_counts,
    set_up,
    with_doubles_laid,
)
from engine.tiles import Tile
from server.errors import RequestError
from server.reading import Reading, ReadTile
from server.seen_table import SeenTable, TableFindingCode, TrainKind
from server.table_report import MARKED
from server.table_sides import MOST_PLAYERS, chosen_train, own_trains, side
from server.table_state import SetUp, table_state
from server.table_verdict import as_branched
from server.table_words import train_words
from server.words import counted
from vision.types import Point

MINE = "your train"
"""What moves call the train of who asks."""
FEW_ALIKE = 4
"""With so many tiles and half of the hand on the table, too, the photo of the hand is one of the table."""


@dataclass(frozen=True, slots=True)
class PhotoQuestion:
    """What is asked, and how it was understood.

    `players`: what moves call the trains by seat; the one who asks has the seat `view.me`. `contradictions`: what the
    photos cannot both be right about; `assumed`: what no photo shows and was taken to be so.
    """

    players: tuple[str, ...]
    view: View
    table: SeenTable
    set_up: SetUp
    contradictions: tuple[str, ...]
    assumed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile would go on the photo of the table: its middle and outline, None where only the train is known.

    `train`: index of the seen train, None for one without a tile; `on`: number of the tile that it would lie on.
    """

    train: int | None
    on: int | None
    at: Point | None
    quad: tuple[Point, Point, Point, Point] | None


def question(
    table: SeenTable,
    hand: Reading | Sequence[Tile],
    rules: Rules,
    me: str = "bottom",
    players: int | None = None,
    others: Sequence[int] | None = None,
    is_open: Sequence[int] | None = None,
    doubles: Sequence[Tile] = (),
) -> PhotoQuestion:
    """What the player at the side `me` of the photo, or with the train of that number, asks.

    `others`: how many tiles the others hold, clockwise from `me`, or one number for all; as many as the own hand if
    nobody says. `is_open`: the numbers of the marked trains, those where a marker seems to stand if nobody says.
    `doubles`: the open doubles as they were laid, the first one first; train after train if nobody says. Where all that
    can be chained is laid in the first turn, a double on the train of a player is open only if it is named here.

    Raises:
        HintError: for a double that is not open.
        RequestError: for a table without an engine, or with another one than was named, and for what cannot be.
    """
    if table.engine_tile is None or not table.engine_tile.is_double:
        raise RequestError("No engine was seen on the table; take the photo with the whole middle of the table in it.")
    for finding in table.findings:
        if finding.code is TableFindingCode.WRONG_ENGINE:
            seen, named = finding.tiles
            raise RequestError(
                f"The trains in the photo start at {seen}, and --engine says {named}; leave --engine out, or take a "
                f"photo of the table of this round."
            )
    mine = chosen_train(table, me)
    own = own_trains(table)
    seats = max(2, len(own) + (mine is None)) if players is None else players
    if not 2 <= seats <= MOST_PLAYERS or len(own) + (mine is None) > seats:
        without = " besides yours" if mine is None else ""
        raise RequestError(f"The photo shows {len(own)} trains from the engine{without}; {seats} players do not fit.")
    rules = as_branched(rules, table)
    marked = {index: table.trains[index].marker >= MARKED for index in own}
    if is_open is not None:
        marked = {index: number in is_open for number, index in enumerate(own, 1)}
        if set(is_open) - set(range(1, len(own) + 1)):
            raise RequestError(f"There are trains 1 to {len(own)} from the engine; --open names another.")
    held, table_tiles, contradictions = _held(table, hand, rules)
    contradictions += _too_many_trains(table, rules)
    sizes = _sizes(len(held), seats, others)
    now = table_state(table, rules, tuple(sizes), mine=mine, marked=marked, boneyard=0)
    trains = _once_each(now.table, table_tiles, held)
    rest = rules.total_tiles - 1 - sum(len(train.placed) for train in trains) - len(held)
    if others is None:
        sizes = [len(held), *[min(size, max(rest, 0) // (seats - 1)) for size in sizes[1:]]]
    if rest < sum(sizes[1:]):
        raise RequestError(f"The others cannot hold {sum(sizes[1:])} tiles: {max(rest, 0)} of the set are not seen.")
    over = turns_over(rules, trains, sizes, 0, doubles)
    state = set_up(rules, now.table.engine, trains, tuple(sizes), rest - sum(sizes[1:]), turns=over, named=doubles)
    state = with_doubles_laid(state, doubles)
    names = tuple(_name(table, now, seat) for seat in range(seats))
    now = replace(now, table=state)
    assumed = [*_assumed(table, mine, me, sizes, others, marked, is_open)]
    if not doubles and order_counts(state):
        assumed.append(_as_if_laid(table, now))
    if not state.in_long_train:
        assumed += _of_first_trains(table, now)
    return PhotoQuestion(names, View(state, 0, held), table, now, tuple(contradictions), tuple(assumed))


def check_numbers(
    players: int | None, others: Sequence[int] | None, is_open: Sequence[int] | None, rules: Rules
) -> None:
    """Raises RequestError for numbers that no photo can make right; they mean what they do for `question`."""
    if players is not None and not 2 <= players <= MOST_PLAYERS:
        raise RequestError(f"--players is a whole number from 2 to {MOST_PLAYERS}, not {players}.")
    if others is not None:
        fits = range(1, MOST_PLAYERS) if players is None else (1, players - 1)
        if len(others) not in fits:
            each = "the" if players is None else f"the {players - 1}"
            raise RequestError(f"--others takes one number, or one for each of {each} others, clockwise from you.")
        if 0 in others and rules.going_out_on_double == "ends":
            raise RequestError(
                "--others has a player with 0 tiles, who has gone out: the round is over, so count again."
            )
        if sum(others) >= rules.total_tiles:
            raise RequestError(f"--others makes {sum(others)} tiles, but the set has {rules.total_tiles} in all.")
    most = players or MOST_PLAYERS
    if is_open is not None and not all(1 <= number <= most for number in is_open):
        raise RequestError(f"--open takes the numbers of trains, from 1 to {most}, or none.")


def place_of(asked: PhotoQuestion, move: Play) -> Place:
    """Where the tile of a move would go."""
    state, table = asked.set_up.table, asked.table
    whole = asked.set_up.seen[move.train] if move.train < len(asked.set_up.seen) else None
    if whole is None:
        is_own = move.train < state.players
        return Place(None, table.engine if is_own else None, None, None)
    ends = state.trains[move.train].ends(state.engine_value, state.rules.branches)
    last = state.trains[move.train].placed[ends[move.branch].position].tile
    numbers = [number for number in whole.tiles if table.reading.tiles[number].tile == last]
    on = numbers[-1] if numbers else whole.tiles[-1]
    for train in table.trains:
        for end in train.ends:
            if end.on == on:
                return Place(whole.index, on, end.at, end.quad)
    return Place(whole.index, on, table.reading.tiles[on].centre, None)


def _held(
    table: SeenTable, hand: Reading | Sequence[Tile], rules: Rules
) -> tuple[tuple[Tile, ...], Counter[Tile], list[str]]:
    """The hand, the tiles of the table that count, and what both cannot be right about.

    A tile can be in one place only: where hand and table show the same, the one that was not read surely is another
    tile, or is left out.
    """
    on_table = [number for train in table.trains for number in train.tiles]
    on_table += [] if table.engine is None else [table.engine]
    shown = Counter(table.reading.tiles[number].tile for number in on_table)
    counted_tiles = Counter({tile: min(often, rules.copies) for tile, often in shown.items()})
    often_enough = "once" if rules.copies == 1 else "twice"
    in_hand = [tile for tile, read in _in_hand(hand) if read is None or read.sure]
    if sum(tile in shown for tile in in_hand) >= max(FEW_ALIKE, len(in_hand) / 2):
        raise RequestError("The hand shows mostly tiles that lie on the table; --hand takes your own tiles alone.")
    told = [
        f"{tile} lies on the table more than {often_enough}; it is counted {often_enough}."
        for tile, often in shown.items()
        if often > rules.copies
    ]
    unsure = {table.reading.tiles[number].tile for number in on_table if not table.reading.tiles[number].sure}
    held: list[Tile] = []
    for tile, read in _in_hand(hand):
        taken = counted_tiles[tile] + held.count(tile)
        if taken < rules.copies:
            held.append(tile)
            continue
        other = None if read is None or read.sure else _otherwise(read, counted_tiles, held, rules)
        if other is not None:
            held.append(other)
            told.append(f"{tile} in the hand is taken for {other}, since {tile} lies elsewhere.")
        elif read is not None and not read.sure:
            told.append(f"{tile} in the hand is left out, since it lies elsewhere.")
        elif tile == table.engine_tile:
            raise RequestError(
                f"The engine was read as {tile}, and that is in the hand; name the engine with --engine, or the set "
                f"with --set."
            )
        elif counted_tiles[tile] and tile in unsure:
            counted_tiles[tile] -= 1
            held.append(tile)
            told.append(f"{tile} is in the hand, so the one on the table must be another tile.")
        elif counted_tiles[tile]:
            raise RequestError(f"The hand and the table both show {tile}; take the photo that is out of date again.")
        else:
            told.append(f"{tile} is in the hand more than once; it counts once.")
    return tuple(held), counted_tiles, told


def _too_many_trains(table: SeenTable, rules: Rules) -> Iterator[str]:
    mexican = sum(train.kind is TrainKind.MEXICAN and train.branch_of is None for train in table.trains)
    if mexican > rules.mexican_trains:
        shown = counted(mexican, "Mexican train")
        yield f"The photo shows {shown}, and the rules know {rules.mexican_trains or 'none'}; advice goes by the photo."


def _in_hand(hand: Reading | Sequence[Tile]) -> Iterator[tuple[Tile, ReadTile | None]]:
    """The tiles of a hand, those that were read surely first."""
    if isinstance(hand, Reading):
        for read in sorted(hand.tiles, key=lambda one: not one.sure):
            yield read.tile, read
    else:
        for tile in hand:
            yield tile, None


def _otherwise(read: ReadTile, table: Counter[Tile], held: Sequence[Tile], rules: Rules) -> Tile | None:
    """The likeliest other tile that it can be."""
    for a, b, _ in read.alternatives:
        tile = Tile.of(a, b)
        if table[tile] + held.count(tile) < rules.copies:
            return tile
    return None


def _once_each(table: TableState, on_table: Counter[Tile], held: Sequence[Tile]) -> tuple[Train, ...]:
    """The trains without the tiles that cannot be there, and with the same ends.

    Where a train goes on matters for advice, and which tiles are out of play, not what lies within it. A tile at an end
    that must be another one is stood for by a tile that is nowhere.
    """
    left = on_table - Counter([table.engine] if table.engine is not None else [])
    for train in table.trains:
        left.subtract(one.tile for one, covers in zip(train.placed, train.covers(), strict=True) if not covers)
    used = Counter(held) + on_table
    return tuple(_kept(train, left, used, table.rules) for train in table.trains)


def _kept(train: Train, left: Counter[Tile], used: Counter[Tile], rules: Rules) -> Train:
    """One of them; `left` counts the tiles that may still be within trains, below 0 for ends that are too many."""
    placed: list[Placed] = []
    place = {ENGINE: ENGINE}
    covers = train.covers()
    for position, one in enumerate(train.placed):
        if covers[position] and left[one.tile] <= 0:
            place[position] = place[one.on]
            continue
        inner = one.inner
        if covers[position]:
            left[one.tile] -= 1
        elif left[one.tile] < 0:
            left[one.tile] += 1
            others = (value for value in range(rules.highest + 1) if value != one.outer)
            inner = next((value for value in others if used[Tile.of(value, one.outer)] < rules.copies), inner)
            used[Tile.of(inner, one.outer)] += 1
        place[position] = len(placed)
        placed.append(Placed(inner, one.outer, place[one.on]))
    return Train(train.owner, tuple(placed), train.is_open)


def _sizes(mine: int, seats: int, others: Sequence[int] | None) -> list[int]:
    if others is None:
        return [mine] * seats
    if len(others) == 1:
        return [mine] + [others[0]] * (seats - 1)
    if len(others) != seats - 1 or min(others) < 0:
        raise RequestError(f"--others takes one number, or one for each of the {seats - 1} others, clockwise from you.")
    return [mine, *others]


def _name(table: SeenTable, now: SetUp, seat: int) -> str:
    train = now.seen[seat]
    if seat == 0:
        return MINE
    if train is None:
        return f"player {seat + 1}"
    return f"train {own_trains(table).index(train.index) + 1}"


def _assumed(
    table: SeenTable,
    mine: int | None,
    me: str,
    sizes: Sequence[int],
    others: Sequence[int] | None,
    marked: dict[int, bool],
    is_open: Sequence[int] | None,
) -> Iterator[str]:
    """What no photo shows, in sentences."""
    if mine is None:
        yield f"No train starts at the {me}, so yours is taken as not begun."
    else:
        yield f"Yours is {train_words(table, mine)} ({side(table, mine)})."
    if is_open is None:
        seen = [train_words(table, index) for index, is_marked in marked.items() if is_marked]
        told = f"{', '.join(seen)}: something stands there" if seen else "none, for no marker was seen"
        yield f"Open trains: {told}. Say --open 2,3 or --open none if it is otherwise."
    if others is None:
        yield f"Each of the others is taken to hold {counted(min(sizes[1:]), 'tile')}; --others tells better."


def _of_first_trains(table: SeenTable, now: SetUp) -> Iterator[str]:
    """Which doubles are taken to oblige nobody, since they may have been laid in a long first train."""
    for one in first_train_doubles(now.table):
        train = now.seen[one.train]
        tile = now.table.trains[one.train].placed[one.position].tile
        where = "" if train is None else f" on {train_words(table, train.index)}"
        yield f'{tile}{where} is taken to be of a first turn, and free. Say --doubles "{tile}" if it has to be covered.'


def _as_if_laid(table: SeenTable, now: SetUp) -> str:
    """In which order the open doubles are taken to have been laid."""
    told = []
    for tile, one in zip(open_tiles(now.table), now.table.open_doubles, strict=True):
        train = now.seen[one.train]
        told.append(f"{tile}" if train is None else f"{tile} on {train_words(table, train.index)}")
    other = " ".join(map(str, reversed(open_tiles(now.table))))
    return f'Open doubles are taken to have been laid so: {", then ".join(told)}. Say --doubles "{other}" if otherwise.'
