"""Games with people: everything that a web server, a command or a test does with them goes through `Games`.

Every write carries a key that the caller makes up at random, one for each new request. When a request is repeated with
its key, because its answer was lost, nothing is written, and it is answered as the first time. Keys of the host, of a
seat and of who has but a code do not meet. An error writes nothing, and so leaves its key free.
"""

from __future__ import annotations

import hashlib
import secrets as system_secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from random import Random
from typing import cast

from sqlalchemy.orm import Session

from engine.rules import Rules
from engine.rulesfile import full_table_of
from server.games import album, secrets, steps, store
from server.games.access import Holder, entered
from server.games.database import Database
from server.games.errors import BadRequest, UnknownCode
from server.games.eventdata import tiles_data
from server.games.events import CODE, HOST, Event, Logged, SeatFreed, last_not_by_a_seat
from server.games.fold import Course, fold
from server.games.listeners import Listener, Listeners
from server.games.migrate import upgrade
from server.games.sheetcsv import sheet_csv
from server.games.state import Created, GameView, Lobby, Seated, Viewer
from server.games.steps import Absent, AnyTile
from server.games.store import Request
from server.games.tables import GameRow
from server.games.views import lobby, view

Deciding = Callable[[Session, Course, Viewer], Event]
"""What becomes of a game as it stands, for who asks."""
LONGEST_KEY = 64
"""Characters of a key."""


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class Games:
    """All games of a database, for any number of threads, and beside other processes with the same database.

    - `url`: of SQLAlchemy's kind: `sqlite:///FILE` or `postgresql://…`. Tables are made or brought up to date first.
    - `clock` gives the time, with a zone; `token_bytes` random bytes that nobody can guess.

    Every method that reads or writes can also raise StoreBusy. Games and tokens that do not fit raise NoGame.

    Raises:
        StoreUnusable: when the database cannot be used.
    """

    def __init__(
        self,
        url: str,
        clock: Callable[[], datetime] = utc_now,
        token_bytes: secrets.TokenBytes = system_secrets.token_bytes,
    ) -> None:
        self.database = Database(url)
        upgrade(self.database.engine)
        self._clock, self._token_bytes = clock, token_bytes
        self._listeners = Listeners()

    def create(
        self,
        rules: Rules,
        players: Iterable[str],
        name: str | None = None,
        host_seat: int | None = None,
        keep_photos: bool = False,
        *,
        preset: str | None = None,
        key: str,
    ) -> Created:
        """A new game, its host's token, and that of the host's seat if there is one.

        Its rules are told as changes of the `preset`, or else of the one that is nearest.

        Raises:
            BadRequest: for names, players or a seat that cannot be.
            KeyReused: when the key came with another request.
        """
        names = tuple(players)
        wish = ["create", full_table_of(rules), list(names), name, host_seat, keep_photos]
        request = Request("create", _checked(key), wish)

        def work(session: Session) -> Created:
            past = store.answered(session, request)
            if past is not None and past.tokens is not None:
                row = cast(GameRow, store.game_row(session, past.game_id))
                host, *seats = secrets.unseal(past.tokens, key)
                return self._created(row, fold(store.load(session, row.id, past.number)), host, seats)
            rng = Random(self._token_bytes(32))
            event = steps.creating(rules, names, name, host_seat, keep_photos, rng, preset)
            host, *seats = (secrets.new_token(self._token_bytes) for _ in range(1 + (host_seat is not None)))
            code = secrets.new_code(self._token_bytes)
            row = GameRow(
                id=secrets.new_id(self._token_bytes),
                version=0,
                code=code,
                open_code=secrets.digest(code),
                host_digest=secrets.digest(host),
            )
            session.add(row)
            session.flush()  # The row of a game is there before anything that refers to it.
            entry = Logged(1, self._clock(), HOST, event)
            store.append(session, row, entry)
            if host_seat is not None:
                store.seat_joined(session, row.id, host_seat, seats[0])
            store.remember(session, request, row, secrets.seal([host, *seats], key, self._token_bytes))
            return self._created(row, fold([entry]), host, seats)

        return self.database.write(work)

    def look_up(self, code: str) -> Lobby:
        """The game that goes on under this code, typed in any case; raises UnknownCode."""

        def work(session: Session) -> Lobby:
            row = store.game_by_code(session, secrets.read_code(code) or "")
            if row is None:
                raise UnknownCode()
            return lobby(row.id, fold(store.load(session, row.id)))

        return self.database.read(work)

    def take_seat(self, code: str, seat: int, *, key: str) -> Seated:
        """Somebody with the code sits down; the token is shown now and never again.

        Raises:
            UnknownCode, SeatTaken: when the game or the seat cannot be joined.
            BadRequest: for no seat.
            KeyReused: when the key came with another request.
        """
        typed = secrets.read_code(code) or ""
        request = Request("join", _checked(key), ["seat", typed, seat])

        def work(session: Session) -> tuple[Seated, GameRow | None]:
            row = store.game_by_code(session, typed, lock=True)
            past = store.answered(session, request)
            if past is not None and past.tokens is not None:
                before = cast(GameRow, store.game_row(session, past.game_id))
                course = fold(store.load(session, before.id, past.number))
                (token,) = secrets.unseal(past.tokens, key)
                return Seated(token, view(before.id, before.code, course, Viewer(False, seat))), None
            if row is None:
                raise UnknownCode()
            log = store.load(session, row.id)
            entry = self._next(log, CODE, steps.filling(fold(log), seat))
            token = secrets.new_token(self._token_bytes)
            store.append(session, row, entry)
            store.seat_joined(session, row.id, seat, token)
            store.remember(session, request, row, secrets.seal([token], key, self._token_bytes))
            return Seated(token, view(row.id, row.code, fold((*log, entry)), Viewer(False, seat))), row

        seated, changed = self.database.write(work)
        if changed is not None:
            self._listeners.tell(changed.id, changed.version)
        return seated

    def see(self, game_id: str, token: str) -> GameView:
        """How the game stands for the holder of the token."""

        def work(session: Session) -> GameView:
            row, holder = entered(session, game_id, token)
            return _view(row, holder, fold(store.load(session, row.id)))

        return self.database.read(work)

    def version(self, game_id: str, token: str) -> int:
        """The version of the game, without the cost of folding it."""
        return self.database.read(lambda session: entered(session, game_id, token)[0].version)

    def seat_of(self, game_id: str, token: str) -> int | None:
        """The seat whose token it is, None for the host's; raises NoGame."""
        return self.database.read(lambda session: entered(session, game_id, token)[1].seat)

    def sheet(self, game_id: str, token: str) -> str:
        """The score sheet as CSV."""
        return sheet_csv(self.see(game_id, token).state)

    def submit(
        self,
        game_id: str,
        token: str,
        round: int,
        seat: int,
        tiles: Iterable[AnyTile],
        out: bool = False,
        unsure: int = 0,
        photo: str | None = None,
        open_train: bool = False,
        *,
        key: str,
    ) -> GameView:
        """A hand of the current round, by its own seat or the host; it takes the place of an earlier one.

        - `unsure`: how many tiles nobody was sure of; `open_train`: whether the train of the seat is still marked.

        Raises:
            NotAllowed, RoundOver, GameOver, BadRequest: as `steps.submitting` says, and for a photo that is not there.
            KeyReused: when the key came with another request.
        """
        hand = steps.tiles_of(tiles)
        wish = ["hand", round, seat, tiles_data(hand), out, unsure, photo, open_train]

        def decide(session: Session, course: Course, viewer: Viewer) -> Event:
            event = steps.submitting(course, viewer, round, seat, hand, out, unsure, open_train, photo)
            if photo is not None and not store.photo_is_there(session, game_id, photo):
                raise BadRequest("no_photo", "The photo of this hand is not in the game; send the hand without it.")
            return event

        return self._write(game_id, token, key, wish, decide)

    def show_table(self, game_id: str, token: str, round: int, tiles: Iterable[AnyTile], *, key: str) -> GameView:
        """The tiles that lie on the table; raises RoundOver, GameOver, BadRequest and KeyReused as `submit` does."""
        lying = steps.tiles_of(tiles)
        wish = ["table", round, tiles_data(lying)]
        return self._write(game_id, token, key, wish, lambda _, course, __: steps.showing(course, round, lying))

    def close(
        self, game_id: str, token: str, version: int, blocked: bool = False, absent: Absent = "refuse", *, key: str
    ) -> GameView:
        """Score the hands of the current round; the last planned one ends the game.

        Raises:
            NotAllowed, Conflict: unless the host asks, who has seen the game as it is.
            GameOver, HandsMissing: when there is nothing to close, or not everything is there and `absent` minds it.
            KeyReused: when the key came with another request.
        """
        wish = ["close", version, blocked, absent]
        return self._host(game_id, token, key, wish, version, lambda course: steps.closing(course, blocked, absent))

    def correct(
        self,
        game_id: str,
        token: str,
        version: int,
        round: int,
        seat: int,
        points: int,
        why: str | None = None,
        *,
        key: str,
    ) -> GameView:
        """Another score in a closed round; the old one stays on record.

        Raises:
            NotAllowed, Conflict, KeyReused: as `close` does.
            BadRequest: for a round, a seat or points that cannot be.
        """
        wish = ["correct", version, round, seat, points, why]
        return self._host(
            game_id, token, key, wish, version, lambda course: steps.correcting(course, round, seat, points, why)
        )

    def undo(self, game_id: str, token: str, version: int, *, key: str) -> GameView:
        """Take the host's last step back.

        Raises:
            NotAllowed, Conflict, KeyReused: as `close` does.
            BadRequest: when there is none.
        """
        return self._host(game_id, token, key, ["undo", version], version, steps.undoing)

    def finish(self, game_id: str, token: str, version: int, *, key: str) -> GameView:
        """End the game early; raises GameOver when it has, and NotAllowed, Conflict, KeyReused as `close` does."""
        return self._host(game_id, token, key, ["finish", version], version, steps.finishing)

    def free(self, game_id: str, token: str, version: int, seat: int, *, key: str) -> GameView:
        """The seat can be joined again, and its token opens nothing any more.

        What seats have sent since `version` is no conflict: a seat that sends all the time could never be freed.

        Raises:
            NotAllowed, Conflict, KeyReused: as `close` does.
            BadRequest: when nobody sits there.
        """
        wish = ["free", version, seat]
        return self._write(
            game_id, token, key, wish, lambda _, course, __: steps.freeing(course, seat), version, despite_seats=True
        )

    def keep_photo(self, game_id: str, token: str, data: bytes, media_type: str, *, key: str) -> str:
        """Keep a photo, under a name that a hand can refer to.

        Raises:
            PhotosNotKept: when the game was created without.
            BadRequest: for another media type, or too many photos.
            KeyReused: when the key came with another request.
        """
        _checked(key)
        wish = ["photo", media_type, hashlib.sha256(data).hexdigest()]

        def work(session: Session) -> str:
            row, holder = entered(session, game_id, token, lock=True)
            request = _request(row, holder, key, wish)
            past = store.answered(session, request)
            if past is not None and past.photo is not None:
                return past.photo
            photo = secrets.new_id(self._token_bytes)
            album.keep(session, row, fold(store.load(session, row.id)), holder, photo, data, media_type, self._clock())
            store.remember(session, request, row, photo=photo)
            return photo

        return self.database.write(work)

    def photo(self, game_id: str, token: str, photo_id: str) -> tuple[bytes, str]:
        """A photo and its media type; raises NoPhoto, and NotAllowed for the photo of another seat's hand."""

        def work(session: Session) -> tuple[bytes, str]:
            row, holder = entered(session, game_id, token)
            return album.look(session, row, fold(store.load(session, row.id)), holder, photo_id)

        return self.database.read(work)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change by this object; returns what ends that. Other processes are not heard."""
        return self._listeners.add(listener)

    def close_all(self) -> None:
        """Close all connections to the database."""
        self.database.close()

    def _host(
        self, game: str, token: str, key: str, wish: object, version: int, decide: Callable[[Course], Event]
    ) -> GameView:
        """A step that only the host may take, and only in the version that the host has seen."""
        return self._write(game, token, key, wish, lambda _, course, __: decide(course), version)

    def _write(
        self,
        game: str,
        token: str,
        key: str,
        wish: object,
        decide: Deciding,
        seen: int | None = None,
        despite_seats: bool = False,
    ) -> GameView:
        """Write the event that `decide` makes of the game as it stands, with the key of the request, or neither.

        With `seen`, only the host may, who has `seen` this version, or, `despite_seats`, all but what seats sent since.
        """
        _checked(key)

        def work(session: Session) -> tuple[GameView, int | None]:
            row, holder = entered(session, game, token, lock=True)
            request = _request(row, holder, key, wish)
            past = store.answered(session, request)
            if past is not None:
                return _view(row, holder, fold(store.load(session, game, past.number))), None
            log = store.load(session, game)
            before = fold(log)
            if seen is not None:
                since = last_not_by_a_seat(log) if despite_seats else before.version
                steps.check_host(before, holder.viewer(before), seen, since, lambda: _view(row, holder, before).state)
            entry = self._next(log, holder.by, decide(session, before, holder.viewer(before)))
            after = fold((*log, entry))
            store.append(session, row, entry)
            store.remember(session, request, row)
            if isinstance(entry.event, SeatFreed):
                store.seat_left(session, game, entry.event.seat)
            if before.over != after.over:
                store.open_or_shut(session, row, after.over, lambda: secrets.new_code(self._token_bytes))
            return _view(row, holder, after), entry.number

        answer, number = self.database.write(work)
        if number is not None:
            self._listeners.tell(game, number)
        return answer

    def _next(self, log: tuple[Logged, ...], by: str, event: Event) -> Logged:
        return Logged(log[-1].number + 1, self._clock(), by, event)

    def _created(self, row: GameRow, course: Course, host: str, seats: list[str]) -> Created:
        viewer = Holder(None).viewer(course)
        return Created(view(row.id, row.code, course, viewer), host, seats[0] if seats else None)


def _view(row: GameRow, holder: Holder, course: Course) -> GameView:
    return GameView(view(row.id, row.code, course, holder.viewer(course)))


def _request(row: GameRow, holder: Holder, key: str, wish: object) -> Request:
    return Request(f"{row.id} {holder.by}", key, wish)


def _checked(key: str) -> str:
    if not 1 <= len(key) <= LONGEST_KEY:
        raise BadRequest("bad_key", f"A key has 1 to {LONGEST_KEY} characters.")
    return key
