"""From a table that the page describes to a view that advice can be given on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from engine.audit import Severity, audit
from engine.errors import HintError
from engine.first_turns import turns_over
from engine.rules import Rules
from engine.state import ENGINE, Placed, Train, View, set_up, with_doubles_laid
from engine.tiles import Tile
from server.finding_words import finding_text
from server.web.problems import Problem
from server.web.schemas import tile_of
from server.web.schemas_hints import HintIn, TrainIn
from server.web.stand_ins import stand_in, tiles_along


def view_of(asked: HintIn) -> View:
    """What the player who asks knows.

    Trains that are given by their end alone are stood for by the fewest tiles that can lie there
    (`server.web.stand_ins`). The tiles that really lie there, beyond those, are dealt with the boneyard, since nobody
    knows which they are; where nothing is left to draw, the rules are those of a table where nobody draws, so that they
    cannot be drawn. Who has nothing on the own train and no smaller a hand than was dealt is taken to be in the first
    turn, where that has rules of its own (`engine.first_turns`).

    Raises:
        Problem: 422, for what contradicts itself or cannot lie so.
        EngineError: for rules that cannot be, and tiles that do not add up.
    """
    rules = asked.rules.rules()
    players = len(asked.players)
    if len(asked.hand_sizes) != players:
        raise _refused("hand_sizes", f"There are {players} players, but {len(asked.hand_sizes)} sizes of hands.")
    if max(asked.me, asked.turn or 0) >= players:
        raise _refused("seats", f"With {players} players the seats are 0 to {players - 1}.")
    if asked.turn not in (None, asked.me):
        raise HintError("Advice is for the player whose turn it is; ask again when it is yours.")
    engine, hand = tile_of(asked.engine), tuple(tile_of(halves) for halves in asked.hand)
    if not engine.is_double:
        raise _refused("engine", f"The engine is a double, not {engine}.")
    for tile in (engine, *hand, *(tile_of(halves) for train in asked.trains for halves in train.tiles)):
        if tile not in rules.domino_set:
            told = f"{tile} is no tile of a {rules.domino_set} set, whose values end with {rules.highest}"
            raise _refused("bad_table", f"{told}; correct it, or choose a larger set.")
    trains, are_known = _trains(asked, rules, engine, hand)
    on_table = 1 + sum(len(train.placed) for train in trains)
    rest = rules.total_tiles - on_table - sum(asked.hand_sizes)
    boneyard = rest if asked.boneyard is None else asked.boneyard
    if boneyard < 0 or (not are_known and rest < boneyard):
        counted = on_table + sum(asked.hand_sizes) + (asked.boneyard or 0)
        told = f"Table, hands and boneyard have {counted} tiles at least, and the set has {rules.total_tiles}"
        raise _refused("too_many_tiles", f"{told}; count them again.")
    if not are_known:
        if boneyard == 0 < rest:
            rules = rules.change(draws=0)
        boneyard = rest
    sizes, doubles = tuple(asked.hand_sizes), [tile_of(halves) for halves in asked.doubles]
    over = turns_over(rules, trains, sizes, asked.me, doubles)
    table = set_up(rules, engine, trains, sizes, boneyard, asked.me, turns=over, named=doubles)
    table = with_doubles_laid(table, doubles)
    if table.somebody_is_out:
        name = asked.players[table.hand_sizes.index(0)]
        raise _refused(
            "gone_out", f"{name} holds no tile and has gone out, so the round is over; count the hands again."
        )
    wrong = [finding for finding in audit(table) if finding.severity is Severity.ERROR]
    if wrong:
        raise _refused("bad_table", f"This table cannot be: {finding_text(wrong[0], asked.players)}")
    return View(table, asked.me, hand)


def _trains(asked: HintIn, rules: Rules, engine: Tile, hand: Sequence[Tile]) -> tuple[tuple[Train, ...], bool]:
    """The trains as the engine counts them, and whether all their tiles are known."""
    given: list[TrainIn | None] = [None] * len(asked.players)
    mexican = []
    for train in asked.trains:
        if train.owner is None:
            mexican.append(train)
        elif train.owner >= len(given):
            raise _refused("seats", f"There is a train of seat {train.owner}, and seats are 0 to {len(given) - 1}.")
        elif given[train.owner] is not None:
            raise _refused("two_trains", f"There are two trains of {asked.players[train.owner]}.")
        else:
            given[train.owner] = train
    if len(mexican) > rules.mexican_trains:
        told = f"{len(mexican)} Mexican train{'' if len(mexican) == 1 else 's'}"
        raise _refused("too_many_trains", f"There cannot be {told}: these rules know {rules.mexican_trains}.")
    every = [*given, *mexican, *[None] * (rules.mexican_trains - len(mexican))]
    tiles = [engine, *hand, *(tile_of(halves) for train in asked.trains for halves in train.tiles)]
    taken = Counter(tiles)
    busy = {value for tile in hand for value in (tile.low, tile.high)}
    busy |= {train.tiles[-1][1] if train.tiles else train.end or 0 for train in asked.trains}
    made = []
    for number, one in enumerate(every):
        owner = number if number < len(given) else None
        if one is None:
            made.append(Train(owner))
            continue
        placed = _placed(one, engine, rules)
        if one.end is not None and not placed:
            placed = _made_up(one.end, engine, rules, taken, busy)
        elif one.end is not None and one.end not in (ends := _ends(placed, engine, rules)):
            told = " and ".join(map(str, ends))
            raise _refused("bad_end", f"A train ends in {told} by its tiles, and not in {one.end}.")
        made.append(Train(owner, placed, one.open))
    return tuple(made), all(train.tiles or train.end is None for train in asked.trains)


def _ends(placed: tuple[Placed, ...], engine: Tile, rules: Rules) -> list[int]:
    return sorted({end.value for end in Train(None, placed).ends(engine.high, rules.branches)})


def _placed(train: TrainIn, engine: Tile, rules: Rules) -> tuple[Placed, ...]:
    """The tiles of a train, each on the tile that it is said to lie on.

    Without that each lies on the tile before it; where doubles branch, on the last one that it fits on.
    """
    if train.on is not None:
        return _as_told(train.tiles, train.on)
    placed: list[Placed] = []
    for inner, outer in train.tiles:
        on = len(placed) - 1 if placed else ENGINE
        if placed and rules.branches > 1:
            ends = Train(None, tuple(placed)).ends(engine.high, rules.branches)
            on = max((end.position for end in ends if end.value == inner), default=on)
        placed.append(Placed(inner, outer, on))
    return tuple(placed)


def _as_told(tiles: Sequence[tuple[int, int]], on: Sequence[int]) -> tuple[Placed, ...]:
    if len(on) != len(tiles):
        raise _refused("bad_train", f"A train has {len(tiles)} tiles, and `on` {len(on)} places; send one for each.")
    for position, place in enumerate(on):
        if place >= position or (place == ENGINE and position > 0):
            message = f"Tile {position} of a train lies on tile {place}; only the first lies on the engine (-1), and "
            raise _refused("bad_train", f"{message}every other one on a tile before it.")
    return tuple(Placed(inner, outer, place) for (inner, outer), place in zip(tiles, on, strict=True))


def _made_up(end: int, engine: Tile, rules: Rules, taken: Counter[Tile], busy: set[int]) -> tuple[Placed, ...]:
    """Tiles for a train of which only the end is known; they are `taken` from then on."""
    if end > rules.highest:
        told = f"No train of a {rules.domino_set} set ends in {end}, for its values end with {rules.highest}"
        raise _refused("bad_end", f"{told}; correct the end, or choose a larger set.")
    try:
        way = stand_in(engine.high, end, rules.highest, taken, rules.copies, busy)
    except ValueError:
        message = f"No train can end in {end}: all tiles for it lie elsewhere; look at the table again."
        raise _refused("bad_end", message) from None
    taken.update(tiles_along(way))
    return tuple(Placed(inner, outer, on - 1) for on, (inner, outer) in enumerate(pairwise(way)))


def _refused(code: str, message: str) -> Problem:
    return Problem(422, code, message)
