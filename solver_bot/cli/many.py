"""Many pictures are worked on in several processes, and what they give comes in their order."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from solver_bot.cli.endings import AGAIN
from solver_bot.cli.exit_codes import STOPPED
from solver_bot.cli.report import Report

if TYPE_CHECKING:
    from concurrent.futures import Future

FEWEST = 12
"""Pictures from which on several processes are used, since each takes a while to start."""
_WAITING = 3
"""Pictures for each process that are worked on or done before their turn has come."""

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item, Report], Result]
"""What is done with one picture. With several processes it must be a value that can be pickled."""


class _Done(NamedTuple):
    result: object
    report: Report
    out: str
    err: str


def is_many(items: Sequence[object]) -> bool:
    """Whether these are worked on in several processes."""
    return len(items) >= FEWEST and _cores() > 1


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each(
    items: Sequence[Item], work: Work[Item, Result], report: Report, *, apart: bool
) -> Iterator[Result]:
    """What ``work`` makes of every item, in their order. Problems are added to the report.

    With ``apart`` several processes work. What they print is printed when its turn has come. If one
    ends before its work, the rest is done in this one.
    """
    left = deque(items)
    if apart:
        from concurrent.futures.process import BrokenProcessPool

        try:
            yield from _side_by_side(left, work, report, _cores())
        except BrokenProcessPool:
            click.echo("A process ended early. The other pictures are read one by one.", err=True)
    while left:
        yield work(left.popleft(), report)


def _side_by_side(
    left: deque[Item], work: Work[Item, Result], report: Report, cores: int
) -> Iterator[Result]:
    """The results of all items, each taken from ``left`` when its result is given."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    pool = ProcessPoolExecutor(cores, mp_context=context, initializer=_begin)
    try:
        waiting: deque[Future[_Done]] = deque()
        ahead = iter(list(left))
        while left:
            while len(waiting) < _WAITING * cores and (item := next(ahead, None)) is not None:
                with _uninterrupted():
                    waiting.append(pool.submit(_apart, work, item))
            done = waiting.popleft().result()
            sys.stderr.write(done.err)
            sys.stdout.write(done.out)
            report.add(done.report)
            left.popleft()
            yield done.result  # type: ignore[misc] # the pool forgets its type
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let the keyboard's interrupt wait, which a process that is being started would not outlive.

    Processes that are started meanwhile never get it. Blocking it is not enough for this one: the
    system then gives it to another of its threads, such as one of a library's. An interrupt that
    came within an import, and is tried again, waits too.
    """
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    handlers = {one: signal.signal(one, lambda number, _: came.append(number)) for one in AGAIN}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for one, handler in handlers.items():
            signal.signal(one, handler)
        for number in came[:1]:
            signal.raise_signal(number)


def _begin() -> None:
    """Prepare a process: the keyboard's interrupt is the first one's matter, and so are cores."""
    import cv2

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_first, daemon=True).start()
    cv2.setNumThreads(1)


def _end_with_first() -> None:
    """End this process when the first one has ended, even if that one had no time to say so.

    The pool's processes would wait for work for ever: each of them keeps the pool's pipe open.
    """
    from multiprocessing import parent_process

    first = parent_process()
    if first:
        first.join()
        os._exit(STOPPED)


def _apart(work: Work[Item, Result], item: Item) -> _Done:
    """Work in a process of its own."""
    report, out, err = Report(), io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), _context().scope(cleanup=False):
        result = work(item, report)
    return _Done(result, report, out.getvalue(), err.getvalue())


@lru_cache(maxsize=1)
def _context() -> click.Context:
    """Keeps for all work of a process what a command keeps, such as the solver."""
    return click.Context(click.Command("many"))
