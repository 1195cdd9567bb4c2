"""Commands that are typed wrongly, in one sentence on the error output, as everything else that cannot be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from server.complaints import complain
from server.errors import RequestError
from server.start import FAILED

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


class Commands(TyperGroup):
    """A group of commands whose own complaints, about options and words that it does not know, are one sentence."""

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """What is said before the first command; without any word that is the help, and no complaint."""
        if not args:
            return super().make_context(info_name, args, *more, **extra)
        with _one_sentence(None):
            return super().make_context(info_name, args, *more, **extra)

    def invoke(self, ctx: Any) -> Any:
        """A command, and the groups below."""
        with _one_sentence(ctx):
            return super().invoke(ctx)


def wanted(error: ErrorDetails) -> str:
    """What a value has to be, from how pydantic refuses another one."""
    limits = error.get("ctx", {})
    match error["type"]:
        case "less_than_equal":
            return f"at most {limits['le']}"
        case "greater_than_equal":
            return f"at least {limits['ge']}"
        case "greater_than":
            return f"more than {limits['gt']}"
        case "int_parsing" | "int_parsing_size" | "int_type" | "int_from_float":
            return "a whole number"
        case "float_parsing" | "float_type":
            return "a number"
    message = error["msg"].removeprefix("Value error, ").removesuffix(".")
    return f"refused: {message[:1].lower()}{message[1:]}"


@contextmanager
def _one_sentence(context: Any) -> Iterator[None]:
    try:
        yield
    except typer.TyperException as error:
        of = getattr(error, "ctx", None) or context
        complain(RequestError(f"{_sentence(error)}; `{_command(of)} --help` tells what can be typed."))
        raise typer.Exit(FAILED) from error


def _sentence(error: typer.TyperException) -> str:
    """What is wrong, without a full stop: the value that came where one is of the wrong kind, else typer's words."""
    from pydantic import ValidationError

    cause, parameter = error.__cause__, getattr(error, "param", None)
    if not isinstance(cause, ValidationError) or parameter is None:
        return error.format_message().removesuffix(".")
    first = cause.errors()[0]
    name = parameter.opts[-1] if parameter.param_type_name == "option" else parameter.make_metavar(None)
    return f"{name} is {wanted(first)}, not {first['input']!r}"


def _command(context: Any) -> str:
    """The command that was meant, as it is typed; what was going to come after its group is part of it."""
    if context is None:
        return "pipwise"
    names = [] if context.invoked_subcommand is None else [context.invoked_subcommand]
    while context.parent is not None:
        names.insert(0, context.info_name)
        context = context.parent
    return " ".join(["pipwise", *names])
