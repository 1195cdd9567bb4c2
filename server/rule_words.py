"""Rules and violations in English words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.deals import DealTable, format_deal
from engine.gametext import Fault
from engine.notation import format_move, train_name
from engine.violations import Violation, ViolationCode

OPTION_WORDS = {
    "deal": "tiles dealt, by players",
    "highest": "highest double of the set",
    "copies": "copies of each tile",
    "next_engine": "engine of the next round",
    "engine_set_aside": "engine set aside before the deal",
    "first_turn": "first turn",
    "long_train_may_end_on_double": "a long first train may end on a double",
    "mexican_trains": "Mexican trains",
    "mexican_train_from": "Mexican train open from",
    "draws": "tiles drawn when stuck",
    "mark_unstarted": "a train that is not started is marked, too",
    "marker_removed_by": "marker removed by the play of",
    "follow": "a double is followed by a tile on",
    "second_double": "a double may follow a double",
    "open_doubles": "several open doubles are covered",
    "branches": "branches on a double",
    "going_out_on_double": "going out on a double",
    "last_tile": "last tile",
    "rounds": "rounds",
    "double_blank": "double blank left in hand",
    "blank_half": "a blank half",
    "doubles_twice": "pips of doubles count twice",
    "going_out": "points for going out",
    "open_train": "points for a train still marked",
    "blocked": "blocked round",
}
"""What each option is called."""

VALUE_WORDS = {
    ("engine_set_aside", True): "yes; the starter is drawn by lot, then rotates clockwise",
    ("engine_set_aside", False): "no; its holder lays it and starts, without one all draw in turn",
    ("next_engine", "one lower"): "one lower, down to double blank",
    ("mexican_train_from", "start"): "the start, by anyone",
    ("mexican_train_from", "after first turns"): "the end of everyone's first turn",
    ("marker_removed_by", "owner"): "the owner alone",
    ("follow", "double or train"): "the double or any eligible train; left open, it closes all trains",
    ("follow", "double"): "the double itself; left open, it closes all trains",
    ("follow", "nothing"): "nothing in that turn; the next player has to satisfy it",
    ("follow", "never"): "anything or nothing; a double obliges nobody",
    ("second_double", "with a third tile"): "on another train, with a third tile from the hand for one of them",
    ("open_doubles", "in order"): "in the order in which they were played",
    ("open_doubles", "reverse"): "in reverse order",
    ("open_doubles", "any"): "in any order",
    ("going_out_on_double", "ends"): "ends the round",
    ("last_tile", "silent"): "nobody says a word",
    ("last_tile", "announce"): "announced; forgetting it costs nothing",
    ("last_tile", "announce or draw"): "announced; forgetting it costs a tile from the boneyard",
    ("rounds", "all"): "one for each double of the set",
}
"""Values whose own words would not be understood."""

SENTENCES = {
    ViolationCode.ROUND_OVER: "The round is over.",
    ViolationCode.NOT_YOUR_TURN: "It is another player's turn.",
    ViolationCode.NOT_IN_HAND: "{tile} is not in the hand.",
    ViolationCode.NO_SUCH_TRAIN: "There is no such train.",
    ViolationCode.NO_SUCH_BRANCH: "The train of {train} has no such end.",
    ViolationCode.DOES_NOT_FIT: "{tile} does not fit: the train of {train} ends in {value}.",
    ViolationCode.TRAIN_CLOSED: "The train of {train} is not marked.",
    ViolationCode.MEXICAN_TRAIN_NOT_OPEN: "The Mexican train opens when everyone has had a turn.",
    ViolationCode.OWN_TRAIN_FIRST: "In the first turn tiles go on the own train only.",
    ViolationCode.SATISFY_THE_DOUBLE: "The double {value} on the train of {train} has to be covered first.",
    ViolationCode.ANOTHER_DOUBLE_FIRST: "The double {value} on the train of {train} comes first.",
    ViolationCode.FOLLOW_ON_THE_DOUBLE: "The tile that follows a double has to be laid on it.",
    ViolationCode.NO_SECOND_DOUBLE: "The tile that follows a double may not be a double.",
    ViolationCode.NO_THIRD_TILE: "A second double needs another train, and a third tile in the hand for one of them.",
    ViolationCode.THIRD_TILE_ON_A_DOUBLE: "The third tile has to be laid on one of the two doubles.",
    ViolationCode.THIRD_TILE_WAS_DRAWN: "The third tile may not be one that was drawn in this turn.",
    ViolationCode.ENDS_ON_A_DOUBLE: "The first train may not end on a double, and no tile in the hand fits on {tile}.",
    ViolationCode.MUST_PLAY: "A tile in the hand fits: {tile} on the train of {train}.",
    ViolationCode.MUST_DRAW: "A tile has to be drawn before passing.",
    ViolationCode.MAY_NOT_DRAW: "No more tiles may be drawn in this turn.",
    ViolationCode.BONEYARD_EMPTY: "The boneyard is empty.",
    ViolationCode.NO_DRAWS: "These rules draw no tile; pass.",
    ViolationCode.NOTHING_TO_ANNOUNCE: "{tile} cannot be laid silently: that is for the last tile but one, where "
    "forgetting to announce the last one costs a tile.",
}
"""What each violation says."""


def option_value(option: str, value: object) -> str:
    """The value of an option in words."""
    if (option, value) in VALUE_WORDS:
        return VALUE_WORDS[option, value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return format_deal(cast(DealTable, value)) if isinstance(value, tuple) else str(value)


def violation_text(violation: Violation, players: Sequence[str]) -> str:
    """The sentence for a violation at a table of these players."""
    train = "" if violation.train is None else train_name(max(violation.train, 0), players)
    sentence = SENTENCES[violation.code].format(tile=violation.tile, train=train, value=violation.value)
    return sentence.replace("train of Mexican", "Mexican train")


def fault_text(fault: Fault, players: Sequence[str]) -> str:
    """Which move of a game that is written down is against the rules, and why."""
    move = format_move(fault.step.move, players)
    verb = move if move in ("draw", "pass") else f"lay {move}"
    why = violation_text(fault.violation, players)
    return f"Line {fault.step.line}: {players[fault.step.seat]} may not {verb}. {why}"
