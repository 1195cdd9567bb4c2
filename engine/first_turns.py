"""How far the first turns are, told from a table in the middle of a round: from its trains and hands."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import RulesError
from engine.rules import Rules
from engine.state import Train
from engine.tiles import Tile


def turns_over(
    rules: Rules, trains: Sequence[Train], hand_sizes: Sequence[int], me: int, named: Sequence[Tile] = ()
) -> int:
    """How many turns are over when it is the turn of seat `me`: as many as seats, at least, or fewer in first turns.

    Who has not begun has a train without a tile and a marker, and a hand no smaller than was dealt, or by one tile
    where its player may have laid the engine. It may be larger: players draw for an engine that nobody holds, and who
    is stuck draws. Who was stuck in the first turn, and by the rules left no marker, looks the same; what tells then is
    the table: tiles on a Mexican train, and under a long first train a marker that no first turn leaves, or doubles
    that somebody has `named` as still to be covered. Where the first turn is one tile and the engine set aside, only
    a hand as it was dealt is taken for one.

    Where nothing tells, as by the rules `sixteen` while no train is marked, such a player is taken to be in the first
    turn. By the rules that turn is over; but a hand is as large after drawing for the engine, or in this very turn, and
    no size of a hand says which it was. A round as text counts its turns, and needs none of this.

    Where the first turn is as any other, as many as seats; so too with a number of players that the rules do not know.
    """
    players = len(hand_sizes)
    is_long = rules.first_turn == "long train"
    if not is_long and rules.mexican_train_from == "start":
        return players
    try:
        dealt = rules.tiles_each(players)
    except RulesError:
        return players
    if (is_long and named) or any(_shows_a_second_turn(rules, train) for train in trains):
        return players
    least = dealt if rules.engine_set_aside else dealt - 1
    grows = is_long or rules.mark_unstarted or not rules.engine_set_aside
    had_it = [
        bool(train.placed) or train.is_open or size < least or (size > dealt and not grows)
        for train, size in zip(trains, hand_sizes, strict=False)
    ]
    return players if had_it[me] else min(sum(had_it), players - 1)


def _shows_a_second_turn(rules: Rules, train: Train) -> bool:
    """Whether a train has what no first turn leaves behind.

    In a long first train doubles oblige nobody, so that whoever lays anything ends the turn without a marker.
    """
    if train.owner is None:
        return bool(train.placed)
    return rules.first_turn == "long train" and train.is_open and (bool(train.placed) or not rules.mark_unstarted)
