"""What changed on a table, in English words; trains are named as in the photo AFTER."""

from __future__ import annotations

from collections.abc import Sequence

from engine.violations import ViolationCode
from server.rule_words import violation_text
from server.seen_table import SeenTable, TrainKind
from server.table_diff import ChangeDoubt, Doubtful, Gone, Laid, Moved, TableDiff
from server.table_sides import side
from server.table_turns import Turn, Verdict
from server.table_verdict import Judged
from server.table_words import train_words
from server.words import counted, in_a_row, set_lines

DOUBTS = {
    ChangeDoubt.NOT_IN_VIEW: "{tile} lies where {before} does not reach, so it may have been there already.",
    ChangeDoubt.HIDDEN: "{tile} lies where something hid the table in {before}, so it may have been there already.",
    ChangeDoubt.READ_OTHERWISE: "{tile} was read as {other} in {before}; it is taken for the same tile.",
    ChangeDoubt.EXCHANGED: "Where {other} lay, {tile} lies now; look at both photos.",
    ChangeDoubt.PLACE_TAKEN: "Where one photo shows {tile}, the other shows something else; look at both.",
    ChangeDoubt.UNSURE: "{tile} was not read surely; look at it.",
    ChangeDoubt.TOUCHES_NOTHING: "{tile} is new on the table and touches nothing.",
}
"""What each doubt says."""


def train_name(table: SeenTable, index: int) -> str:
    """A train with the side of the engine it is at: `train 2 (left)`, `the Mexican train`."""
    train = table.trains[index]
    words = train_words(table, index)
    is_own = train.kind is TrainKind.PERSONAL and train.branch_of is None
    return f"{words} ({side(table, index)})" if is_own else words


def laid_text(after: SeenTable, one: Laid) -> str:
    """Where a tile was laid."""
    hand = ", out of a hand" if one.from_hand else ""
    if one.train is None:
        return f"{one.tile} was laid as the engine{hand}."
    name = train_name(after, one.train)
    if one.on is None or one.on == after.engine:
        return f"{one.tile} starts {name}{hand}."
    return f"{one.tile} was laid on {name}, on {after.reading.tiles[one.on].tile}{hand}."


def gone_text(before: SeenTable, after: SeenTable, changes: TableDiff, one: Gone) -> str:
    """What became of a tile that is not there any more."""
    name = "the table" if one.train is None else _same_train(before, after, changes, one.train)
    return f"{one.tile} is gone from {name}{' and lies in a hand' if one.to_hand else ''}."


def moved_text(one: Moved) -> str:
    """How far a tile went."""
    still = ", on the same tile as before" if one.same_place_in_train else ""
    return f"{one.tile} lies {one.lengths:.1f} tile lengths from where it lay{still}."


def doubt_text(before: SeenTable, after: SeenTable, one: Doubtful, names: tuple[str, str]) -> str:
    """A doubt about a tile; `names` are those of the photos."""
    other = "" if one.before is None else str(before.reading.tiles[one.before].tile)
    return DOUBTS[one.code].format(tile=one.tile, other=other, before=names[0], after=names[1])


def check_texts(before: SeenTable, after: SeenTable, changes: TableDiff, names: tuple[str, str]) -> list[str]:
    """What deserves a look: first whether the set is too small, then every doubt."""
    sets = [line for table in (before, after) for line in set_lines(table.reading)]
    doubts = (doubt_text(before, after, one, names) for one in changes.doubts)
    return [*sets[:1], *doubts]


def no_table_texts(before: SeenTable, after: SeenTable, names: tuple[str, str]) -> list[str]:
    """Which of the photos with these names is perhaps none of a table, as no engine can be told there."""
    return [
        f"No engine can be told in {name}; perhaps it shows no table, or not the middle of it."
        for table, name in zip((before, after), names, strict=True)
        if table.engine is None
    ]


