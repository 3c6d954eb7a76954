"""What is compiled, and how often."""

from __future__ import annotations

import subprocess
import sys

TWICE = """
from numba.core.dispatcher import Dispatcher
from solver_bot.solve import ahead, count, draw, endgame, value
from solver_bot.solve.compiling import PARTS

for make in PARTS.values():
    make()
functions = [f for m in (count, endgame, ahead, value, draw) for f in vars(m).values()]
compiled = {f.__name__: len(f.signatures) for f in functions if isinstance(f, Dispatcher)}
assert compiled["analyse"] == 1
print(*[name for name, times in compiled.items() if times > 1])
"""


def test_no_function_is_compiled_for_two_kinds_of_arguments() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
