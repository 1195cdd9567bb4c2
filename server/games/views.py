"""What of a game is shown to whom: hands of the current round to the host and their own seat, the code to the host.

A seat is told what cannot be right about its own hand and the table, and the host about all hands. Of the tiles of
others a seat is told nothing while a hand is missing: it could claim to hold, or to see, one tile after another. Once
all hands are in, it is told which of its own tiles others have handed in, too; closing the round shows every hand.
"""

from __future__ import annotations

from server.games.checks import findings
from server.games.fold import Course, Taken, entries_of
from server.games.scores import points_of
from server.games.state import (
    CurrentRound,
    GameState,
    Join,
    Lobby,
    Place,
    Player,
    Score,
    ScoredRound,
    Submission,
    Viewer,
)


def view(game: str, code: str, course: Course, viewer: Viewer) -> GameState:
    """The state of a game for one viewer."""
    created = course.created
    return GameState(
        id=game,
        version=course.version,
        name=created.name,
        created=course.at,
        over=course.over,
        keep_photos=created.keep_photos,
        rules=created.rules,
        preset=created.preset,
        rounds_planned=course.planned,
        engines=created.engines,
        you=viewer,
        players=players_of(course),
        rounds=tuple(_scored(course, number, viewer) for number in range(1, len(course.closings) + 1)),
        current=None if course.current is None else _current(course, course.current, viewer),
        totals=course.sheet.totals(),
        ranking=_ranking(course),
        undo=course.steps[-1][1] if course.steps else None,
        join=Join(code) if viewer.host and not course.over else None,
    )


def lobby(game: str, course: Course) -> Lobby:
    """What a game shows to who knows its code."""
    return Lobby(game, course.created.name, players_of(course))


def players_of(course: Course) -> tuple[Player, ...]:
    """The seats."""
    names = enumerate(course.created.players)
    return tuple(Player(seat, name, course.joined[seat]) for seat, name in names)


def _ranking(course: Course) -> tuple[Place, ...]:
    seats = {name: seat for seat, name in enumerate(course.created.players)}
    return tuple(Place(seats[item.player], item.total, item.place) for item in course.sheet.ranking())


def _scored(course: Course, number: int, viewer: Viewer) -> ScoredRound:
    closing = course.closings[number - 1]
    entries = zip(course.hands_of(number), entries_of(course, number), strict=True)
    scores = tuple(
        Score(
            seat=seat,
            points=entry.points,
            tiles=None if taken is None else taken.hand.tiles,
            out=taken is not None and taken.hand.out,
            open_train=taken is not None and taken.hand.open_train,
            photo=taken.hand.photo if taken is not None and _may_see(viewer, seat) else None,
            before=entry.before,
        )
        for seat, (taken, entry) in enumerate(entries)
    )
    return ScoredRound(number, scores, closing.event.blocked, closing.at)


def _current(course: Course, number: int, viewer: Viewer) -> CurrentRound:
    created, taken = course.created, course.hands_of(number)
    hands = {seat: one.hand for seat, one in enumerate(taken) if one is not None}
    open_hands = {seat: hand.tiles for seat, hand in hands.items() if _may_see(viewer, seat)}
    missing = tuple(seat for seat in range(len(taken)) if seat not in hands)
    table = course.tables[number - 1]
    return CurrentRound(
        number=number,
        engine=created.engines[number - 1],
        submissions=tuple(_submission(course, one, viewer) for one in taken if one is not None),
        table=table,
        missing=missing,
        findings=findings(
            created.rules,
            created.engines[number - 1],
            open_hands,
            [seat for seat, hand in hands.items() if hand.out],
            () if table is None else table.tiles,
            complete=not missing,
            unseen={seat: hand.tiles for seat, hand in hands.items() if seat not in open_hands},
        ),
        can_close=not missing,
    )


def _submission(course: Course, taken: Taken, viewer: Viewer) -> Submission:
    hand = taken.hand
    seen = _may_see(viewer, hand.seat)
    return Submission(
        seat=hand.seat,
        points=points_of(hand, course.created.rules.scoring),
        count=len(hand.tiles),
        out=hand.out,
        unsure=hand.unsure,
        open_train=hand.open_train,
        photo=hand.photo if seen else None,
        tiles=hand.tiles if seen else None,
    )


def _may_see(viewer: Viewer, seat: int) -> bool:
    """Whether the hand of a seat may be looked into before its round is closed, and its photo then and later."""
    return viewer.host or viewer.seat == seat
