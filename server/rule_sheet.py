"""Rules on a terminal: as a sheet, option by option, and as a file that waits to be changed."""

from __future__ import annotations

from rich.table import Table

from engine.deals import PLAYED_DEALS
from engine.presets import PRESETS, SOURCES, nearest_preset, preset, rule_sheet
from engine.rules import OPTIONS, Rules
from engine.rulesfile import format_value
from server.columns import columns
from server.rule_words import OPTION_WORDS, option_value
from server.words import counted

MUST_PLAY = ("must play if able", "yes")
"""Not an option: nobody plays otherwise."""

MOOT: dict[str, tuple[str, tuple[object, ...]]] = {
    "mexican_train_from": ("mexican_trains", (0,)),
    "long_train_may_end_on_double": ("first_turn", ("one tile",)),
    "second_double": ("follow", ("nothing", "never")),
}
"""Options that are no matter where another one has one of these values."""

COLUMNS = ("rule", "value", "from")

SAY_MUST_PLAY = ("danish", "spanish", "puremco")
"""The presets whose sources say so."""


def preset_sheet(name: str) -> tuple[str, Table]:
    """A sentence about a preset, and a row for each option with its value and whether its source states that.

    Raises:
        RulesError: for a name that is no preset's.
    """
    table = columns(COLUMNS)
    for line in rule_sheet(name):
        table.add_row(OPTION_WORDS[line.option], _value(line.option, preset(name)), _from(line.source is not None))
    table.add_row(*MUST_PLAY, _from(name in SAY_MUST_PLAY))
    return f"{name}: {SOURCES[name]}. What that does not state is played by custom.", table


def own_sheet(rules: Rules) -> tuple[str, Table]:
    """A sentence about rules of one's own, and a row for each option: its value, and whether the preset has it, too."""
    name, changed = nearest_preset(rules)
    table = columns(COLUMNS)
    for option in ("deal", *OPTIONS):
        source = "changed" if option in changed else name
        table.add_row(OPTION_WORDS[option], _value(option, rules), source)
    table.add_row(*MUST_PLAY, name)
    return f"The rules {name} with {counted(len(changed), 'change')}.", table


def rules_to_change(name: str) -> str:
    """A preset as a TOML text in which every option stands behind a `#`, with the values that it can have.

    Raises:
        RulesError: for a name that is no preset's.
    """
    rules = preset(name)
    lines = [
        f"# The rules {name}. To change an option, take away the # before its name and write another of its values;",
        "# then `pipwise play --rules FILE` plays by this file, and `pipwise rules show FILE` prints it as a sheet.",
        f"# The rules to start from: {', '.join(PRESETS)}.",
        f"preset = {format_value(name)}",
    ]
    for option in ("deal", *OPTIONS):
        values = [format_value(value) for value in OPTIONS.get(option, ())]
        choice = f": {', '.join(values[:-1])} or {values[-1]}" if values else ""
        lines += ["", f"# {OPTION_WORDS[option]}{choice}"]
        if option == "deal":
            lines[-1] += "; any table will do, and tables that are played:"
            lines += [f"#   {format_value(deal)}" for deal in PLAYED_DEALS]
        lines += [f"#{option} = {format_value(rules.option(option))}"]
    return "\n".join(lines) + "\n"


def _value(option: str, rules: Rules) -> str:
    """The value of an option in words, and whether another one makes it no matter."""
    other, values = MOOT.get(option, (option, ()))
    return option_value(option, rules.option(option)) + ("; no matter here" if rules.option(other) in values else "")


def _from(stated: bool) -> str:
    return "its source" if stated else "custom"
