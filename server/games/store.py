"""Games in the database: reading logs, adding events, keys of requests, photos. All within a transaction of the caller.

Who writes locks the game first (`lock=True`), so that writers of one game come one after another; those of other games
do not wait in PostgreSQL. Should a lock fail all the same, the number of the event is there already, and the database
refuses the second one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, undefer

from server.games import secrets
from server.games.errors import KeyReused, StoreUnusable
from server.games.eventdata import from_data, to_data
from server.games.events import Logged
from server.games.tables import EventRow, GameRow, KeyRow, PhotoRow, SeatRow


@dataclass(frozen=True, slots=True)
class Request:
    """A request that writes: who sends it, its key, and what it asks for, made of what JSON knows."""

    scope: str
    key: str
    wish: object


def game_row(session: Session, game: str, lock: bool = False) -> GameRow | None:
    """A game by its name, None for none; with `lock`, other writers of it wait until this transaction is over."""
    query = select(GameRow).where(GameRow.id == game)
    return session.scalars(query.with_for_update() if lock else query).one_or_none()


def game_by_code(session: Session, code: str, lock: bool = False) -> GameRow | None:
    """The game that goes on under this code. It is looked up by a digest, whose order tells nothing about codes."""
    query = select(GameRow).where(GameRow.open_code == secrets.digest(code))
    row = session.scalars(query.with_for_update() if lock else query).one_or_none()
    return row if row is not None and secrets.same(row.code, secrets.digest(code)) else None


def seat_digests(session: Session, game: str) -> list[tuple[int, bytes]]:
    """The seats that were joined, with the digests of their tokens."""
    query = select(SeatRow.seat, SeatRow.digest).where(SeatRow.game_id == game)
    return [(seat, digest) for seat, digest in session.execute(query)]


def seat_joined(session: Session, game: str, seat: int, token: str) -> None:
    """The token opens this seat from now on."""
    session.add(SeatRow(game_id=game, seat=seat, digest=secrets.digest(token)))


def seat_left(session: Session, game: str, seat: int) -> None:
    """The token of this seat opens nothing any more."""
    session.execute(delete(SeatRow).where(SeatRow.game_id == game, SeatRow.seat == seat))


def load(session: Session, game: str, until: int | None = None) -> tuple[Logged, ...]:
    """The log of a game, up to the event of number `until` if that is given."""
    query = select(EventRow).where(EventRow.game_id == game).order_by(EventRow.number)
    if until is not None:
        query = query.where(EventRow.number <= until)
    rows = session.scalars(query).all()
    if not rows:
        raise StoreUnusable(f"The events of the game {game} are missing in the database.")
    return tuple(Logged(row.number, row.at, row.by, from_data(row.kind, row.body)) for row in rows)


def append(session: Session, row: GameRow, entry: Logged) -> None:
    """One more event, which makes the next version."""
    kind, body = to_data(entry.event)
    session.add(EventRow(game_id=row.id, number=entry.number, at=entry.at, by=entry.by, kind=kind, body=body))
    row.version = entry.number


def answered(session: Session, request: Request) -> KeyRow | None:
    """The answer that this request got before, None for a new one; raises KeyReused when its key came with another."""
    row = session.get(KeyRow, (request.scope, secrets.digest(request.key)))
    if row is not None and row.fingerprint != secrets.fingerprint(request.wish):
        raise KeyReused()
    return row


def remember(
    session: Session, request: Request, row: GameRow, tokens: bytes | None = None, photo: str | None = None
) -> None:
    """The request was answered with the game as it stands, in the same transaction as what it wrote."""
    session.add(
        KeyRow(
            scope=request.scope,
            digest=secrets.digest(request.key),
            fingerprint=secrets.fingerprint(request.wish),
            game_id=row.id,
            number=row.version,
            tokens=tokens,
            photo=photo,
        )
    )


def photo_row(session: Session, game: str, photo: str) -> PhotoRow | None:
    """A photo of this game with its bytes."""
    query = select(PhotoRow).where(PhotoRow.game_id == game, PhotoRow.id == photo)
    return session.scalars(query.options(undefer(PhotoRow.data))).one_or_none()


def photo_is_there(session: Session, game: str, photo: str) -> bool:
    """Whether the game has this photo."""
    query = select(PhotoRow.id).where(PhotoRow.game_id == game, PhotoRow.id == photo)
    return session.scalars(query).one_or_none() is not None


def count_photos(session: Session, game: str) -> int:
    """How many photos the game has."""
    return session.scalars(select(func.count()).where(PhotoRow.game_id == game)).one()


def open_or_shut(session: Session, row: GameRow, over: bool, new_code: Callable[[], str]) -> None:
    """Give the code of a game free that is over, or take it again: a new one if it is another game's by now."""
    if over:
        row.open_code = None
        return
    if game_by_code(session, row.code) is not None:
        row.code = new_code()
    row.open_code = secrets.digest(row.code)
