"""Tables on a terminal: in columns where these fit, else a line for each value, so that nothing is ever cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

LEAST = 16
"""A column of long texts is at least so many characters wide; shorter texts are never wrapped."""
ENDLESS = 100_000


def columns(names: Sequence[str], numbers: Sequence[str] = ()) -> Table:
    """A table without lines, to be printed by `print_table`; columns of `numbers` stand to the right."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    for name in names:
        table.add_column(name, justify="right" if name in numbers else "left", overflow="fold")
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table as wide as the console at most; where its columns would be cut, line by line."""
    widths = [_width(column) for column in table.columns]
    natural = Measurement.get(console, console.options.update_width(ENDLESS), table).maximum
    least = natural - sum(max(0, width - LEAST) for width in widths)
    if least > console.width:
        _print_lines(console, table)
        return
    for column, width in zip(table.columns, widths, strict=True):
        column.no_wrap = width <= LEAST
    console.print(table)


def show_facts(console: Console, facts: Iterable[tuple[str, str]]) -> None:
    """Print pairs of a name and what is known about it."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, fact in facts:
        table.add_row(Text(name, style="bold"), Text(fact))
    print_table(console, table)


def _width(column: Column) -> int:
    return max(_text(cell).cell_len for cell in (column.header, *column.cells))


def _text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell))


def _print_lines(console: Console, table: Table) -> None:
    """Each row as its first value and, below, the others by name; values that are empty are left out. Where columns
    have no names, each row is a line."""
    if not table.show_header:
        for cells in zip(*(column.cells for column in table.columns), strict=True):
            _print_hanging(console, ": ".join(_text(cell).plain for cell in cells), "", "")
        return
    for row, cells in zip(table.rows, zip(*(column.cells for column in table.columns), strict=True), strict=True):
        console.print()
        for number, (column, cell) in enumerate(zip(table.columns, cells, strict=True)):
            name, value = _text(column.header).plain, _text(cell).plain
            if value:
                _print_hanging(console, f"{name}: {value}", "" if number == 0 else "  ", row.style)
    console.print()


def _print_hanging(console: Console, told: str, indent: str, style: object) -> None:
    """One value; further lines of a long one stand more to the right."""
    lines = wrap(
        told, max(console.width, len(indent) + 4), initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )  # fmt: skip
    for line in lines:
        console.print(Text(line, style=str(style or "")), soft_wrap=True)
