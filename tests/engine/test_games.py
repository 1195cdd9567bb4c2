"""Random games of random rules: what has to hold in every one of them."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.errors import RulesError
from engine.game import Game, Round
from engine.gametext import format_game, parse_game, replay
from engine.moves import DRAW, PASS, Move, Play
from engine.notation import format_move, format_tiles, parse_move, parse_tiles
from engine.presets import PRESETS
from engine.rules import OPTIONS, Rules
from engine.state import ENGINE
from engine.tabletext import format_table, parse_table
from engine.tiles import Tile
from engine.turns import why_not

GAMES = 2000 if "PIPWISE_SLOW" in os.environ else 15
"""How many games are played; the slow suite sets PIPWISE_SLOW."""

NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou", "Max", "Nan", "Ole", "Pia"]

changes = st.dictionaries(st.sampled_from(sorted(OPTIONS)), st.integers(0, 4), max_size=6)


def rules_of(name: str, chosen: dict[str, int]) -> Rules:
    """A preset with house rules on top; one that contradicts what is there already is left out."""
    rules = PRESETS[name]
    for option, index in chosen.items():
        values = OPTIONS[option]
        try:
            rules = rules.change(**{option: values[index % len(values)]})
        except RulesError:
            continue
    return rules


class AnyGame(RuleBasedStateMachine):
    """One round, move by move; undone and finished now and then."""

    @initialize(name=st.sampled_from(sorted(PRESETS)), chosen=changes, seat=st.integers(0, 15), seed=st.integers(0, 99))
    def begin(self, name: str, chosen: dict[str, int], seat: int, seed: int) -> None:
        rules = rules_of(name, chosen)
        players = rules.deal[seat % len(rules.deal)][0]
        self.game = Game.start(rules, NAMES[:players], seed)
        self.rng = Random(seed)

    @precondition(lambda self: not self.game.round.is_over)
    @rule(choice=st.integers(0, 1000), steps=st.integers(1, 12))
    def play(self, choice: int, steps: int) -> None:
        for _ in range(steps):
            moves = self.game.round.legal_moves()
            if moves:
                self.game = self.game.play(moves[choice % len(moves)])

    @precondition(lambda self: self.game.round.moves)
    @rule()
    def undo(self) -> None:
        round_ = self.game.round
        self.game = self.game.undo()
        assert self.game.play(round_.moves[-1]).round == round_

    @rule()
    def finish(self) -> None:
        """The round ends, however long it takes: every tile is laid or drawn once, and passing ends, too."""
        round_, most = self.game.round, 0
        while not round_.is_over:
            round_ = round_.play(self.rng.choice(round_.legal_moves()), checked=False)
            most += 1
            assert most < 3000
        assert round_.legal_moves() == ()
        assert why_not(round_.position, PASS) is not None

    @rule()
    def write_down(self) -> None:
        text = format_game(self.game)
        again, fault = replay(parse_game(text))
        assert fault is None
        assert again == self.game
        assert format_game(again) == text
        table = self.game.round.position.table
        assert parse_table(format_table(table, self.game.players)) == (table, self.game.players)
        for hand in self.game.round.position.hands:
            assert parse_tiles(format_tiles(hand)) == hand

    @invariant()
    def no_tile_is_created_or_lost(self) -> None:
        position = self.game.round.position
        tiles = Counter(position.table.tiles()) + Counter(position.boneyard)
        tiles += Counter(tile for hand in position.hands for tile in hand)
        rules = self.game.rules
        assert tiles == Counter(list(rules.domino_set) * rules.copies)
        assert position.table.boneyard == len(position.boneyard)
        assert position.table.hand_sizes == tuple(map(len, position.hands))

    @invariant()
    def every_join_is_legal(self) -> None:
        table = self.game.round.position.table
        for train in table.trains:
            for one in train.placed:
                assert one.inner == (table.engine_value if one.on == ENGINE else train.placed[one.on].outer)
            covers = train.covers()
            for one, count in zip(train.placed, covers, strict=True):
                assert count <= (table.rules.branches if one.is_double else 1)

    @invariant()
    def check_is_none_exactly_for_the_legal_moves(self) -> None:
        round_ = self.game.round
        legal = round_.legal_moves()
        assert len(set(legal)) == len(legal)
        assert legal or round_.is_over
        for move in (*legal, *self.other_moves(round_)):
            assert (why_not(round_.position, move) is None) == (move in legal)
            if move in legal:
                assert parse_move(format_move(move, self.game.players), self.game.players) == move

    def other_moves(self, round_: Round) -> list[Move]:
        table = round_.position.table
        hand = round_.position.hands[table.turn]
        trains = [*range(-1, len(table.trains) + 1)]
        plays = [
            Play(tile, self.rng.choice(trains), self.rng.choice([0, 0, 1, 2]), self.rng.random() < 0.1)
            for tile in (*hand, Tile(0, 0), Tile(18, 18))
        ]
        return [DRAW, PASS, *plays]

    @invariant()
    def replay_equals_play(self) -> None:
        if self.rng.random() < 0.1:
            round_ = self.game.round
            assert Round.replay(round_.rules, round_.deal, round_.moves) == round_


AnyGame.TestCase.settings = settings(
    max_examples=GAMES, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyGame = AnyGame.TestCase
