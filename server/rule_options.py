"""The options by which commands are told what is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.presets import PRESETS
from engine.tiles import SET_SIZES
from server.textfiles import DEFAULT_PRESET

SET_HELP = f"The set: {', '.join(f'double-{size}' for size in SET_SIZES)}; double-12 unless it is said."
PRESET_HELP = f"The rules: {', '.join(PRESETS)}; {DEFAULT_PRESET} unless it is said. `pipwise rules` tells them apart."
RULES_HELP = "Your own rules in place of a preset and a set: a file as `pipwise rules show NAME --toml` prints it."

SetOption = Annotated[str | None, typer.Option("--set", metavar="SET", show_default=False, help=SET_HELP)]
PresetOption = Annotated[str | None, typer.Option("--preset", metavar="NAME", show_default=False, help=PRESET_HELP)]
RulesOption = Annotated[Path | None, typer.Option("--rules", metavar="FILE", show_default=False, help=RULES_HELP)]
