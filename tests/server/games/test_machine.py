"""Random games by random people, against a model that keeps no log, but a list of what an undo would bring back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.presets import preset
from engine.scoring import hand_points
from engine.tiles import Tile
from server.games.errors import BadRequest, Conflict, GameOver, GamesError, HandsMissing, RoundOver
from server.games.service import Games

from .table import new_key

SEATS = 3
ROUNDS = 4
RULES = preset("puremco").change(rounds=ROUNDS, double_blank=50)
TILE = st.tuples(st.integers(0, 12), st.integers(0, 12))
SEAT = st.integers(0, SEATS - 1)
Hand = tuple[tuple[int, int], ...] | None
"""The tiles of a hand; None is no hand, and an empty tuple one that went out."""


@dataclass
class Model:
    """What a game should be, in the plainest way."""

    hands: list[list[Hand]] = field(default_factory=lambda: [[None] * SEATS for _ in range(ROUNDS)])
    scores: list[list[list[int]]] = field(default_factory=list)
    """For each closed round and seat all points there ever were, the last one counting."""
    finished: bool = False
    undo: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.finished or len(self.scores) == ROUNDS


def points(hand: Hand) -> int:
    return 0 if hand is None else hand_points([Tile.of(*tile) for tile in hand], RULES.scoring)


class GameMachine(RuleBasedStateMachine):
    """Hands by seats and host, closing, correcting, undoing, finishing, joining, freeing, and repeating it all."""

    games: Games
    done = Bundle("done")

    @initialize()
    def create(self) -> None:
        created = self.games.create(RULES, ["Ann", "Bo", "Cy"], None, 0, key=new_key())
        self.id, self.host = created.state.id, created.host_token
        assert created.state.join is not None
        self.code = created.state.join.code
        self.seats: dict[int, str] = {0: created.seat_token or ""}
        self.model = Model()
        self.version = 1

    def state(self) -> Any:
        return self.games.see(self.id, self.host).state

    def act(self, name: str, token: str, *wish: Any) -> tuple[Any, ...]:
        """Do it, and remember how it was done and answered."""
        key = new_key()
        answer = getattr(self.games, name)(self.id, token, *wish, key=key)
        self.version += 1
        assert answer.state.version == self.version
        return (name, token, wish, key, answer)

    @rule(target=done, seat=SEAT, by_host=st.booleans(), hand=st.lists(TILE, max_size=3).map(tuple))
    def submit(self, seat: int, by_host: bool, hand: tuple[tuple[int, int], ...]) -> Any:
        token = self.host if by_host else self.seats.get(seat)
        number = len(self.model.scores) + 1
        if token is None:
            return None
        if self.model.over:
            with pytest.raises(RoundOver):
                self.act("submit", token, min(number, ROUNDS), seat, hand, not hand)
            return None
        done = self.act("submit", token, number, seat, hand, not hand)
        before = self.model.hands[number - 1][seat]
        self.model.hands[number - 1][seat] = hand
        # A hand that came in over one of the host's takes the step away; the host's own can be taken back.
        self.model.undo = [
            item for item in self.model.undo if by_host or item[0] != "hand" or item[1][:2] != (number, seat)
        ]
        if by_host:
            self.model.undo.append(("hand", (number, seat, before)))
        return done

    @rule(seat=SEAT, hand=st.lists(TILE, min_size=1, max_size=3))
    def submit_too_late(self, seat: int, hand: list[tuple[int, int]]) -> None:
        if self.model.scores:
            with pytest.raises(RoundOver):
                self.games.submit(self.id, self.host, len(self.model.scores), seat, hand, key=new_key())

    @rule(target=done, absent=st.sampled_from(["refuse", "zero"]))
    def close(self, absent: str) -> Any:
        number = len(self.model.scores) + 1
        if self.model.over:
            with pytest.raises(GameOver):
                self.act("close", self.host, self.version, False, absent)
            return None
        hands = self.model.hands[number - 1]
        if None in hands and absent == "refuse":
            with pytest.raises(HandsMissing) as caught:
                self.act("close", self.host, self.version, False, absent)
            assert caught.value.seats == tuple(seat for seat in range(SEATS) if hands[seat] is None)
            return None
        done = self.act("close", self.host, self.version, False, absent)
        self.model.undo.append(("round_closed", None))
        self.model.scores.append([[points(hand)] for hand in hands])
        return done

    @rule(target=done, data=st.data(), seat=SEAT, new=st.integers(-10, 99))
    def correct(self, data: st.DataObject, seat: int, new: int) -> Any:
        if not self.model.scores:
            with pytest.raises(BadRequest):
                self.act("correct", self.host, self.version, 1, seat, new)
            return None
        number = data.draw(st.integers(1, len(self.model.scores)))
        done = self.act("correct", self.host, self.version, number, seat, new)
        self.model.undo.append(("correction", (number, seat)))
        self.model.scores[number - 1][seat].append(new)
        return done

    @rule(target=done)
    @precondition(lambda self: self.version % 3 == 0)
    def finish(self) -> Any:
        if self.model.over:
            with pytest.raises(GameOver):
                self.act("finish", self.host, self.version)
            return None
        done = self.act("finish", self.host, self.version)
        self.model.undo.append(("finished", None))
        self.model.finished = True
        return done

    @rule(target=done)
    def undo(self) -> Any:
        if not self.model.undo:
            with pytest.raises(BadRequest):
                self.act("undo", self.host, self.version)
            return None
        done = self.act("undo", self.host, self.version)
        what, where = self.model.undo.pop()
        if what == "round_closed":
            self.model.scores.pop()
        elif what == "finished":
            self.model.finished = False
        elif what == "correction":
            self.model.scores[where[0] - 1][where[1]].pop()
        else:
            number, seat, before = where
            self.model.hands[number - 1][seat] = before
        return done

    @rule(target=done, seat=SEAT)
    def join_or_leave(self, seat: int) -> Any:
        if seat in self.seats:
            done = self.act("free", self.host, self.version, seat)
            with pytest.raises(GamesError):
                self.games.see(self.id, self.seats.pop(seat))
            return done
        if not self.model.over:
            self.seats[seat] = self.games.take_seat(self.code, seat, key=new_key()).seat_token
            self.version += 1
        return None

    @rule(behind=st.integers(1, 3))
    def act_on_what_is_gone(self, behind: int) -> None:
        before = self.state()
        with pytest.raises(Conflict) as caught:
            self.games.close(self.id, self.host, self.version - behind, False, "zero", key=new_key())
        assert caught.value.state == before

    @rule(done=done)
    def repeat(self, done: Any) -> None:
        """What was answered once is answered so again, whatever has happened since."""
        if done is None or done[1] not in (self.host, *self.seats.values()):
            return
        name, token, wish, key, answer = done
        assert getattr(self.games, name)(self.id, token, *wish, key=key) == answer

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "model"):
            return
        state, model = self.state(), self.model
        assert state.version == self.version
        assert state.over == model.over
        assert [[(*score.before, score.points) for score in item.scores] for item in state.rounds] == [
            [tuple(scores) for scores in item] for item in model.scores
        ]
        totals = [sum(item[seat][-1] for item in model.scores) for seat in range(SEATS)]
        assert list(state.totals) == totals
        assert [(item.seat, item.place) for item in state.ranking] == sorted(
            ((seat, 1 + sum(other < totals[seat] for other in totals)) for seat in range(SEATS)),
            key=lambda item: item[::-1],
        )
        assert [player.joined for player in state.players] == [seat in self.seats for seat in range(SEATS)]
        assert (state.undo.what if state.undo else None) == (model.undo[-1][0] if model.undo else None)
        if model.over:
            assert state.current is None
        else:
            hands = model.hands[len(model.scores)]
            assert {item.seat: (item.tiles, item.points) for item in state.current.submissions} == {
                seat: (tuple(Tile.of(*tile) for tile in hand), points(hand))
                for seat, hand in enumerate(hands)
                if hand is not None
            }


def test_random_games_are_as_the_model_says(shared_url: str) -> None:
    games = Games(shared_url)

    class Machine(GameMachine):
        pass

    Machine.games = games
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Machine, settings=settings(max_examples=25, stateful_step_count=40, suppress_health_check=checks)
    )
    games.close_all()
