"""Photo after photo for the command line: progress while one is read, one sentence for each that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from engine.tiles import DominoSet
from server.service import Photo, Reader, read_photo
from server.words import printable
from vision.errors import ImageError


class PhotoReader:
    """Reads photos one at a time; `failed` lists those that could not be read, each of which was complained about."""

    def __init__(self, reader: Reader, domino_set: DominoSet) -> None:
        self._reader = reader
        self._domino_set = domino_set
        self.failed: list[Path] = []

    def each(self, paths: Sequence[Path]) -> Iterator[Photo]:
        """Yield every photo that can be read, as soon as it is; name the others on standard error.

        A progress bar stands on standard error while a photo is read, if there are several and a person is looking.
        It is taken away before a photo is yielded, so that it never mixes with what is printed.
        """
        errors = Console(stderr=True)
        columns = (TextColumn("reading {task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        progress = Progress(
            *columns,
            console=errors,
            transient=True,
            disable=len(paths) < 2 or not errors.is_terminal,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        task = progress.add_task("", total=len(paths))
        for number, path in enumerate(paths):
            progress.update(task, completed=number, description=printable(path.name))
            with progress:
                photo, problem = self._try(path)
            if photo is None:
                self.failed.append(path)
                complain(f"{path}: {problem}")
            else:
                yield photo

    def _try(self, path: Path) -> tuple[Photo | None, str]:
        try:
            return read_photo(self._reader, path, self._domino_set), ""
        except ImageError as error:
            return None, str(error)
        except OSError as error:
            return None, f"The file cannot be read: {(error.strerror or str(error)).lower()}."


def complain(sentence: str) -> None:
    """Print one sentence on standard error, as it is: no wrapping, no colours, and control characters escaped."""
    Console(stderr=True, soft_wrap=True, markup=False, highlight=False, emoji=False).print(
        f"pipwise: {printable(sentence)}"
    )
