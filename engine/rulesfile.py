"""Rules as the text of a TOML file: a preset, and whatever differs from it.

>>> read_rules('preset = "danish"\\ndraws = 0').draws
0
"""

from __future__ import annotations

import tomllib
from typing import cast

from engine.deals import DealTable, format_deal, parse_deal
from engine.errors import RulesError, shown
from engine.presets import nearest_preset, preset
from engine.rules import OPTIONS, Rules


def read_rules(text: str) -> Rules:
    """The rules that a TOML text describes; without the key `preset`, it changes the rules that most tables play.

    Raises:
        RulesError: for a text that is not TOML, a key that is no option, and rules that cannot be.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"The rules are not a TOML file: {str(error).rstrip('.')}.") from error
    except (ValueError, RecursionError) as error:
        raise RulesError("The rules hold a number or brackets that no rule needs.") from error
    for key in table:
        if key not in OPTIONS and key not in ("preset", "deal"):
            raise RulesError(f"There is no rule called {shown(key)}.")
    name = table.pop("preset", None)
    if name is not None and not isinstance(name, str):
        raise RulesError(f"A preset is a name in quotes, not {shown(name)}.")
    if "deal" in table:
        if not isinstance(table["deal"], str):
            raise RulesError(f'The deal is a text such as "2-4: 15, 5: 12", not {shown(table["deal"])}.')
        table["deal"] = parse_deal(table["deal"])
    return (Rules() if name is None else preset(name)).change(**table)


def write_rules(rules: Rules) -> str:
    """The rules as a TOML text that `read_rules` reads back, short: the nearest preset and what differs from it."""
    name, changed = nearest_preset(rules)
    lines = [f"preset = {format_value(name)}"]
    lines += [f"{option} = {format_value(value)}" for option, value in changed.items()]
    return "\n".join(lines) + "\n"


def format_value(value: object) -> str:
    """The value of an option as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f'"{format_deal(cast(DealTable, value))}"'
    return f'"{value}"' if isinstance(value, str) else str(value)
