"""Waiting for the compiled solver, and showing how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from solver_bot.solve.cache import Cache
    from solver_bot.solve.ready import Ready


def solver(*parts: str, load: bool = False) -> Ready:
    """The compiled half of the solver: from the first call on it is compiled beside all else.

    ``parts`` are those of ``solver_bot.solve.compiling``; without one, what advice takes. With
    ``load`` they are loaded too where they are compiled already. A command waits with ``wait_for``
    where it can do no more without them. What still compiles when the command ends, ends with it.
    """
    from solver_bot.solve.ready import ADVICE, Ready

    wanted = parts or ADVICE
    command = click.get_current_context().find_root()
    known: Ready | None = command.meta.get(__name__)
    if known and known.offers(*wanted):
        return known
    ready = command.meta[__name__] = Ready(wanted, load)
    command.call_on_close(ready.close)
    if ready.compiles:
        click.echo(_why_compiled(ready.cache), err=True)
    return ready


def _why_compiled(cache: Cache) -> str:
    if cache.lasting:
        return "The solver is compiled now, this once; it takes half a minute."
    return (
        f"The solver is compiled now, which takes half a minute, and again the next time: it can't "
        f"be kept ({cache.problem})."
    )


WORD_EVERY = 5.0
"""Seconds from one line on how far the compiling is to the next, where no line can be redrawn."""


def wait_for(ready: Ready, *parts: str, check: Callable[[], object] = lambda: None) -> None:
    """Wait for these parts of the solver, or all, and show how far they are.

    ``check`` is called all the while and may end it.
    """
    if ready.has(*parts):
        return
    if not ready.compiles:
        ready.wait(*parts, check=check)
        return
    with _shown(ready) as show:

        def both() -> None:
            check()
            show()

        ready.wait(*parts, check=both)


@contextmanager
def _shown(ready: Ready) -> Iterator[Callable[[], object]]:
    """What shows how far it is: in a line that is redrawn, or in a line now and then."""
    if not sys.stderr.isatty():
        yield now_and_then(lambda: click.echo(ready.progress(), err=True))
        return
    from rich.console import Console

    with Console(stderr=True).status(ready.progress()) as status:
        yield lambda: status.update(ready.progress())


def now_and_then(say: Callable[[], object]) -> Callable[[], None]:
    """A call that speaks every ``WORD_EVERY`` seconds, however often it is made."""
    last = time.monotonic()

    def check() -> None:
        nonlocal last
        if time.monotonic() - last > WORD_EVERY:
            last = time.monotonic()
            say()

    return check
