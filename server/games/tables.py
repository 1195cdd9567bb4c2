"""The tables in which games are stored. A change of them needs a migration in `migrations/versions`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, LargeBinary, MetaData, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcTime(TypeDecorator[datetime]):
    """A moment; SQLite keeps no time zone, so all are in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database; raises ValueError for a time of which nobody knows the zone."""
        if value is not None and value.tzinfo is None:
            raise ValueError("A stored time needs a time zone.")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """The root of all tables; constraints have names, so that a migration can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class GameRow(Base):
    """A game: its secrets, and the number of its last event, which is its version.

    `open_code` is the digest of `code` while the game can be joined, and null when it is over: codes of games that go
    on are unique, those of others may come again.
    """

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[int]
    code: Mapped[str] = mapped_column(String(6))
    open_code: Mapped[bytes | None] = mapped_column(LargeBinary(32), unique=True)
    host_digest: Mapped[bytes] = mapped_column(LargeBinary(32))


class SeatRow(Base):
    """A seat that was joined, with the digest of its token."""

    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    digest: Mapped[bytes] = mapped_column(LargeBinary(32))


class EventRow(Base):
    """An event of a game; each number is there once, so that of two at the same time one gives way."""

    __tablename__ = "events"

    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcTime())
    by: Mapped[str] = mapped_column(String(16))
    kind: Mapped[str] = mapped_column(String(32))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class KeyRow(Base):
    """A request that was answered: its key and what it asked for, as digests, and what the answer was.

    The answer is the game as it stood after event `number`, with the tokens or the name of a photo that went with it.
    """

    __tablename__ = "keys"

    scope: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary(32))
    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), index=True)
    number: Mapped[int]
    tokens: Mapped[bytes | None] = mapped_column(LargeBinary)
    photo: Mapped[str | None] = mapped_column(String(32))


class PhotoRow(Base):
    """A photo of a game that keeps them; `by` brought it."""

    __tablename__ = "photos"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey(GameRow.id), index=True)
    by: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(UtcTime())
    media_type: Mapped[str] = mapped_column(String(64))
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
