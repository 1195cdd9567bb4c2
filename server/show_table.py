"""Tables on a terminal: what is wrong first, then what to check, then the trains."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from engine.audit import Severity
from server.columns import columns, print_table
from server.hand_or_table import looks_like_hand
from server.seen_table import SeenTable
from server.show import hang, print_doubts, say
from server.table_report import MARKED
from server.table_words import closer_sentence, finding_sentence, parts_to_look_at, short_name, table_title
from server.words import printable

A_HAND = "This looks like a hand, not a table; `pipwise score PHOTO` counts one."
"""What is said where trains were asked for."""


def show_table(console: Console, name: str, table: SeenTable) -> None:
    """Print one table: its findings, its tiles in doubt and warnings about the photo, and a table of its trains."""
    say(console, Text(printable(name), style="bold"))
    if looks_like_hand(table):
        say(console, Text(A_HAND, style="yellow"))
    for severity, heading, style in ((Severity.ERROR, "Wrong", "bold red"), (Severity.NOTE, "Notice", "bold")):
        findings = [finding for finding in table.findings if finding.severity is severity]
        if findings:
            say(console, Text(f"{heading}:", style=style))
        for finding in findings:
            hang(console, finding_sentence(table, finding))
    print_doubts(console, "Please check", table.reading)
    for part in parts_to_look_at(table):
        hang(console, closer_sentence(part), "yellow")
    if table.trains:
        sheet = columns(("train", "starts", "tiles", "goes on with", "marker"))
        for index, train in enumerate(table.trains):
            laid = " ".join(f"{one.inner}-{one.outer}" for one in train.placed)
            ends = ", ".join(str(end.value) for end in train.ends)
            marker = f"perhaps ({train.marker:.0%})" if train.marker >= MARKED else ""
            start = str(train.kind) if train.branch_of is None else f"at {table.reading.tiles[train.branch_of].tile}"
            sheet.add_row(short_name(table, index), start, laid, ends, marker)
        print_table(console, sheet)
    for row in table.hands:
        tiles = " ".join(str(table.reading.tiles[number].tile) for number in row)
        say(console, Text(f"Side by side, as a hand: {tiles}"))
    say(console, Text(f"{table_title(table)[0].upper()}{table_title(table)[1:]}."))
    console.print()
