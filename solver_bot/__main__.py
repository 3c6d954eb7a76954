"""``python -m solver_bot``, and the command ``solver-bot``."""

from __future__ import annotations

import os

from solver_bot.cli.endings import leave, listen

BRIEFLY = "4"
"""How long a thread of NumPy's OpenBLAS waits for work before it sleeps, as a power of two of clock
cycles: the least that can be set. What is usual costs a short command a fifth of its processor
time, and a game the processor that it draws with."""


def main() -> None:
    """Run the command line. Signals that end programs are handled from here on."""
    try:
        listen()
        os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", BRIEFLY)
        from solver_bot.cli.main import run

        run()
    except BaseException as error:
        leave(error)


if __name__ == "__main__":
    main()
