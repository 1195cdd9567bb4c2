"""Presets, house rules on top of them, contradictions, and rules as TOML."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.deals import COMMON_DEALS, format_deal, parse_deal
from engine.errors import RulesError, SetError
from engine.presets import PRESETS, preset, rule_sheet
from engine.rules import OPTIONS, Rules
from engine.rulesfile import full_table_of, read_rules, rules_of, table_of, write_rules

TABLE: dict[str, dict[str, Any]] = {
    "sixteen": {
        "highest": 12, "deal": "2-4: 15, 5-6: 12, 7-8: 10", "next_engine": "fixed", "engine_set_aside": False,
        "rounds": "all", "first_turn": "long train", "mexican_trains": 0, "draws": 1, "marker_removed_by": "anyone",
        "follow": "double", "going_out_on_double": "ends", "last_tile": "silent",
    },
    "danish": {
        "highest": 12, "deal": "2-3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9", "next_engine": "one lower",
        "engine_set_aside": True, "rounds": "all", "first_turn": "one tile", "mexican_trains": 1, "draws": 1,
        "marker_removed_by": "owner", "follow": "double or train", "second_double": "no", "last_tile": "silent",
    },
    "spanish": {
        "highest": 12, "deal": "2-3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9", "next_engine": "one lower",
        "engine_set_aside": True, "rounds": "all", "first_turn": "one tile", "mexican_trains": 1, "draws": 1,
        "marker_removed_by": "owner", "follow": "double or train", "second_double": "yes", "open_doubles": "in order",
        "last_tile": "announce",
    },
    "puremco": {
        "highest": 12, "deal": "2: 16, 3: 15, 4: 14, 5: 12, 6: 11, 7: 10, 8: 9", "next_engine": "one lower",
        "engine_set_aside": True, "rounds": "all", "first_turn": "one tile", "mexican_trains": 1, "draws": 1,
        "mexican_train_from": "start", "mark_unstarted": True, "marker_removed_by": "owner",
        "follow": "double or train", "second_double": "with a third tile", "going_out_on_double": "ends",
        "last_tile": "announce",
    },
}  # fmt: skip
"""The preset table of the rules, cell by cell."""

CELLS = [(name, option) for name, cells in TABLE.items() for option in cells]


@pytest.mark.parametrize(("name", "option"), CELLS)
def test_each_cell_of_the_table(name: str, option: str) -> None:
    value = preset(name).option(option)
    assert (format_deal(value) if option == "deal" else value) == TABLE[name][option]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("option", OPTIONS)
def test_every_house_rule_works_on_every_preset_and_survives_the_file(name: str, option: str) -> None:
    for value in OPTIONS[option]:
        rules = preset(name).change(**{option: value})
        assert rules.option(option) == value
        assert read_rules(write_rules(rules)) == rules


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"next_engine": "highest held", "engine_set_aside": True}, "highest double that is held"),
        ({"follow": "never", "going_out_on_double": "must be covered"}, "never obliges"),
        ({"highest": 6, "rounds": 10}, "7 doubles, too few for 10 rounds"),
        ({"deal": parse_deal("8: 12")}, "8 players with 12 tiles each need 97 tiles; a double-12 has 91."),
        ({"deal": parse_deal("1: 12")}, "2 to 16 players, not 1"),
        ({"deal": ((-3, 5),)}, "2 to 16 players, not -3"),
        ({"deal": ((2, 0),)}, "at least one tile"),
        ({"deal": ()}, "each number of players once"),
        ({"deal": ((2, 15, 3),)}, "each number of players once"),
        ({"deal": ((2, 15), 3)}, "each number of players once"),
        ({"deal": ((3, 15), (2, 15))}, "the fewest first"),
        ({"deal": ((2, 15), (2, 14))}, "the fewest first"),
        ({"deal": ((2, 15), ("3", 14))}, "2 to 16 players, not 3"),
        ({"deal": ((2, 1),), "engine_set_aside": False}, "at least two tiles"),
        ({"draws": 2}, "The rule for draws is 1, until playable or 0, not 2."),
        ({"copies": True}, "not True"),
        ({"highest": [12]}, "not [12]"),
        ({"chickens": 3}, "There is no rule called 'chickens'."),
        ({"scoring": None}, "There is no rule called 'scoring'."),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(changes: dict[str, Any], part: str) -> None:
    with pytest.raises(RulesError) as refused:
        preset("danish").change(**changes)
    assert part in str(refused.value)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_a_second_set_makes_the_deal_possible() -> None:
    assert preset("danish").change(copies=2, deal=parse_deal("8: 12")).tiles_each(8) == 12


@pytest.mark.parametrize(("highest", "fewest", "most"), [(6, 2, 4), (9, 2, 4), (12, 2, 8), (15, 2, 12), (18, 2, 16)])
def test_players_by_set(highest: int, fewest: int, most: int) -> None:
    rules = preset("puremco", highest)
    assert [count for count, _ in rules.deal] == list(range(fewest, most + 1))
    for players in (-1, 0, 1, most + 1):
        with pytest.raises(RulesError, match=f"{fewest} to {most} players, not to {players}"):
            rules.tiles_each(players)


@pytest.mark.parametrize(
    ("highest", "players", "tiles"),
    [(9, 2, 12), (9, 4, 10), (15, 9, 12), (15, 12, 9), (18, 13, 12), (18, 16, 9), (6, 2, 9), (6, 4, 6)],
)
def test_tiles_dealt_from_other_sets(highest: int, players: int, tiles: int) -> None:
    assert dict(COMMON_DEALS[highest])[players] == tiles


@pytest.mark.parametrize("text", ["", "2", "2: x", "4-2: 10", "2: 10, 2: 11", "2-4: 15,, 5: 12", "2:15;3:14"])
def test_a_text_that_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_deal(text)


def test_unknown_keys_and_broken_files_are_refused() -> None:
    for text, part in [
        ('preset = "danish"\ncolour = "red"', "'colour'"),
        ('preset = "dutch"', "'dutch'"),
        ("preset = 3", "not 3"),
        ("draws = ", "not a TOML file"),
        ("deal = 12", "not 12"),
        ("[scoring]\ndouble_blank = 25", "'scoring'"),
    ]:
        with pytest.raises(RulesError, match=part.replace("[", "\\[")):
            read_rules(text)
    with pytest.raises(SetError):
        preset("danish", 7)


def test_random_rules_survive_the_file(make_rules: Any) -> None:
    rng = Random(4)
    for _ in range(200):
        rules = make_rules(rng)
        assert read_rules(write_rules(rules)) == rules
        assert rules_of(table_of(rules)) == rules
        full = full_table_of(rules)
        assert rules_of(full) == rules
        assert full.keys() == {"deal", *OPTIONS}


def test_rules_of_no_preset_start_from_what_most_tables_play() -> None:
    assert read_rules("") == Rules()


@pytest.mark.parametrize("name", PRESETS)
def test_a_sheet_names_every_option_and_its_source(name: str) -> None:
    sheet = {line.option: line for line in rule_sheet(name)}
    assert set(sheet) == {"deal", *OPTIONS}
    assert sheet["deal"].source is not None
    assert sheet["double_blank"].source is None
