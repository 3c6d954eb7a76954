"""Waits for the compiled solver and shows its progress."""

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
    """The compiled half of the solver. The first call starts to compile it in the background.

    ``parts`` are names in ``solver_bot.solve.compiling``; the default is the parts that advice
    needs. With ``load``, parts that are already compiled are loaded too. A command calls
    ``wait_for`` when it can't go on without them. Compilation that is not finished when the command
    ends is stopped.
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


def wait_when_needed(guesses: bool = True) -> None:
    """Have the command wait for the compiled solver once it can't do without.

    A command that asks about few boards may never have to: see ``solver_bot.solve.engine``. With
    ``guesses`` the parts that find guesses are prepared too.
    """
    from solver_bot.solve.engine import ENGINE

    def wait() -> None:
        from solver_bot.solve.compiling import ODDS

        wait_for(solver() if guesses else solver(ODDS), ODDS)

    def forget() -> None:
        ENGINE.before_loading = None

    ENGINE.before_loading = wait
    click.get_current_context().find_root().call_on_close(forget)


def _why_compiled(cache: Cache) -> str:
    if cache.lasting:
        return "The solver is being compiled; this happens once and takes half a minute."
    return (
        "The solver is being compiled, which takes half a minute. It can't be saved, so this "
        f"happens every time ({cache.problem})."
    )


WORD_EVERY = 5.0
"""Seconds between two lines of progress, if standard error is no terminal."""


def wait_for(ready: Ready, *parts: str, check: Callable[[], object] = lambda: None) -> None:
    """Wait for these parts of the solver, or for all of them, and show the progress.

    ``check`` is called during the wait and may end it with an exception.
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
    """A function that shows the progress: a status line in a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        yield now_and_then(lambda: click.echo(ready.progress(), err=True))
        return
    from rich.console import Console

    with Console(stderr=True).status(ready.progress()) as status:
        yield lambda: status.update(ready.progress())


def now_and_then(say: Callable[[], object]) -> Callable[[], None]:
    """A function that calls ``say`` at most every ``WORD_EVERY`` seconds."""
    last = time.monotonic()

    def check() -> None:
        nonlocal last
        if time.monotonic() - last > WORD_EVERY:
            last = time.monotonic()
            say()

    return check
