"""What people may do in a game as it stands: each function turns a wish into the event to be written, or refuses it.

All are pure: they take the course of the game and who wishes, and raise a GamesError instead of an event that cannot
be. Wishes of a host carry the version of the game that the host saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Literal

from engine.dealing import next_engine
from engine.errors import RulesError, TileError
from engine.rules import Rules
from engine.tiles import Tile
from server.games import names
from server.games.errors import BadRequest, Conflict, GameOver, HandsMissing, NotAllowed, RoundOver, SeatTaken
from server.games.events import (
    GameCreated,
    GameFinished,
    HandSubmitted,
    RoundClosed,
    ScoreCorrected,
    SeatFilled,
    SeatFreed,
    StepUndone,
    TableShown,
)
from server.games.fold import Course
from server.games.scores import points_of_round
from server.games.state import GameState, Viewer

MOST_POINTS = 9999
"""The largest score that can be typed, and the smallest below 0."""
MOST_TILES = 400
"""More than two of the largest sets have; so many may lie on a table or in a hand."""

Absent = Literal["refuse", "zero"]
"""What becomes of the seats without a hand: the round is not closed, or they score 0."""
AnyTile = Tile | Sequence[int]
"""A tile, or the pair of its halves."""


def creating(
    rules: Rules,
    players: Iterable[str],
    name: str | None,
    host_seat: int | None,
    keep_photos: bool,
    rng: Random,
    preset: str | None = None,
) -> GameCreated:
    """A new game by rules that a `preset` was changed to; `rng` draws the engines where the rules want that.

    Raises:
        BadRequest: for names that cannot be, more players than the rules deal to, or a host who sits nowhere.
    """
    cleaned = names.clean_names(players)
    try:
        rules.tiles_each(len(cleaned))
    except RulesError as error:
        raise BadRequest("players", str(error)) from error
    if host_seat is not None:
        _check_seat(host_seat, len(cleaned))
    title = names.clean_text(name or "", "The name of a game", names.LONGEST_TITLE)
    return GameCreated(title, rules, cleaned, host_seat, keep_photos, _engines(rules, rng), preset)


def _engines(rules: Rules, rng: Random) -> tuple[int | None, ...]:
    used = list[Tile]()
    for _ in range(rules.round_count):
        engine = next_engine(rules, used, rng)
        if engine is None:  # The hands tell, and they are not dealt yet.
            return (None,) * rules.round_count
        used.append(engine)
    return tuple(tile.high for tile in used)


def filling(course: Course, seat: int) -> SeatFilled:
    """Somebody with the code sits down; raises SeatTaken, and BadRequest for no seat."""
    _check_seat(seat, len(course.joined))
    if course.joined[seat]:
        raise SeatTaken(course.created.players[seat])
    return SeatFilled(seat)


def freeing(course: Course, seat: int) -> SeatFreed:
    """The seat can be joined again; raises BadRequest when nobody sits there."""
    _check_seat(seat, len(course.joined))
    if not course.joined[seat]:
        raise BadRequest("seat_not_taken", f"Nobody has joined the seat of {course.created.players[seat]}.")
    return SeatFreed(seat)


def submitting(
    course: Course,
    viewer: Viewer,
    number: int,
    seat: int,
    tiles: Iterable[AnyTile],
    out: bool,
    unsure: int,
    open_train: bool,
    photo: str | None,
) -> HandSubmitted:
    """A hand comes in, from its own seat or from the host.

    Raises:
        NotAllowed: from another seat.
        RoundOver, GameOver: when the round or the game is over.
        BadRequest: for tiles of a player who went out or none of one who did not, more than one hand can ever hold,
            and what cannot be.
    """
    _check_seat(seat, len(course.joined))
    if not viewer.host and viewer.seat != seat:
        raise NotAllowed.not_your_seat()
    _check_current(course, number)
    hand = tiles_of(tiles)
    if out and hand:
        raise BadRequest("out_with_tiles", "Who went out has no tile left; send the hand without it, or not as out.")
    if not out and not hand:
        raise BadRequest("empty_hand", "A hand without a tile is one that went out; say so, or take another photo.")
    most = most_in_hand(course.created.rules, len(course.joined))
    if len(hand) > most:
        raise BadRequest("too_many_tiles", f"A hand of this game has at most {most} tiles, not {len(hand)}.")
    if not 0 <= unsure <= len(hand):
        raise BadRequest("unsure", f"Of {len(hand)} tiles not {unsure} can be unsure.")
    return HandSubmitted(number, seat, hand, out, unsure, open_train, photo)


def most_in_hand(rules: Rules, players: int) -> int:
    """How many tiles one hand can ever hold: what was dealt to it and the whole boneyard, for the rest was others'."""
    return rules.total_tiles - (players - 1) * rules.tiles_each(players)


