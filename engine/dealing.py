"""How a round begins: which double is the engine, who has which tiles, and who starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.errors import DealError
from engine.rules import Rules
from engine.state import Position, TableState, new_trains
from engine.tiles import DominoSet, Tile
from engine.turns import without


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands and the boneyard, in the order of drawing, before anything is laid.

    - `engine`: the double of this round; None when it is the highest that someone holds.
    - `starter`: the seat that plays first, or, when the engine is held by nobody, draws for it first.
    """

    engine: Tile | None
    starter: int
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


def deal(rules: Rules, players: int, engine: Tile | None, starter: int, rng: Random) -> Deal:
    """Shuffle and deal with the given generator.

    Raises:
        RulesError: when the rules do not deal to so many players.
    """
    each = rules.tiles_each(players)
    tiles = list(rules.domino_set) * rules.copies
    if rules.engine_set_aside and engine is not None:
        tiles.remove(engine)
    rng.shuffle(tiles)
    hands = tuple(tuple(tiles[seat * each : (seat + 1) * each]) for seat in range(players))
    return Deal(engine, starter, hands, tuple(tiles[players * each :]))


def next_engine(rules: Rules, used: Sequence[Tile], rng: Random) -> Tile | None:
    """The engine of the round after those with the engines `used`; None when the hands decide it."""
    highest = rules.highest
    if rules.next_engine == "one lower":
        return Tile(highest - len(used), highest - len(used))
    if rules.next_engine == "fixed":
        return Tile(highest, highest)
    if rules.next_engine == "highest held":
        return None
    return rng.choice([double for double in DominoSet(highest) if double.is_double and double not in used])


def start(rules: Rules, deal: Deal) -> Position:
    """The position in which the first move is made: the engine lies on the table.

    An engine that is not set aside is laid by whoever holds it, clockwise from the starter where two do. While nobody
    does, the players draw a tile each in turn. The one who lays it has the first turn.

    Raises:
        DealError: for a deal that is not made of the set, or not by the rules.
    """
    check_deal_of(rules, deal)
    hands, boneyard, engine, turn = list(deal.hands), list(deal.boneyard), deal.engine, deal.starter
    players = len(hands)
    if not rules.engine_set_aside:
        drawer = deal.starter
        while (found := _holder(hands, engine, deal.starter)) is None:
            hands[drawer] = (*hands[drawer], boneyard.pop(0))
            drawer = (drawer + 1) % players
        turn, engine = found
        hands[turn] = without(hands[turn], engine)
    table = TableState(rules, engine, new_trains(rules, players), turn, tuple(map(len, hands)), len(boneyard))
    return Position(table, tuple(hands), tuple(boneyard))


def _holder(hands: Sequence[tuple[Tile, ...]], engine: Tile | None, first: int) -> tuple[int, Tile] | None:
    """The seat that holds the engine, or the highest double when there is none yet, and that tile."""
    seats = [(first + step) % len(hands) for step in range(len(hands))]
    if engine is None:
        engine = max((tile for hand in hands for tile in hand if tile.is_double), default=None)
    return next(((seat, engine) for seat in seats if engine is not None and engine in hands[seat]), None)


def check_deal_of(rules: Rules, deal: Deal) -> None:
    """Refuse a deal that cannot be one of these rules: wrong engine, hands, or tiles.

    Hands of other sizes than the rules deal are accepted, so that an exercise can begin with any.

    Raises:
        DealError: with what is wrong first.
    """
    rules.tiles_each(len(deal.hands))
    if not 0 <= deal.starter < len(deal.hands):
        raise DealError(f"Seat {deal.starter} cannot start among {len(deal.hands)} players.")
    if deal.engine is None and rules.next_engine != "highest held":
        raise DealError("A round needs an engine.")
    if deal.engine is not None and rules.next_engine == "highest held":
        raise DealError("The highest double held is the engine; a deal cannot name another.")
    if deal.engine is not None and not deal.engine.is_double:
        raise DealError(f"The engine is a double, not {deal.engine}.")
    if not all(deal.hands):
        raise DealError("Every player needs at least one tile.")
    holder = None if rules.engine_set_aside else _holder(deal.hands, deal.engine, deal.starter)
    if holder is not None and len(deal.hands[holder[0]]) == 1:
        raise DealError(f"Who holds the engine lays it and needs another tile; {holder[1]} is all of a hand.")
    expected = Counter(dict.fromkeys(rules.domino_set, rules.copies))
    found = Counter(tile for tiles in (*deal.hands, deal.boneyard) for tile in tiles)
    if rules.engine_set_aside and deal.engine is not None:
        found[deal.engine] += 1
    for tile in sorted(found | expected):
        if tile not in expected:
            raise DealError(f"The tile {tile} does not belong to a {rules.domino_set} set.")
        if found[tile] < expected[tile]:
            raise DealError(f"The tile {tile} is missing: the engine, the hands and the boneyard are the whole set.")
        if found[tile] > expected[tile]:
            often = "once" if expected[tile] == 1 else f"{expected[tile]} times"
            raise DealError(f"The tile {tile} is there {found[tile]} times, and the set has it {often}.")
