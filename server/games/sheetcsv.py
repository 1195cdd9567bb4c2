"""The score sheet of a game as CSV, for people who open it in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

from server.games.state import GameState

_FORMULA = re.compile(r"(^|;)([ \"]*)(?=[=+\-@\t\r\n＝＋－＠])")  # noqa: RUF001, the wide forms are taken for formulas, too


def sheet_csv(state: GameState) -> str:
    """A row for each closed round with its engine and a column for each player, and the totals last.

    Lines end as RFC 4180 says, and every text stands in quotation marks. A name that a spreadsheet would take for a
    formula, as a whole or behind a semicolon, which ends a cell in many countries, gets an apostrophe there.
    """
    text = io.StringIO()
    rows = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    rows.writerow(["Round", "Engine", *(as_text(player.name) for player in state.players)])
    for round_ in state.rounds:
        engine = state.engines[round_.number - 1]
        # Not 12-12, which spreadsheets take for a day in December.
        name = "" if engine is None else f"Double {engine or 'blank'}"
        rows.writerow([round_.number, name, *(score.points for score in round_.scores)])
    rows.writerow(["Total", "", *state.totals])
    return text.getvalue()


def as_text(value: str) -> str:
    """A text that a spreadsheet shows as it is, instead of computing it, also one that ends cells at semicolons."""
    return _FORMULA.sub(r"\1'\2", value)
