"""Texts that people wrote: games, tables and rules, and the choice of rules by name or by file."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

from engine.presets import preset
from engine.rules import Rules
from engine.rulesfile import read_rules
from engine.tiles import DominoSet
from server.errors import RequestError

MAX_BYTES = 4_000_000
"""A game of sixteen players and nineteen rounds takes a tenth of that."""

DEFAULT_PRESET = "puremco"


def text_of(path: Path) -> str:
    """The text of a file in UTF-8; raises RequestError for one that is none, or that cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise RequestError(f"{path} is too large to be a game or its rules.")
        # Some shells write what `>` sends into a file as UTF-16, and say so in its first two bytes.
        return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except FileNotFoundError as error:
        raise RequestError(f"{path} is not there; look at its name, and at the folder that it is in.") from error
    except IsADirectoryError as error:
        raise RequestError(f"{path} is a folder; name a file in it.") from error
    except OSError as error:
        raise RequestError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{path} is not a text in UTF-8.") from error


def chosen_rules(preset_name: str | None, file: Path | None, domino_set: str | None) -> Rules:
    """The rules of a preset with a set, `DEFAULT_PRESET` and double-12 where none is named, or those of a file.

    Raises:
        EngineError: for no such preset or set, or rules that cannot be.
        RequestError: for a file that cannot be read, and for one with a preset or a set beside it.
    """
    if file is None:
        chosen = DominoSet(12) if domino_set is None else DominoSet.parse(domino_set)
        return preset(DEFAULT_PRESET if preset_name is None else preset_name, chosen.highest)
    if preset_name is not None or domino_set is not None:
        asked = "--set: write highest = 9" if preset_name is None else '--preset: write preset = "danish"'
        raise RequestError(f"--rules goes without {asked}, or what you mean, into the file.")
    return rules_in(file)


def rules_in(file: Path) -> Rules:
    """The rules that a file describes.

    Raises:
        RulesError: for a text that is no rules.
        RequestError: for a file that cannot be read, or that says nothing: whoever names one means something by it.
    """
    text = text_of(file)
    if not any(line.partition("#")[0].strip() for line in text.splitlines()):
        raise RequestError(f"{file} holds no rule; `pipwise rules show {DEFAULT_PRESET} --toml` prints all there are.")
    return read_rules(text)


def check_engine(engine: int | None, rules: Rules) -> None:
    """Raises RequestError for an engine that the set does not have; None is one that nobody named."""
    if engine is not None and not 0 <= engine <= rules.highest:
        raise RequestError(
            f"The engine of a {rules.domino_set} set is a double from 0 to {rules.highest}, not {engine}."
        )
