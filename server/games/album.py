"""Photos of a game that keeps them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from server.games import store
from server.games.access import Holder
from server.games.errors import BadRequest, NoPhoto, NotAllowed, PhotosNotKept
from server.games.fold import Course
from server.games.tables import GameRow, PhotoRow

MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp", "image/heic", "image/heif")
"""The kinds of pictures that are kept."""
MOST_PHOTOS = 500
"""So many photos are kept of a game: a hand and a table for each of 16 players in 13 rounds, and some taken again."""


def keep(
    session: Session, row: GameRow, course: Course, holder: Holder, photo: str, data: bytes, media: str, at: datetime
) -> None:
    """Store a photo under its name.

    Raises:
        PhotosNotKept: by a game that keeps none.
        BadRequest: for no picture, or one too many.
    """
    if not course.created.keep_photos:
        raise PhotosNotKept()
    if media not in MEDIA_TYPES or not data:
        raise BadRequest("bad_photo", f"A photo is one of {', '.join(MEDIA_TYPES)}.")
    if store.count_photos(session, row.id) >= MOST_PHOTOS:
        raise BadRequest("too_many_photos", f"The game has {MOST_PHOTOS} photos already, and keeps no more.")
    session.add(PhotoRow(id=photo, game_id=row.id, by=holder.by, at=at, media_type=media, data=data))


def look(session: Session, row: GameRow, course: Course, holder: Holder, photo: str) -> tuple[bytes, str]:
    """A photo and its media type: for the host, for who brought it, and for the seat whose hand it shows.

    Raises:
        NoPhoto: when the game has no such photo.
        NotAllowed: to other seats, which would see a hand before its round is closed.
    """
    found = store.photo_row(session, row.id, photo)
    if found is None:
        raise NoPhoto()
    hands = [taken.hand for round_ in course.hands for taken in round_ if taken is not None]
    own = any(hand.seat == holder.seat and hand.photo == photo for hand in hands)
    if holder.seat is not None and found.by != holder.by and not own:
        raise NotAllowed.not_your_seat()
    return found.data, found.media_type