def bumped_text(changes: TableDiff) -> str:
    """How many tiles were only bumped; nothing when none was."""
    if not changes.bumped:
        return ""
    lie = "lies" if changes.bumped == 1 else "lie"
    return f"{counted(changes.bumped, 'tile')} {lie} a little beside the old place; that is no move."


def changes_title(changes: TableDiff) -> str:
    """What changed in a line: how many tiles were laid, moved and taken away, and how many deserve a look."""
    parts = [f"{counted(len(changes.laid), 'tile')} laid"]
    parts += [f"{len(some)} {what}" for some, what in ((changes.moved, "moved"), (changes.gone, "gone")) if some]
    return ", ".join([*parts, f"please check {len(changes.doubts)}"] if changes.doubts else parts)


def verdict_texts(after: SeenTable, judged: Judged) -> list[str]:
    """Whether the tiles could be laid by the rules, and by whom."""
    texts = [
        f"{one.tile} lies on {train_name(after, one.train)}, which belongs to nobody and shows no engine."
        for one in judged.apart
        if one.train is not None
    ]
    verdict = judged.verdict
    if verdict is None:
        return texts
    if verdict.undecided:
        return [*texts, "Too many tiles were laid between the photos to tell whether the rules allow it."]
    if verdict.turns is None:
        return [*texts, f"Against the rules: {_why(after, verdict, judged.players)}"]
    return [*texts, _turns_text(after, judged, verdict.turns), *_order_text(after, judged)]


def _turns_text(after: SeenTable, judged: Judged, all_turns: Sequence[Turn]) -> str:
    turns = [turn for turn in all_turns if turn.laid]
    if judged.in_one_turn:
        only = turns[0]
        return f"It is one turn of {judged.players[only.seat]}{_if_open(only, judged.players)}."
    told = "; ".join(_turn(after, turn, judged.players) for turn in all_turns)
    return f"No single turn does it; it takes {len(all_turns)}, for example: {told}."


def _order_text(after: SeenTable, judged: Judged) -> list[str]:
    """What has to be true of several open doubles."""
    if judged.covered is None:
        return []
    tile = after.reading.tiles[judged.covered].tile
    return [f"Several doubles were open: this is right if {tile} had to be covered first, which no photo shows."]


def _turn(after: SeenTable, turn: Turn, players: Sequence[str]) -> str:
    if not turn.laid:
        return f"{players[turn.seat]} lays nothing"
    tiles = [str(after.reading.tiles[number].tile) for number in turn.laid]
    return f"{players[turn.seat]} lays {in_a_row(tiles)}{_if_open(turn, players)}"


def _if_open(turn: Turn, players: Sequence[str]) -> str:
    """What has to be true for a turn: a photo does not show it for certain."""
    names = [players[train] for train in dict.fromkeys(turn.needs_open)]
    if not names:
        return ""
    return (
        f", if the train of {names[0]} was open"
        if len(names) == 1
        else f", if the trains of {in_a_row(names)} were open"
    )


def _why(after: SeenTable, verdict: Verdict, players: Sequence[str]) -> str:
    read = None if verdict.about is None else after.reading.tiles[verdict.about]
    tile = "A tile" if read is None else str(read.tile)
    unsure = "" if read is None or read.sure else " if it was read right"
    if verdict.violation is None:
        return f"{tile} lies where its train does not go on{unsure}."
    if verdict.violation.code is ViolationCode.NOT_YOUR_TURN:
        return f"{tile} is one tile more than that turn allows{unsure}."
    text = violation_text(verdict.violation, players)
    return f"{text[:-1]},{unsure}." if unsure else text


def _same_train(before: SeenTable, after: SeenTable, changes: TableDiff, index: int) -> str:
    """What AFTER calls a train of BEFORE."""
    partner = {pair.second: pair.first for pair in changes.match.pairs}
    for number in before.trains[index].tiles:
        for place, train in enumerate(after.trains):
            if partner.get(number) in train.tiles:
                return train_name(after, place)
    return "a train that is not there any more"
