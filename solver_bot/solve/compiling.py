"""The parts of the solver's compiled half, and a program that compiles them into the cache.

``solver_bot.solve.ready`` starts ``python -m solver_bot.solve.compiling PART...``. The program
reports its progress on standard output. It ends as soon as its standard input is closed.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import ModuleType

from solver_bot.board import Board
from solver_bot.solve.cache import cache
from solver_bot.solve.engine import compiled
from solver_bot.solve.guess import best_guess
from solver_bot.solve.odds import odds
from solver_bot.solve.random_layout import random_layout

ODDS, LOOK_AHEAD, END, LAYOUTS = "odds", "look-ahead", "end", "layouts"
_REPORT_SECONDS = 0.2
"""Time between two reports of progress."""


def _odds() -> None:
    compiled()
    odds(Board.covered(3, 3, 2))


def _look_ahead() -> None:
    board = Board.covered(6, 6, 9)
    best_guess(board, odds(board))


def _end() -> None:
    board = Board.covered(3, 3, 2)
    best_guess(board, odds(board))


def _layouts() -> None:
    random_layout(Board.covered(3, 3, 2), Random(0))


PARTS: Mapping[str, Callable[[], object]] = {
    ODDS: _odds,
    LOOK_AHEAD: _look_ahead,
    END: _end,
    LAYOUTS: _layouts,
}
"""One call for each part, which compiles it or loads it from the cache. All parts use ``ODDS``."""


def main(parts: Sequence[str]) -> None:
    """Compile these parts. Progress is reported as ``functions DONE TOTAL`` and ``part NAME``."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # the process that plays or shows something meanwhile comes first
    done = threading.Event()
    reporter = threading.Thread(target=_report, args=(parts, done))
    reporter.start()
    try:
        for part in parts:
            PARTS[part]()
            if not _has_unsaved():
                cache().note(part)
            _say(f"part {part}")
    finally:
        done.set()
        reporter.join()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _end_with_input() -> None:
    """End this process when the process that started it closes its input or dies."""
    sys.stdin.read()
    os._exit(1)


def _has_unsaved() -> bool:
    """Whether this process has compiled a function that could not be written into the cache."""
    from solver_bot.solve.compiled.jit import UNSAVED

    return bool(UNSAVED)


def _report(parts: Sequence[str], done: threading.Event) -> None:
    """Print how many functions of these parts are compiled, again and again until ``done``."""
    from numba.core.dispatcher import Dispatcher

    functions = [
        function
        for module in _modules(parts)
        for function in vars(module).values()
        if isinstance(function, Dispatcher) and function.py_func.__module__ == module.__name__
    ]
    wanted = [f for f in functions if not f.targetoptions.get("inline")]
    while not done.wait(_REPORT_SECONDS):
        _say(f"functions {sum(bool(f.overloads) for f in wanted)} {len(wanted)}")


def _modules(parts: Sequence[str]) -> list[ModuleType]:
    """The modules whose functions these parts compile."""
    from solver_bot.solve.compiled import (
        analysis,
        counting,
        endgame,
        evaluation,
        frontier,
        influence,
        layouts,
        lookahead,
        ordering,
        patterns,
        random_layout,
        states,
        traits,
    )

    of = {
        ODDS: [frontier, ordering, states, counting, analysis],
        LOOK_AHEAD: [traits, patterns, evaluation, influence, lookahead],
        END: [layouts, endgame],
        LAYOUTS: [random_layout],
    }
    return [module for part in parts for module in of[part]]


if __name__ == "__main__":
    main(sys.argv[1:])
