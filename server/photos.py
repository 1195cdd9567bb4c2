"""Photo after photo for the command line: progress while one is read, one sentence for each that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from server.errors import RequestError
from server.words import printable
from vision.errors import ImageError

Seen = TypeVar("Seen")

NOT_THERE = "There is no such file; look at its name, and at the folder that it is in."


class PhotoReader(Generic[Seen]):
    """Makes something of photos, one at a time, with a function of a path that may raise ImageError.

    `failed` lists those that could not be read, each of which was complained about.
    """

    def __init__(self, read: Callable[[Path], Seen]) -> None:
        self._read = read
        self.failed: list[Path] = []

    def each(self, paths: Sequence[Path]) -> Iterator[Seen]:
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

    def _try(self, path: Path) -> tuple[Seen | None, str]:
        if path.is_dir():
            return None, _folder(path)
        try:
            return self._read(path), ""
        except ImageError as error:
            return None, str(error)
        except FileNotFoundError:
            return None, NOT_THERE
        except OSError as error:
            return None, f"The file cannot be read: {(error.strerror or str(error)).lower()}."


def check_there(paths: Iterable[Path]) -> None:
    """Look that files are there before any of them is read, for what cannot be done without all of them.

    Raises:
        RequestError: for the first that is a folder, or not there.
    """
    for path in paths:
        problem = _folder(path) if path.is_dir() else "" if path.exists() else NOT_THERE
        if problem:
            raise RequestError(f"{path}: {problem}")


def named_twice(paths: Sequence[Path]) -> Path | None:
    """The first of these that is the same file as one before it, however it is named; None where all differ."""
    found: set[Path] = set()
    for path in paths:
        if (file := path.resolve()) in found:
            return path
        found.add(file)
    return None


def _folder(path: Path) -> str:
    return f"This is a folder; name the photos in it, as in {path / '*.jpg'}."


def complain(sentence: str) -> None:
    """Print one sentence on standard error, as it is: no wrapping, no colours, and control characters escaped."""
    Console(stderr=True, soft_wrap=True, markup=False, highlight=False, emoji=False).print(
        f"pipwise: {printable(sentence)}"
    )
