"""The text of a whole game: rules, players, and every round with its deal and its moves.

    pipwise game
    rules spanish
    players Ann, Bo
    seed 7
    round 1
    engine 12-12
    starts Bo
    hand Ann: 0-12 3-4
    hand Bo: 5-12 6-6
    boneyard: 1-2 0-0
    Bo: 5-12 on Bo
    Ann: draw 1-2
    over: Bo went out
    points: Ann 22, Bo 0
    end

A round without its deal is dealt by the seed. The tile behind `draw`, `over` and `points` may be left out; where they
are written they have to be true. `engine held` stands for the highest double held. What follows a # is a comment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dealing import Deal
from engine.errors import DealError, NotationError
from engine.game import Game, Round
from engine.moves import Draw, Move
from engine.notation import format_move, format_tiles, parse_move, parse_tile, parse_tiles
from engine.rules import Rules
from engine.state import Ending, Position
from engine.textlines import (
    Lines,
    format_counts,
    format_rules,
    parse_counts,
    parse_number,
    parse_players,
    parse_rules,
    parse_seed,
)
from engine.tiles import Tile
from engine.turns import why_not
from engine.violations import Violation


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a round: who moves, how, and the tile that was drawn, where it is written down."""

    line: int
    seat: int
    move: Move
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round as it is written down; `over` and `points` with their lines where the text states them."""

    line: int
    deal: Deal | None
    steps: tuple[Step, ...]
    over: tuple[int, str] | None
    points: tuple[int, tuple[int, ...]] | None


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as it is written down, its moves not yet checked."""

    rules: Rules
    players: tuple[str, ...]
    seed: int
    rounds: tuple[RoundText, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first move of a text that is against the rules, and the position in which it was tried."""

    step: Step
    position: Position
    violation: Violation


def format_game(game: Game) -> str:
    """The text of a game, finished or not."""
    lines = ["pipwise game", format_rules(game.rules).rstrip(), f"players {', '.join(game.players)}"]
    lines.append(f"seed {game.seed}")
    for number, round_ in enumerate(game.rounds, start=1):
        lines += ["", f"round {number}", *_deal_lines(round_.deal, game.players)]
        lines += _move_lines(round_, game.players)
        if round_.is_over:
            lines.append(f"over: {_over(round_, game.players)}")
            lines.append(f"points: {format_counts(round_.points(), game.players)}")
    if game.is_over:
        lines += ["", f"# totals: {format_counts(game.totals(), game.players)}"]
        lines.append(f"# lowest: {', '.join(game.winners())}")
    return "\n".join([*lines, "end"]) + "\n"


def parse_game(text: str) -> GameText:
    """The game that a text writes down.

    Raises:
        NotationError: with the line, what came and what was expected.
        RulesError: for rules that cannot be.
    """
    lines = Lines(text)
    lines.take("pipwise game", "the line that says pipwise game")
    rules = parse_rules(lines)
    players = lines.read("players ", "the players, such as players Ann, Bo", parse_players)
    seed = lines.read("seed ", "the seed, such as seed 7", parse_seed) if lines.next.startswith("seed") else 0
    rounds: list[RoundText] = []
    while not rounds or lines.next.startswith("round "):
        rounds.append(_parse_round(lines, players, len(rounds) + 1))
    lines.finish()
    return GameText(rules, players, seed, tuple(rounds))


def replay(text: GameText) -> tuple[Game, Fault | None]:
    """Play a text: the game as far as it is legal, and the first move that is not, None when all are.

    Raises:
        NotationError: when the text says that a tile was drawn, a round ended or points were made that were not.
        DealError: for a deal that is none.
        RulesError: when the rules do not deal to so many players.
    """
    text.rules.tiles_each(len(text.players))
    game = Game(text.rules, text.players, text.seed)
    for written in text.rounds:
        try:
            game = game.next_round(written.deal)
        except DealError as error:
            raise DealError(f"Line {written.line}: {error}") from error
        for step in written.steps:
            position = game.round.position
            violation = why_not(position, step.move)
            if position.outcome is None:
                _check_claims(step, position, text.players)
            if violation is not None:
                return game, Fault(step, position, violation)
            game = game.play(step.move, checked=False)
        _check_end(written, game.round, text.players)
    return game, None


def _deal_lines(deal: Deal, players: Sequence[str]) -> list[str]:
    hands = [f"hand {name}: {format_tiles(hand)}" for name, hand in zip(players, deal.hands, strict=True)]
    first = [f"engine {deal.engine or 'held'}", f"starts {players[deal.starter]}"]
    return [*first, *hands, f"boneyard: {format_tiles(deal.boneyard)}".rstrip()]


def _move_lines(round_: Round, players: Sequence[str]) -> list[str]:
    """A line for each move, found by playing the round again; a draw names its tile."""
    lines = []
    again = Round.start(round_.rules, round_.deal)
    for move in round_.moves:
        told = format_move(move, players)
        if isinstance(move, Draw):
            told += f" {again.position.boneyard[0]}"
        lines.append(f"{players[again.position.table.turn]}: {told}")
        again = again.play(move, checked=False)
    return lines


def _over(round_: Round, players: Sequence[str]) -> str:
    outcome = round_.position.outcome
    if outcome is None:
        return "not yet"
    return "blocked" if outcome.ending is Ending.BLOCKED else f"{players[outcome.winner or 0]} went out"


def _parse_round(lines: Lines, players: Sequence[str], number: int) -> RoundText:
    line = lines.number
    if lines.next != f"round {number}":
        raise NotationError(lines.next, f"round {number}", line)
    lines.take("round", "a round")
    deal = _parse_deal(lines, players) if lines.next.startswith("engine ") else None
    steps = []
    while (name := lines.next.partition(":")[0]) in players:
        at, seat = lines.number, players.index(name)
        move, drawn = lines.read(f"{name}:", "a move", lambda rest: _parse_step(rest, players))
        steps.append(Step(at, seat, move, drawn))
    over = points = None
    if lines.next.startswith("over:"):
        over = lines.number, lines.take("over:", "how the round ended")
    if lines.next.startswith("points:"):
        points = lines.number, lines.read("points:", "points", lambda rest: parse_counts(rest, players, parse_number))
    if lines.next != "end" and not lines.next.startswith("round "):
        raise NotationError(lines.next, f"a move of {', '.join(players)}, the next round or end", lines.number)
    return RoundText(line, deal, tuple(steps), over, points)


def _parse_step(text: str, players: Sequence[str]) -> tuple[Move, Tile | None]:
    if text.startswith("draw "):
        return Draw(), parse_tile(text.removeprefix("draw "))
    return parse_move(text, players), None


def _parse_deal(lines: Lines, players: Sequence[str]) -> Deal:
    held = lines.next == "engine held"
    engine = lines.read("engine ", "the engine", lambda word: None if held else parse_tile(word))
    line = lines.number
    name = lines.take("starts ", "who starts, such as starts Ann")
    if name not in players:
        raise NotationError(name, f"one of {', '.join(players)}", line)
    hands = tuple(lines.read(f"hand {player}:", f"the hand of {player}", parse_tiles) for player in players)
    return Deal(engine, players.index(name), hands, lines.read("boneyard:", "the boneyard", parse_tiles))


def _check_claims(step: Step, position: Position, players: Sequence[str]) -> None:
    turn = position.table.turn
    if step.seat != turn:
        raise NotationError(f"{players[step.seat]}:", f"a move of {players[turn]}, whose turn it is", step.line)
    if step.drawn is not None and position.boneyard and step.drawn != position.boneyard[0]:
        raise NotationError(f"draw {step.drawn}", f"draw {position.boneyard[0]}, the next tile", step.line)


def _check_end(written: RoundText, round_: Round, players: Sequence[str]) -> None:
    if written.over is not None and written.over[1] != _over(round_, players):
        raise NotationError(written.over[1], _over(round_, players), written.over[0])
    if written.points is not None and written.points[1] != round_.points():
        expected = format_counts(round_.points(), players)
        raise NotationError(format_counts(written.points[1], players), expected, written.points[0])
