"""What everybody at the table knows of a hidden hand: who could not play tells which values are not in it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Round
from engine.moves import Draw, Move, Play, spots, third_tile_due
from engine.state import Position, TableState
from engine.tiles import Tile
from engine.turns import apply


@dataclass(frozen=True, slots=True)
class Held:
    """`count` tiles of a hand of which as much is known: that none of them shows one of the values `without`."""

    count: int
    without: frozenset[int] = frozenset()

    def may_be(self, tile: Tile) -> bool:
        """Whether one of these tiles may be that one."""
        return tile.low not in self.without and tile.high not in self.without


Hand = tuple[Held, ...]
Memory = tuple[Hand, ...]
"""What is known of each seat's hand; the counts of a hand add up to its size."""


def blank_memory(table: TableState) -> Memory:
    """What is known of the hands of a table that was not watched: their sizes."""
    return tuple((Held(size),) if size else () for size in table.hand_sizes)


def watched(round_: Round) -> Memory:
    """What is known to somebody who watched the round from its beginning, without seeing any hand."""
    position = Round.start(round_.rules, round_.deal).position
    memory = blank_memory(position.table)
    for move in round_.moves:
        memory = remember(memory, position, move)
        position = apply(position, move, checked=False)
    return memory


def remember(memory: Memory, before: Position, move: Move) -> Memory:
    """The memory after a legal move that was made in the position `before`.

    Who draws or passes cannot play: nothing in the hand fits where a tile may be laid. A tile that is laid comes from
    the part of the hand where it may have been; where several are possible, no more is remembered of them than what is
    true of each.
    """
    table = before.table
    hand = memory[table.turn]
    if isinstance(move, Play):
        hand = _without(hand, move.tile)
        if move.silent and before.boneyard:
            hand = (*hand, Held(1))
    else:
        hand = _stuck(hand, table)
        if isinstance(move, Draw):
            hand = (*hand, Held(1))
    return (*memory[: table.turn], _joined(hand), *memory[table.turn + 1 :])


def _stuck(hand: Hand, table: TableState) -> Hand:
    """The hand of somebody for whom nothing fits.

    Where rules keep a tile back that would fit, a double that nothing covers or a tile drawn just now, being stuck says
    less; nothing is concluded from it then.
    """
    rules = table.rules
    choosy = table.open_doubles and not table.earlier and rules.second_double != "yes"
    bare_doubles = table.in_long_train and not rules.long_train_may_end_on_double
    if choosy or bare_doubles or third_tile_due(table):
        return hand
    values = frozenset(spot.value for spot in spots(table))
    return tuple(Held(held.count, held.without | values) for held in hand)


def _without(hand: Hand, tile: Tile) -> Hand:
    """The hand after a tile was laid from it."""
    possible = [held for held in hand if held.may_be(tile)] or list(hand)
    rest = tuple(held for held in hand if held not in possible)
    shared = frozenset.intersection(*(held.without for held in possible))
    count = sum(held.count for held in possible) - 1
    return (*rest, Held(count, shared)) if count else rest


def _joined(hand: Hand) -> Hand:
    """The hand with parts of which as much is known put together."""
    counts: dict[frozenset[int], int] = {}
    for held in hand:
        counts[held.without] = counts.get(held.without, 0) + held.count
    return tuple(Held(count, without) for without, count in counts.items())
