"""The command `pipwise hint`: the moves of a table that is written down, or of two photos, ranked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from engine.audit import Severity, audit
from engine.gametext import parse_game, replay
from engine.memory import Memory, watched
from engine.notation import format_move, format_tiles, train_name
from engine.state import TableState, View
from engine.tabletext import parse_table
from engine.tiles import Tile
from server.columns import columns, print_table
from server.complaints import one_sentence
from server.errors import RequestError
from server.finding_words import finding_text
from server.hint_asking import NO_HAND, AskedByPhotos, PhotoOptions, ask_by_photos
from server.reason_words import reason_text
from server.rule_options import PRESET_HELP, RULES_HELP, SET_HELP
from server.rule_words import OPTION_WORDS, fault_text
from server.stopping import stoppable
from server.textfiles import text_of
from server.typed_hands import parse_option

if TYPE_CHECKING:
    from engine.hints import Advice, Hint
    from engine.race import Estimate
    from server.service import Reader

SHOWN_REASONS = 3
"""Reasons that a line of the table has room for; `--json` has all."""
MOST_SECONDS = 60.0
PHOTOS = "Options that go with --table"
"""The heading in the help."""
PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".gif")
"""How files are called that are photos; a table or a game that is written down is none of them."""
GETTING_READY = "getting ready; the very first time that takes some seconds more"
"""What is said while play-outs are compiled, or loaded."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks, what that player sees, and what is remembered (None: the table was not watched).

    `name` is what the player is called who asks; photos leave a question behind.
    """

    players: tuple[str, ...]
    view: View
    memory: Memory | None
    name: str
    photos: AskedByPhotos | None = field(default=None)


def add_hint_command(app: typer.Typer, reader_factory: Callable[[], Reader]) -> None:
    """Add the command to the command line; `reader_factory` is called at most once, when a photo is to be read."""

    @app.command()
    def hint(
        file: Annotated[
            Path | None,
            typer.Argument(
                metavar="FILE",
                show_default=False,
                help="A table as text, or a game up to this turn; or none, with --table.",
            ),
        ] = None,
        hand: Annotated[
            str | None,
            typer.Option(
                metavar="TILES|PHOTO", show_default=False, help='Your tiles, as "6-1 2-2", or a photo of them.'
            ),
        ] = None,
        table: Annotated[
            Path | None,
            typer.Option(metavar="PHOTO", show_default=False, help="A photo of the whole table, in place of a FILE."),
        ] = None,
        me: Annotated[
            str | None,
            typer.Option(
                metavar="WHO",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="Your side of the photo (bottom, left, top, right) or your train's number, as 3; else bottom.",
            ),
        ] = None,
        players: Annotated[
            int | None,
            typer.Option(
                metavar="N",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="How many play, 2 to 16; else as many as trains are seen.",
            ),
        ] = None,
        others: Annotated[
            str | None,
            typer.Option(
                metavar="N,N,…",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="How many tiles each of the others holds, clockwise from you, as 7,5,6; else as many as you.",
            ),
        ] = None,
        is_open: Annotated[
            str | None,
            typer.Option(
                "--open",
                metavar="N,N,…",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="The numbers of the trains with a marker, as 2,3, or none; else those where one is seen.",
            ),
        ] = None,
        doubles: Annotated[
            str | None,
            typer.Option(
                metavar="TILES",
                show_default=False,
                rich_help_panel=PHOTOS,
                help='Open doubles, the one laid first first, as "7-7 9-9"; else one train after the other, without '
                "those that a long first turn may have left.",
            ),
        ] = None,
        domino_set: Annotated[
            str | None,
            typer.Option("--set", metavar="SET", show_default=False, rich_help_panel=PHOTOS, help=SET_HELP),
        ] = None,
        preset: Annotated[
            str | None, typer.Option(metavar="NAME", show_default=False, rich_help_panel=PHOTOS, help=PRESET_HELP)
        ] = None,
        rules: Annotated[
            Path | None, typer.Option(metavar="FILE", show_default=False, rich_help_panel=PHOTOS, help=RULES_HELP)
        ] = None,
        engine: Annotated[
            int | None,
            typer.Option(
                metavar="N",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="The double of this round, as 9 for 9-9; else the photo tells.",
            ),
        ] = None,
        overlay: Annotated[
            str | None,
            typer.Option(
                metavar="DIR",
                show_default=False,
                rich_help_panel=PHOTOS,
                help="Also draw the best move on the photo, into this folder, as --overlay seen; else it is not drawn.",
            ),
        ] = None,
        seconds: Annotated[
            float, typer.Option(metavar="S", help="About how many seconds to think, on one core; up to 60.")
        ] = 0.5,
        seed: Annotated[
            int,
            typer.Option(
                metavar="N", help="A whole number that decides what chance brings: the same one, the same answer."
            ),
        ] = 0,
        as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
    ) -> None:
        """Rank the moves of the player whose turn it is, with what to expect of each and why."""
        for_photos = PhotoOptions(
            hand, me, players, others, is_open, doubles, domino_set, preset, rules, engine, overlay
        )
        with one_sentence():
            if not 0 < seconds <= MOST_SECONDS:
                raise RequestError(f"Thinking takes more than 0 and at most {MOST_SECONDS:g} seconds, not {seconds:g}.")
            if seed < 0:
                raise RequestError(f"The seed is a whole number from 0, not {seed}.")
            if table is not None:
                asked = _asked_by_photos(ask_by_photos(table, file, for_photos, reader_factory))
            else:
                asked = _asked(_text(file, for_photos), hand)
            with Console(stderr=True).status("looking at the table") as status:
                with stoppable():
                    # Loads the compiled play-outs; what is asked wrongly is answered before.
                    from engine.hints import advise, check, warm_up

                    check(asked.view)
                    status.update(GETTING_READY)
                    warm_up()
                status.update("playing it out many times")
                advice = advise(asked.view, asked.memory, effort=seconds, seed=seed)
            if asked.photos is not None:
                asked.photos.draw(advice.best.move)
        if as_json:
            typer.echo(json.dumps(_as_json(advice, asked)))
        else:
            _show(advice, asked)


def _text(file: Path | None, for_photos: PhotoOptions) -> str:
    if file is None:
        raise RequestError("There is nothing to advise on; name a FILE, or photos with --table and --hand.")
    if file.suffix.lower() in PHOTO_SUFFIXES:
        raise RequestError(f"{file} is a photo; photos go with --hand (your tiles) and --table (the table).")
    if for_photos.named:
        raise RequestError(f"{for_photos.named} goes with a photo of the table; a FILE says it itself.")
    return text_of(file)


def _asked_by_photos(photos: AskedByPhotos) -> _Asked:
    question = photos.question
    return _Asked(question.players, question.view, None, "you", photos)


def _asked(text: str, hand: str | None) -> _Asked:
    """What is asked by a file and, for a table, by the hand that goes with it."""
    if text.lstrip().startswith("pipwise table"):
        if hand is None:
            raise RequestError("A table does not say what you hold; add your tiles with --hand.")
        table, players = parse_table(text)
        tiles = parse_option("--hand", hand)
        if not tiles:
            raise RequestError(NO_HAND)
        if table.drawn > len(tiles) or table.laid > table.rules.total_tiles:
            raise RequestError("This table cannot be: more tiles were drawn or laid in this turn than there are.")
        wrong = [finding for finding in audit(table) if finding.severity is Severity.ERROR]
        if wrong:
            raise RequestError(f"This table cannot be: {finding_text(wrong[0], players)}")
        _held_alone(tiles, table, players)
        return _Asked(players, View(table, table.turn, tiles), None, players[table.turn])
    if not text.lstrip().startswith("pipwise game"):
        raise RequestError(
            "This is neither a game nor a table; its first line should say pipwise game or pipwise table. "
            "`pipwise replay GAME --table` prints a table."
        )
    if hand is not None:
        raise RequestError("A game says what each player holds; leave out --hand.")
    game, fault = replay(parse_game(text))
    if fault is not None:
        raise RequestError(fault_text(fault, game.players))
    if game.round.is_over:
        raise RequestError("The last round of this game is over; there is nothing to move.")
    view = game.round.position.view()
    return _Asked(game.players, view, watched(game.round), game.players[view.me])


def _held_alone(tiles: Sequence[Tile], table: TableState, players: Sequence[str]) -> None:
    """Raises RequestError for a tile of the hand that lies on the table, too, and says where."""
    if table.rules.copies > 1:
        return
    if table.engine in tiles:
        raise RequestError(f"{table.engine} is in --hand and lies on the table as the engine; it can be in one place.")
    for number, train in enumerate(table.trains):
        for one in train.placed:
            if one.tile in tiles:
                name = train_name(number, players)
                where = f"the train of {name}" if number < len(players) else f"the {name} train"
                raise RequestError(f"{one.tile} is in --hand and lies on {where}; it can be in one place.")


def _show(advice: Advice, asked: _Asked) -> None:
    view = asked.view
    if asked.photos is None:
        typer.echo(f"{asked.name} holds {format_tiles(view.hand)}.")
    else:
        typer.echo("\n".join(asked.photos.lines()))
    numbers = ("lead", "you", "others", "out first")
    table = columns(("move", *numbers, "because"), numbers)
    for hint in advice.hints:
        told = [reason_text(reason, asked.players) for reason in hint.reasons[:SHOWN_REASONS]]
        one = hint.estimate
        table.add_row(
            format_move(hint.move, asked.players),
            f"{one.lead:+.1f} ± {2 * one.error:.1f}",
            f"{one.mine:.1f}",
            f"{one.others:.1f}",
            _percent(*one.out_range),
            "; ".join(told) or "–",
        )
    print_table(Console(), table)
    typer.echo(_lead_text(advice.best.estimate))
    typer.echo("± and – say how sure it is: 95 times in a hundred the truth lies within.")
    if len(advice.hints) > 1 and not advice.settled:
        typer.echo("The first moves are too close to tell; with more --seconds they may change places.")
    line = advice.best.line
    if line.placed:
        rest = f"; {format_tiles(line.left)} would be left" if line.left else ""
        typer.echo(f"After the first of them your train can go on {format_tiles(line.tiles)}{rest}.")
    if advice.ignored:
        names = ", ".join(OPTION_WORDS[name] for name in advice.ignored)
        typer.echo(f"The estimates do not know these rules: {names}.")


def _lead_text(best: Estimate) -> str:
    """What the numbers of a line mean, with those of the first one."""
    lead = f"{abs(best.lead):.1f} points {'fewer' if best.lead >= 0 else 'more'}"
    return (
        f"Fewer points win: with the first move you should have {best.mine:.1f} at the end of this round, and the "
        f"others {best.others:.1f} on average. The lead is the difference: {lead} than they have."
    )


def _percent(low: float, high: float) -> str:
    """Between which shares something happens."""
    ends = f"{100 * low:.0f}", f"{100 * high:.0f}"
    return f"{ends[0]}%" if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}%"


def _as_json(advice: Advice, asked: _Asked) -> dict[str, Any]:
    photos = {} if asked.photos is None else asked.photos.as_json(advice.best.move)
    return {
        "player": asked.name,
        "hand": [str(tile) for tile in asked.view.hand],
        "moves": [_hint_as_json(hint, asked) for hint in advice.hints],
        "settled": advice.settled,
        "ignored_rules": list(advice.ignored),
        **photos,
    }


def _hint_as_json(hint: Hint, asked: _Asked) -> dict[str, Any]:
    one = hint.estimate
    return {
        "move": format_move(hint.move, asked.players),
        "lead": round(one.lead, 2),
        "lead_error": round(one.error, 2),
        "my_points": round(one.mine, 2),
        "others_points": round(one.others, 2),
        "out_first": round(one.out_first, 4),
        "out_first_range": [round(share, 4) for share in one.out_range],
        "deals": one.deals,
        "line": [str(tile) for tile in hint.line.tiles],
        "left": [str(tile) for tile in hint.line.left],
        "reasons": [
            {
                "code": reason.code.value,
                "tile": None if reason.tile is None else str(reason.tile),
                "number": reason.number,
                "player": None if reason.seat is None else asked.players[reason.seat],
                "text": reason_text(reason, asked.players),
            }
            for reason in hint.reasons
        ],
    }
