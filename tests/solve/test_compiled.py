"""Compiled functions: how often they are compiled, and how they meet signals."""

from __future__ import annotations

import subprocess
import sys

TWICE = """
from numba.core.dispatcher import Dispatcher
from solver_bot.solve.compiling import PARTS, _modules

for make in PARTS.values():
    make()
functions = [f for m in _modules(list(PARTS)) for f in vars(m).values()]
compiled = {f.__name__: len(f.signatures) for f in functions if isinstance(f, Dispatcher)}
assert compiled["answer"] == 1
print(*[name for name, times in compiled.items() if times > 1])
"""


def test_no_function_is_compiled_for_two_kinds_of_arguments() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_stop_raised_while_boards_are_counted_breaks_nothing() -> None:
    """An exception of a signal handler inside compiled code would end the process silently.

    Python ignores what is raised in some of its own callbacks, so the signal comes again.
    """
    script = """
import signal
from solver_bot.board import Board
from solver_bot.solve.odds import odds
from solver_bot.solve.signals import put_off

class Stopped(BaseException):
    pass

def stop(number, frame):
    if not put_off(lambda: stop(number, frame)):
        raise Stopped

board = Board.covered(9, 9, 10)
odds(board)
signal.signal(signal.SIGALRM, stop)
stops = 0
while stops < 2000:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 1.0)
        while True:
            odds(board)
    except Stopped:
        stops += 1
signal.setitimer(signal.ITIMER_REAL, 0)
print(stops)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["2000"]), done.stderr
