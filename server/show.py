"""Readings and rounds on a terminal: what deserves a look first, then tables."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from engine.scoring import RoundScore, hand_points
from engine.tiles import Tile
from server.bridge import to_hand
from server.columns import columns, print_table
from server.hand_or_table import looks_like_table
from server.reading import Reading
from server.words import check_lines, counted, face_down_text, in_reading_order, printable, tile_places

A_TABLE = "this looks like a table, not a hand; `pipwise audit PHOTO` reads the trains of one."
"""What is said where points were asked for."""


def show_reading(console: Console, name: str, reading: Reading) -> None:
    """Print one photo: its doubts and warnings, then a table of its tiles in reading order."""
    reading = in_reading_order(reading)
    say(console, Text(printable(name), style="bold"))
    print_doubts(console, "Please check", reading)
    if reading.tiles:
        table = columns(("tile", "pips", "where", "confidence", "or else"), ("pips", "confidence"))
        for tile, place in zip(reading.tiles, tile_places(reading), strict=True):
            others = ", ".join(
                f"{Tile.of(a, b)} ({chance:.0%})" for a, b, chance in tile.alternatives[:3] if chance >= 0.005
            )
            table.add_row(
                str(tile.tile), str(tile.tile.pips), place, f"{tile.confidence:.1%}", others,
                style="" if tile.sure else "yellow",
            )  # fmt: skip
        print_table(console, table)
        say(console, total_line("", reading, hand_points(to_hand(reading)), "pip"))
    _print_face_down(console, reading)
    console.print()


def show_hand(console: Console, player: str, reading: Reading, points: int | None) -> None:
    """Print one player's hand: its doubts and warnings, its tiles, what it costs; `points` is None without a tile."""
    reading, player = in_reading_order(reading), printable(player)
    if looks_like_table(reading):
        say(console, Text(f"{player}: {A_TABLE}", style="yellow"))
    print_doubts(console, f"{player}, please check", reading)
    if points is None:
        found = "all tiles seem to lie face down" if reading.observation.face_down else "no dominoes found"
        say(console, Text(f"{player}: not counted, {found}"))
    else:
        say(console, total_line(player, reading, points, "point"))
        say(console, Text("  " + " ".join(str(tile) for tile in sorted(to_hand(reading)))))
    _print_face_down(console, reading)


def show_note(console: Console, heading: str, things: Iterable[str]) -> None:
    """Print `heading` and what it is about as one sentence; nothing when it is about nothing."""
    told = ", ".join(map(printable, things))
    if told:
        say(console, Text(f"{heading}: {told}."))


def show_round(console: Console, score: RoundScore, unsure: set[str]) -> None:
    """Print who stands where; the points of the players in `unsure` are marked as not certain."""
    table = columns(("place", "player", "tiles", "points"), ("place", "tiles", "points"))
    for own in score.ranking():
        points = f"about {own.points}" if own.player in unsure else str(own.points)
        table.add_row(f"{own.place}.", Text(printable(own.player)), str(len(own.tiles)), points)
    print_table(console, table)


def total_line(player: str, reading: Reading, points: int, unit: str) -> Text:
    """What the tiles of a reading come to, and how many of them deserve a look."""
    doubtful = sum(not tile.sure for tile in reading.tiles)
    line = Text(f"{player}: " if player else "")
    line.append(f"{'' if reading.sure else 'about '}{counted(points, unit)}", style="bold")
    line.append(f" on {counted(len(reading.tiles), 'tile')}")
    if doubtful:
        line.append(f" (please check {doubtful})", style="yellow")
    return line


def print_doubts(console: Console, heading: str, reading: Reading) -> None:
    """Print what deserves a look below a heading, if anything does."""
    lines = check_lines(reading)
    if lines:
        say(console, Text(f"{heading}:", style="bold yellow"))
    for line in lines:
        hang(console, line, "yellow")


def _print_face_down(console: Console, reading: Reading) -> None:
    told = face_down_text(reading)
    if told:
        hang(console, told)


def hang(console: Console, line: str, style: str = "") -> None:
    """Print one indented line whose further lines on a terminal are indented more; a pipe gets it as one."""
    width = max(20, console.width - 2) if console.is_terminal else len(line)
    for part in wrap(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False):
        say(console, Text(f"  {part}", style=style))


def say(console: Console, line: Text) -> None:
    """Print one line whole: a terminal wraps it, and a pipe gets it as one."""
    console.print(line, soft_wrap=True)
