"""Tables on terminals of any width: nothing is cut, and nothing is wider than the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from server.columns import columns, print_table, show_facts

ROWS = (
    ("0-12 on Bo", "+111.4 ± 12.0", "it covers the double 12-12; the double can be followed: by 3 of your tiles"),
    ("draw", "-3.0 ± 1.5", ""),
)


def sheet() -> Table:
    table = columns(("move", "lead", "because"), ("lead",))
    for row in ROWS:
        table.add_row(*row)
    return table


def printed(table: Table, width: int) -> list[str]:
    out = StringIO()
    print_table(Console(file=out, width=width), table)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", [20, 40, 50, 60, 80, 200])
def test_every_word_is_there_at_any_width(width: int) -> None:
    lines = printed(sheet(), width)
    assert all(len(line) <= width for line in lines)
    assert "…" not in "".join(lines)
    words = " ".join(lines).split()
    for row in ROWS:
        assert all(word in words for cell in row for word in cell.split())


def test_columns_stand_side_by_side_where_they_fit() -> None:
    head, _, first = [line for line in printed(sheet(), 80) if line.strip()][:3]
    assert head.split() == ["move", "lead", "because"]
    assert first.strip().startswith("0-12 on Bo   +111.4 ± 12.0   it covers")


def test_a_narrow_terminal_gets_a_line_for_each_value() -> None:
    assert printed(sheet(), 40) == [
        "",
        "move: 0-12 on Bo",
        "  lead: +111.4 ± 12.0",
        "  because: it covers the double 12-12;",
        "    the double can be followed: by 3 of",
        "    your tiles",
        "",
        "move: draw",
        "  lead: -3.0 ± 1.5",
        "",
    ]


def test_facts_are_a_line_each_in_a_narrow_terminal() -> None:
    out = StringIO()
    show_facts(Console(file=out, width=16), [("pipwise", "0.1.0"), ("detector", "seed 1, weights match")])
    assert out.getvalue().splitlines() == ["pipwise: 0.1.0", "detector: seed", "  1, weights", "  match"]


def test_a_long_name_is_folded_and_not_cut() -> None:
    table = columns(("player", "points"), ("points",))
    table.add_row("A" * 70, "12")
    for width in (30, 60):
        lines = printed(table, width)
        assert all(len(line) <= width for line in lines)
        assert "".join(lines).count("A") == 70
