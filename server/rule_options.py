"""The options by which commands about photos of tables are told what is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SetOption = Annotated[
    str | None,
    typer.Option("--set", metavar="SET", show_default=False, help="The set, double-12 unless it is said."),
]
PresetOption = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", show_default=False, help="The rules: puremco, spanish, …")
]
RulesOption = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", show_default=False, help="A rules file in place of a preset."),
]
