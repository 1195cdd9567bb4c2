"""Rules as the text of a TOML file: a preset, and whatever differs from it.

>>> read_rules('preset = "danish"\\ndraws = 0').draws
0
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import cast

from engine.deals import DealTable, format_deal, parse_deal
from engine.errors import RulesError, shown
from engine.presets import differences, nearest_preset, preset
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
    return rules_of(table)


def rules_of(table: Mapping[str, object]) -> Rules:
    """The rules that a table of options describes, with a `preset` or without, the deal being a text in it.

    Raises:
        RulesError: for a key that is no option, and rules that cannot be.
    """
    options: dict[str, object] = dict(table)
    for key in options:
        if key not in OPTIONS and key not in ("preset", "deal"):
            raise RulesError(f"There is no rule called {shown(key)}.")
    name = options.pop("preset", None)
    if name is not None and not isinstance(name, str):
        raise RulesError(f"A preset is a name in quotes, not {shown(name)}.")
    if "deal" in options:
        deal = options["deal"]
        if not isinstance(deal, str):
            raise RulesError(f'The deal is a text such as "2-4: 15, 5: 12", not {shown(deal)}.')
        options["deal"] = parse_deal(deal)
    return (Rules() if name is None else preset(name)).change(**options)


def table_of(rules: Rules, chosen: str | None = None) -> dict[str, object]:
    """The rules as a table that `rules_of` reads back, short: a preset and what differs from it.

    The preset is the one that was `chosen`, or else the nearest one.
    """
    name, changed = nearest_preset(rules) if chosen is None else (chosen, differences(rules, chosen))
    return {"preset": name, **{option: _plain(value) for option, value in changed.items()}}


def full_table_of(rules: Rules) -> dict[str, object]:
    """The rules as a table that `rules_of` reads back, with every option, so that no preset has to stay as it is."""
    return {"deal": _plain(rules.deal), **{option: rules.option(option) for option in OPTIONS}}


def write_rules(rules: Rules) -> str:
    """The rules as a TOML text that `read_rules` reads back, as short as `table_of`."""
    return "".join(f"{option} = {format_value(value)}\n" for option, value in table_of(rules).items())


def _plain(value: object) -> object:
    return format_deal(cast(DealTable, value)) if isinstance(value, tuple) else value


def format_value(value: object) -> str:
    """The value of an option as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f'"{format_deal(cast(DealTable, value))}"'
    return f'"{value}"' if isinstance(value, str) else str(value)
