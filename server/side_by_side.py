"""Long work shared out to processes, which go when the one that started them goes, at whatever moment it is stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

from server.errors import RequestError

Task = TypeVar("Task")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Generator[Result, None, None]:
    """The results of the tasks in their order, as they are ready, from so many processes at the same time, 1 or more.

    `work` is a function of a module, for the processes start afresh and import it. They end with this iterator, so let
    `contextlib.closing` end that. Ctrl-C is for the process that asks; the others never hear it.

    Raises:
        RequestError: when one of the processes ends before its work is done.
    """
    with _workers(work, min(jobs, len(tasks))) as pipes:
        free, to_do = pipes, enumerate(tasks)
        busy: dict[Connection, int] = {}
        done: dict[int, Result] = {}
        told = 0
        while told < len(tasks):
            try:
                for pipe in free:
                    for number, task in to_do:
                        pipe.send(task)
                        busy[pipe] = number
                        break
                ready = wait(busy)
                free = [pipe for pipe in busy if pipe in ready]
                done |= {busy.pop(pipe): pipe.recv() for pipe in free}
            except (EOFError, ConnectionError) as error:
                raise RequestError(
                    "A process that did part of the work ended early; let fewer work at once."
                ) from error
            while told in done:
                yield done.pop(told)
                told += 1


@contextmanager
def _workers(work: Callable[[Task], Result], count: int) -> Iterator[list[Connection]]:
    """The pipes to so many processes that wait for tasks."""
    if os.name == "posix":
        resource_tracker.ensure_running()  # before, for its start ends the blocking of signals
    context = get_context("spawn")
    started: list[tuple[BaseProcess, Connection]] = []
    try:
        with _undisturbed():
            for _ in range(count):
                here, there = context.Pipe()
                process = context.Process(target=_work, args=(work, there), daemon=True)
                process.start()
                there.close()  # so that its end is seen here
                started.append((process, here))
        yield [pipe for _, pipe in started]
    finally:
        with _undisturbed():
            for worker, pipe in started:
                worker.kill()
                worker.join()
                pipe.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C meanwhile is heard afterwards, and never by processes that start meanwhile."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    # Processes inherit what is blocked. Where nothing can be, they only ignore it from their first line on.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if heard and callable(before):
        before(heard[0], None)


def _work(work: Callable[[Task], Result], pipe: Connection) -> None:
    """What each process does: task after task, until it is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    while True:
        try:
            task = pipe.recv()
        except (EOFError, ConnectionError):
            return
        pipe.send(work(task))


def _end_with_parent() -> None:
    """Let this process end when the one that started it has, however it did."""
    parent = parent_process()
    if parent is None:
        return

    def wait_for_it() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_for_it, daemon=True).start()
