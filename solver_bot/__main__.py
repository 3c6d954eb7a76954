"""``python -m solver_bot``, and the command ``solver-bot``."""

from __future__ import annotations

import os

from solver_bot.cli.endings import leave, listen


def main() -> None:
    """Run the command line. Signals that end programs are handled from here on."""
    try:
        listen()
        # NumPy's threads gain little on a quiet machine, and wait for each other on a busy one.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from solver_bot.cli.main import run

        run()
    except BaseException as error:
        leave(error)


if __name__ == "__main__":
    main()
