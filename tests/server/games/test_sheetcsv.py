"""The score sheet in a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.service import Games
from server.games.sheetcsv import as_text

from .table import PUREMCO, Table


def test_a_row_for_each_round_and_the_totals_last(file_games: Games) -> None:
    table = Table(file_games, PUREMCO.change(going_out=-5), ("=Ann", "Bo, the 2nd", 'Cy "C"'))
    table.hand(0, "1-2")
    table.hand(1, "")
    table.hand(2, "6-6")
    table.close()
    table.close(absent="zero")
    text = file_games.sheet(table.id, table.tokens[0])
    assert text == (
        '"Round","Engine","\'=Ann","Bo, the 2nd","Cy ""C"""\r\n'
        '1,"Double 12",3,-5,12\r\n2,"Double 11",0,0,0\r\n"Total","",3,-5,12\r\n'
    )


def test_an_engine_that_the_hands_decide_is_left_open(file_games: Games) -> None:
    table = Table(file_games, PUREMCO.change(next_engine="highest held"))
    table.close(absent="zero")
    assert file_games.sheet(table.id, table.tokens[None]).splitlines()[1] == '1,"",0,0,0'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "  =", "\uff1d", "\t="])
def test_formulas_are_shown_and_not_computed(start: str) -> None:
    assert as_text(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ann;=1+1", "Ann;'=1+1"), ("Ann; @x", "Ann;' @x"), ('Ann;"-1', "Ann;'\"-1"), ("a;b", "a;b"), ('"=1', "'\"=1")],
)
def test_no_formula_begins_where_cells_end_at_semicolons(name: str, shown: str) -> None:
    assert as_text(name) == shown


@given(st.text())
def test_texts_come_back_out_of_the_file(text: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file).writerow([as_text(text)])
    file.seek(0)
    ((cell,),) = csv.reader(file, strict=True) if text else [[""]]
    assert cell.replace("'", "") == text.replace("'", "")
    assert ";" in text or cell in (text, f"'{text}")
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
