"""The four rule systems that the sources of this project describe, and where each of their rules comes from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deals import COMMON_DEALS, DANISH_DEAL, PUREMCO_DEAL, SIXTEEN_DEAL
from engine.errors import RulesError, shown
from engine.rules import OPTIONS, Rules
from engine.tiles import DominoSet

_SPANISH = Rules(
    deal=DANISH_DEAL,
    mark_unstarted=False,
    follow="double or train",
    second_double="yes",
    open_doubles="in order",
    last_tile="announce",
)

PRESETS: dict[str, Rules] = {
    # Only tiles that satisfy an open double may be played, the second tile of the same turn among them: so the double
    # is followed on the double, and there is one open double at a time.
    "sixteen": Rules(
        deal=SIXTEEN_DEAL,
        next_engine="fixed",
        engine_set_aside=False,
        first_turn="long train",
        mexican_trains=0,
        mark_unstarted=False,
        marker_removed_by="anyone",
        follow="double",
        last_tile="silent",
    ),
    "danish": _SPANISH.change(second_double="no", last_tile="silent"),
    "spanish": _SPANISH,
    "puremco": Rules(deal=PUREMCO_DEAL, second_double="with a third tile"),
}
"""The rules of each preset, with a double-12 set. A train that is not started is marked by `puremco` alone: its sheet
says so in so many words, and the others speak of the end of a train."""

SOURCES = {
    "sixteen": "Sixteen Domino, an English how-to with a Hungarian twin",
    "danish": "a Danish how-to",
    "spanish": "a Spanish how-to",
    "puremco": "Roy and Katie Parsons and Puremco, 1994 and 2005",
}
"""The text behind each preset."""

_STATED_BY_ALL = (
    "highest",
    "deal",
    "next_engine",
    "engine_set_aside",
    "first_turn",
    "mexican_trains",
    "draws",
    "rounds",
)
_STATED = {
    "sixteen": {*_STATED_BY_ALL, "marker_removed_by"} - {"next_engine"},
    "danish": {*_STATED_BY_ALL, "marker_removed_by", "follow", "second_double"},
    "spanish": {*_STATED_BY_ALL, "marker_removed_by", "follow", "second_double", "open_doubles", "last_tile"},
    "puremco": {
        *_STATED_BY_ALL, "mexican_train_from", "mark_unstarted", "marker_removed_by", "follow", "second_double",
        "going_out_on_double", "last_tile",
    },
}  # fmt: skip
"""The options about which the source of a preset speaks; all others are what most tables play."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One option of a rule sheet: its name, its value, and the source of that, None where no source states it."""

    option: str
    value: object
    source: str | None


def preset(name: str, highest: int = 12) -> Rules:
    """The rules of a preset, played with the set of that highest double.

    Raises:
        RulesError: for a name that is no preset's.
        SetError: for a set that is not sold.
    """
    if name not in PRESETS:
        raise RulesError(f"There are no rules called {shown(name)}; choose {', '.join(PRESETS)}.")
    return PRESETS[name].change(highest=DominoSet(highest).highest)


def rule_sheet(name: str) -> tuple[SheetLine, ...]:
    """Every option of a preset with its value and its source; raises RulesError as `preset` does."""
    rules = preset(name)
    lines = [SheetLine("deal", rules.deal, SOURCES[name])]
    lines += [
        SheetLine(option, rules.option(option), SOURCES[name] if option in _STATED[name] else None)
        for option in OPTIONS
    ]
    return tuple(lines)


def nearest_preset(rules: Rules) -> tuple[str, dict[str, object]]:
    """The preset that is most like these rules, and the options that differ from it, by name."""
    best = min(PRESETS, key=lambda name: len(differences(rules, name)))
    return best, differences(rules, best)


def differences(rules: Rules, name: str) -> dict[str, object]:
    """The options, the deal among them, that differ from those of the preset of this name."""
    other = PRESETS[name]
    changed: dict[str, object] = {
        option: rules.option(option) for option in OPTIONS if rules.option(option) != other.option(option)
    }
    expected = other.deal if rules.highest == other.highest else COMMON_DEALS[rules.highest]
    if rules.deal != expected:
        changed["deal"] = rules.deal
    return changed
