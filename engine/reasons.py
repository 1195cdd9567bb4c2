"""Why a move is good or what it does, as codes that hold of the numbers; pages and commands put them into words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.evidence import CLEARLY, NEARLY_ALWAYS
from engine.moves import Draw, Move, Pass, Play, Spot, spots
from engine.scoring import tile_points
from engine.state import View
from engine.tiles import Tile


class ReasonCode(StrEnum):
    """What can be said for a move. In brackets what a `Reason` of this code tells besides.

    - `ONLY_MOVE`: nothing else is legal.
    - `MUST_DRAW`, `MUST_PASS`: nothing can be laid; on [tile] where that double has to be covered before all else.
    - `GOES_OUT`: it is the last tile of the hand.
    - `GOES_OUT_FIRST`: it is not, but I go out before the others nearly always.
    - `COVERS_DOUBLE`: the double that had to be covered is [tile].
    - `STARTS_OWN`, `STARTS_MEXICAN`: it is the first tile of the train.
    - `CLOSES_OWN`: it takes the marker off the own train, so that the others must leave it alone.
    - `KEEPS_LINE`: it begins a line of [number] tiles on the own train, the longest that the hand makes there; some
      other moves break it.
    - `SPARES_LINE`: laid elsewhere, or on another end of the own train, it leaves the longest line there whole,
      [number] tiles; some other moves break it.
    - `SHEDS_MOST`: it takes [number] points out of the hand, more than any other tile that can be laid.
    - `SHEDS_IN_TIME`: as `SHEDS_MOST`, while [seat] holds only [number] tiles and may soon go out.
    - `DENIES_NEXT`: the next player, [seat], is clearly less likely to have a tile that fits than after the other
      moves on average, by about [number] in a hundred.
    - `DOUBLE_IS_COVERED`: a double that its player has to follow, and that [number] tiles of the hand can follow.
    - `SAVES_DOUBLE`: the double [tile] could be laid now; wherever that is, this move is clearly better.
    - `WORKS_OUT_BEST`: nothing of this, but it is clearly better than every other move.
    - `AS_GOOD`: nothing of this either, and of [number] other moves it is not clear that they are worse.
    """

    ONLY_MOVE = "only move"
    MUST_DRAW = "must draw"
    MUST_PASS = "must pass"
    GOES_OUT = "goes out"
    GOES_OUT_FIRST = "goes out first"
    COVERS_DOUBLE = "covers double"
    STARTS_OWN = "starts own"
    STARTS_MEXICAN = "starts mexican"
    CLOSES_OWN = "closes own"
    KEEPS_LINE = "keeps line"
    SPARES_LINE = "spares line"
    SHEDS_MOST = "sheds most"
    SHEDS_IN_TIME = "sheds in time"
    DENIES_NEXT = "denies next"
    DOUBLE_IS_COVERED = "double is covered"
    SAVES_DOUBLE = "saves double"
    WORKS_OUT_BEST = "works out best"
    AS_GOOD = "as good"


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with what it speaks of, as `ReasonCode` says."""

    code: ReasonCode
    tile: Tile | None = None
    number: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal move with its numbers, each as far as it is sure.

    - `line`, `line_limit`: the longest line on the own train after it has so many tiles at least, and at most.
    - `begun`, `begun_limit`: the longest line there that it begins, itself counted; 0 where it lies elsewhere.
    - `next_plays`: how likely the next player can play then, from 0 to 1; None: the turn goes on, or it is not known.
    - `denied`: by how much that is less than after the other moves on average, 0 where the difference may be chance.
    - `out_first`: how likely I go out first, at least.
    """

    move: Move
    line: int
    line_limit: int
    begun: int
    begun_limit: int
    next_plays: float | None
    denied: float
    out_first: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """All legal moves beside each other.

    `best`: the number of the best one; `longest`: tiles of the longest line on the own train now, 0 where that is not
    known; `ahead`: by how many standard errors of their difference a move's expected result is better than another's,
    both by number, 0 where there is too little to tell.
    """

    moves: tuple[Weighed, ...]
    best: int
    longest: int
    ahead: Callable[[int, int], float]

    def clearly(self, better: int, worse: int) -> bool:
        """Whether a move is better than another by more than chance."""
        return self.ahead(better, worse) > CLEARLY


LINE = 2
"""A line of fewer tiles is not worth a word."""
FEW = 2
"""A hand of so many tiles may be gone within a turn or two."""
LESS_LIKELY = 0.1
"""By how much the next player's chance to play must fall to be worth a word."""


def reasons(view: View, comparison: Comparison, number: int) -> tuple[Reason, ...]:
    """All that can be said for one of the legal moves."""
    moves = comparison.moves
    one = moves[number]
    move = one.move
    if isinstance(move, Draw):
        return (Reason(ReasonCode.MUST_DRAW, tile=_to_be_covered(view)),)
    if isinstance(move, Pass):
        return (Reason(ReasonCode.MUST_PASS, tile=_to_be_covered(view)),)
    others = [other for k, other in enumerate(moves) if k != number]
    found = [Reason(ReasonCode.ONLY_MOVE)] if not others else []
    found += _about_going_out(view, one, move) + _about_trains(view, move)
    found += _about_line(one, others, comparison.longest)
    found += _about_next(view, one, others) + _about_points(view, move, others)
    found += _about_doubles(view, move, comparison, number)
    return tuple(found or _about_the_best(comparison, number))


