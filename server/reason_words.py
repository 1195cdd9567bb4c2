"""Why a move is good, in English words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reasons import Reason, ReasonCode

SENTENCES = {
    ReasonCode.ONLY_MOVE: "nothing else can be laid",
    ReasonCode.MUST_DRAW: "no tile fits: draw one",
    ReasonCode.MUST_PASS: "no tile fits: pass",
    ReasonCode.GOES_OUT: "it is your last tile",
    ReasonCode.GOES_OUT_FIRST: "whatever the others hold, you almost always go out first",
    ReasonCode.COVERS_DOUBLE: "it covers the double {tile}",
    ReasonCode.STARTS_OWN: "it starts your train",
    ReasonCode.STARTS_MEXICAN: "it starts the Mexican train",
    ReasonCode.CLOSES_OWN: "it takes the marker off your train",
    ReasonCode.KEEPS_LINE: "it begins your longest line, {number} tiles; some other moves break it",
    ReasonCode.SPARES_LINE: "it spares your longest line, {number} tiles",
    ReasonCode.SHEDS_MOST: "it sheds {number} points, the most you can now",
    ReasonCode.SHEDS_IN_TIME: "it is your heaviest tile that fits, and {player} holds only {number}",
    ReasonCode.DENIES_NEXT: "{player} can follow less often, by about {number} in a hundred",
    ReasonCode.DOUBLE_IS_COVERED: "the double can be followed: by {number} of your tiles",
    ReasonCode.WORKS_OUT_BEST: "played out many times, nothing else does as well",
    ReasonCode.AS_GOOD: "played out many times, other moves may do as well: {number}",
    ReasonCode.SAVES_DOUBLE: "keeping the double {tile} for later is better",
}
"""What each reason says, as part of a sentence to the player who asks."""


ON_DOUBLE = {
    ReasonCode.MUST_DRAW: "no tile fits on the double {tile}, which has to be covered first: draw one",
    ReasonCode.MUST_PASS: "no tile fits on the double {tile}, which has to be covered first: pass",
}
"""What is said instead where a double closes everything else."""


def reason_text(reason: Reason, players: Sequence[str]) -> str:
    """The words for a reason at a table of these players."""
    player = "" if reason.seat is None else players[reason.seat]
    sentence = SENTENCES[reason.code] if reason.tile is None else ON_DOUBLE.get(reason.code, SENTENCES[reason.code])
    return sentence.format(tile=reason.tile, number=reason.number, player=player)
