"""Commands that are typed wrongly: one plain sentence for all of them, and how to get help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import Result
from typer.main import get_command

from server.cli import create_app
from vision.errors import WeightsError


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("serve --port abc", "--port is a whole number, not 'abc'; `pipwise serve --help` tells"),
        ("serve --port 80.5", "--port is a whole number, not '80.5'; `pipwise serve --help` tells"),
        ("hint game.txt --seconds fast", "--seconds is a number, not 'fast'; `pipwise hint --help` tells"),
        ("train 6-6 --start", "Option '--start' requires an argument; `pipwise train --help` tells"),
        ("train 6-6 --begin 6", "No such option: --begin"),
        ("rules show", "Missing argument 'NAME'; `pipwise rules show --help` tells"),
        ("rules shwo", "No such command 'shwo'"),
        ("rules --colour", "No such option: --colour; `pipwise rules --help` tells"),
        ("--loud", "No such option: --loud; `pipwise --help` tells"),
        ("shuffle", "No such command 'shuffle'; `pipwise --help` tells"),
        ("check now", "Got unexpected extra argument(s) (now); `pipwise check --help` tells"),
    ],
)
def test_each_mistake_is_one_sentence(run: Callable[..., Result], typed: str, sentence: str) -> None:
    result = run(*typed.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {sentence}")
    assert result.stderr.endswith("--help` tells what can be typed.\n")
    assert result.stderr.count("\n") == 1


def numbers() -> Iterator[tuple[str, str]]:
    """Every option of every command that takes a number, with the words of its command."""

    def no_reader() -> None:
        raise WeightsError("Nothing is read here.")

    commands = get_command(create_app(no_reader)).commands  # type: ignore[arg-type,attr-defined]
    for name, command in commands.items():
        for parameter in command.params:
            if parameter.opts[0].startswith("--") and parameter.type_descriptor.annotation in (int, float):
                yield name, parameter.opts[0]


@pytest.mark.parametrize(("command", "option"), list(numbers()))
def test_no_option_takes_a_word_for_a_number(run: Callable[..., Result], command: str, option: str) -> None:
    result = run(command, option, "many")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {option} is a ")
    assert result.stderr.count("\n") == 1


def options() -> Iterator[tuple[str, Any]]:
    """Every option of every command that takes a value."""

    def no_reader() -> None:
        raise WeightsError("Nothing is read here.")

    for name, command in get_command(create_app(no_reader)).commands.items():  # type: ignore[arg-type,attr-defined]
        yield from ((name, one) for one in command.params if one.opts[0].startswith("--") and one.metavar)


@pytest.mark.parametrize(
    ("command", "option"), [pytest.param(*one, id=f"{one[0]} {one[1].opts[0]}") for one in options()]
)
def test_the_help_of_an_option_says_what_is_meant_without_it(command: str, option: Any) -> None:
    told = option.help
    assert told.endswith("."), told
    assert option.show_default or any(word in told for word in ("unless", "else", "again", "in place of", "Your")), told


def test_without_a_word_there_is_help_and_no_complaint(run: Callable[..., Result]) -> None:
    result = run()
    assert "Usage:" in result.stdout
    assert result.stderr == ""