def showing(course: Course, number: int, tiles: Iterable[AnyTile]) -> TableShown:
    """The table was seen; raises RoundOver, GameOver and BadRequest as `submitting` does."""
    _check_current(course, number)
    return TableShown(number, tiles_of(tiles))


def closing(course: Course, blocked: bool, absent: Absent) -> RoundClosed:
    """The hands of the current round are scored.

    Raises:
        GameOver: when the game is over.
        HandsMissing: unless `absent` says zero.
        BadRequest: for a blocked round in which somebody went out.
    """
    if course.current is None:
        raise GameOver()
    hands = [None if taken is None else taken.hand for taken in course.hands_of(course.current)]
    missing = tuple(seat for seat, hand in enumerate(hands) if hand is None)
    if missing and absent == "refuse":
        raise HandsMissing(tuple(course.created.players[seat] for seat in missing), missing)
    if blocked:
        _check_blocked(course, hands)
    points = points_of_round(hands, course.created.rules.scoring, blocked)
    return RoundClosed(course.current, blocked, points)


def _check_blocked(course: Course, hands: Sequence[HandSubmitted | None]) -> None:
    """Raise BadRequest when somebody went out, which ends a round before it can be blocked; only where a last double
    must be covered may it wait for a tile that nobody has."""
    out = [name for name, hand in zip(course.created.players, hands, strict=True) if hand is not None and hand.out]
    if out and course.created.rules.going_out_on_double != "must be covered":
        message = f"{out[0]} went out, so the round is not blocked; close it without that, or correct the hand."
        raise BadRequest("not_blocked", message)


def correcting(course: Course, number: int, seat: int, points: int, why: str | None) -> ScoreCorrected:
    """Another score for a closed round; raises BadRequest for a round that is not closed, and what cannot be."""
    _check_seat(seat, len(course.joined))
    if not 1 <= number <= len(course.closings):
        raise BadRequest("no_such_round", f"Round {number} is not closed; only scores of closed rounds are corrected.")
    if abs(points) > MOST_POINTS:
        raise BadRequest("points", f"A score is a number from -{MOST_POINTS} to {MOST_POINTS}.")
    return ScoreCorrected(number, seat, points, names.clean_text(why or "", "A reason", names.LONGEST_REASON))


def undoing(course: Course) -> StepUndone:
    """The last step of the host is taken back; raises BadRequest when there is none."""
    if not course.steps:
        raise BadRequest("nothing_to_undo", "The host has done nothing yet that could be taken back.")
    return StepUndone(course.steps[-1][0])


def finishing(course: Course) -> GameFinished:
    """The game ends early; raises GameOver when it has."""
    if course.over:
        raise GameOver()
    return GameFinished()


def check_host(course: Course, viewer: Viewer, version: int, since: int, state: Callable[[], GameState]) -> None:
    """Raise NotAllowed unless the host asks, and Conflict with the `state` unless of a version from `since` on."""
    if not viewer.host:
        raise NotAllowed.not_host()
    if not since <= version <= course.version:
        raise Conflict(state())


def _check_current(course: Course, number: int) -> None:
    """Raise unless hands of this round are being collected."""
    if 1 <= number <= len(course.closings):
        raise RoundOver.of(number)
    if course.current is None:
        raise GameOver()
    if number != course.current:
        raise BadRequest("no_such_round", f"Round {course.current} is being played, not round {number}.")


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise BadRequest("no_such_seat", f"The seats of this game are 0 to {seats - 1}; there is no seat {seat}.")


def tiles_of(tiles: Iterable[AnyTile]) -> tuple[Tile, ...]:
    """Tiles in their own order; those that are not in the set are taken, and shown as findings.

    Raises:
        BadRequest: for what is no tile, and for more than 400.
    """
    try:
        read = tuple(tile if isinstance(tile, Tile) else Tile.of(*tile) for tile in tiles)
    except (TileError, TypeError) as error:
        raise BadRequest("no_such_tile", "A tile is two whole numbers of pips from 0 to 18.") from error
    if len(read) > MOST_TILES:
        raise BadRequest("too_many_tiles", f"{len(read)} tiles are more than there are.")
    return read