def _to_be_covered(view: View) -> Tile | None:
    """The double on which alone a tile may be laid now, None where others may take one, too."""
    table = view.table
    waiting = {(one.train, one.position) for one in table.open_doubles}
    places = [(spot.train, spot.position) for spot in spots(table)]
    if len(places) != 1 or places[0] not in waiting:
        return None
    train, position = places[0]
    return table.trains[train].placed[position].tile


def _about_the_best(comparison: Comparison, number: int) -> list[Reason]:
    """What can always be said of the best move: a beginner who is told nothing learns nothing."""
    if number != comparison.best:
        return []
    rivals = sum(not comparison.clearly(number, k) for k in range(len(comparison.moves)) if k != number)
    return [Reason(ReasonCode.AS_GOOD, number=rivals) if rivals else Reason(ReasonCode.WORKS_OUT_BEST)]


def _about_going_out(view: View, one: Weighed, move: Play) -> list[Reason]:
    covered_first = move.tile.is_double and view.table.rules.going_out_on_double == "must be covered"
    if len(view.hand) == 1 and not covered_first:
        return [Reason(ReasonCode.GOES_OUT)]
    return [Reason(ReasonCode.GOES_OUT_FIRST)] if one.out_first >= NEARLY_ALWAYS else []


def _about_trains(view: View, move: Play) -> list[Reason]:
    table = view.table
    train, spot = table.trains[move.train], _spot(view, move)
    found = []
    if any((open_.train, open_.position) == (spot.train, spot.position) for open_ in table.open_doubles):
        found.append(Reason(ReasonCode.COVERS_DOUBLE, tile=train.placed[spot.position].tile))
    if not train.placed and train.owner is None:
        found.append(Reason(ReasonCode.STARTS_MEXICAN))
    if not train.placed and train.owner == view.me:
        found.append(Reason(ReasonCode.STARTS_OWN))
    if train.owner == view.me and train.is_open:
        found.append(Reason(ReasonCode.CLOSES_OWN))
    return found


def _about_line(one: Weighed, others: Sequence[Weighed], longest: int) -> list[Reason]:
    are_broken = any(max(other.line_limit, other.begun_limit) < longest for other in others)
    if longest < LINE or max(one.line, one.begun) < longest or not are_broken:
        return []
    code = ReasonCode.KEEPS_LINE if one.begun >= longest else ReasonCode.SPARES_LINE
    return [Reason(code, number=longest)]


def _about_points(view: View, move: Play, others: Sequence[Weighed]) -> list[Reason]:
    scoring = view.table.rules.scoring
    rest = [other.move.tile for other in others if isinstance(other.move, Play) and other.move.tile != move.tile]
    points = tile_points(move.tile, scoring)
    if not rest or points <= max(tile_points(tile, scoring) for tile in rest):
        return []
    sizes = view.table.hand_sizes
    rivals = [seat for seat, size in enumerate(sizes) if seat != view.me and 0 < size <= FEW]
    if rivals and len(view.hand) > FEW:
        seat = min(rivals, key=lambda seat: (sizes[seat], (seat - view.me) % len(sizes)))
        return [Reason(ReasonCode.SHEDS_IN_TIME, number=sizes[seat], seat=seat)]
    return [Reason(ReasonCode.SHEDS_MOST, number=points)]


def _about_next(view: View, one: Weighed, others: Sequence[Weighed]) -> list[Reason]:
    chances = [other.next_plays for other in others if other.next_plays is not None]
    if one.next_plays is None or not chances or one.denied < LESS_LIKELY or one.next_plays > min(chances):
        return []
    seat = (view.me + 1) % view.table.players
    return [Reason(ReasonCode.DENIES_NEXT, number=round(100 * one.denied), seat=seat)]


def _about_doubles(view: View, move: Play, comparison: Comparison, number: int) -> list[Reason]:
    tile = move.tile
    if tile.is_double:
        # Otherwise the turn ends with it, or goes on whatever fits.
        is_followed = view.table.rules.follow in ("double or train", "double") and not view.table.in_long_train
        covers = sum(not other.is_double and tile.low in (other.low, other.high) for other in view.hand)
        return [Reason(ReasonCode.DOUBLE_IS_COVERED, number=covers)] if is_followed and covers else []
    laid: dict[Tile, list[int]] = {}
    for k, other in enumerate(comparison.moves):
        if isinstance(other.move, Play) and other.move.tile.is_double:
            laid.setdefault(other.move.tile, []).append(k)
    saved = [double for double, ways in laid.items() if all(comparison.clearly(number, k) for k in ways)]
    return [Reason(ReasonCode.SAVES_DOUBLE, tile=saved[0])] if saved else []


def _spot(view: View, move: Play) -> Spot:
    """The end on which a legal play lays its tile."""
    return next(spot for spot in spots(view.table) if (spot.train, spot.branch) == (move.train, move.branch))
