"""What is wrong with a table, in English words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.audit import Finding, FindingCode
from engine.notation import train_name
from server.words import in_a_row

SENTENCES = {
    FindingCode.ENDS_DIFFER: "On the train of {train}, {second} does not fit on {first}: {found} meets {expected}.",
    FindingCode.TILE_TOO_OFTEN: "{first} is there {found} times, and the tiles hold it {expected} times.",
    FindingCode.TILE_NOT_IN_SET: "{first} does not belong to the set.",
    FindingCode.NO_ENGINE: "There is no engine.",
    FindingCode.WRONG_ENGINE: "{first} cannot be the engine of this round.",
    FindingCode.NOT_FROM_ENGINE: "The train of {train} starts with {found} and not with the engine's {expected}.",
    FindingCode.UNCOVERED_DOUBLE: "The double {first} on the train of {train} is not covered.",
    FindingCode.TOO_MANY_OPEN_DOUBLES: "{tiles} are not covered, and by these rules one double can be open at a time; "
    "look at them again.",
    FindingCode.TOO_MANY_BRANCHES: "On the train of {train}, {found} tiles lie where {expected} may.",
    FindingCode.TOO_MANY_TRAINS: "There are {found} trains where the rules know {expected}.",
    FindingCode.HAND_SIZE: "{player} cannot hold {found} tiles; there should be {expected}.",
    FindingCode.TILES_MISSING: "Table, hands and boneyard have {found} tiles; the set has {expected}.",
    FindingCode.TILES_TOO_MANY: "Table, hands and boneyard have {found} tiles; the set has only {expected}.",
}
"""What each finding says."""


def finding_text(finding: Finding, players: Sequence[str]) -> str:
    """The sentence for a finding at a table of these players."""
    tiles = [str(tile) for tile in finding.tiles]
    sentence = SENTENCES[finding.code].format(
        first=tiles[0] if tiles else "A tile",
        second=tiles[-1] if tiles else "a tile",
        tiles=in_a_row(tiles),
        train="" if finding.train is None else train_name(finding.train, players),
        player="A player" if finding.seat is None else players[finding.seat],
        expected=finding.expected,
        found=finding.found,
    )
    return sentence.replace("train of Mexican", "Mexican train")
