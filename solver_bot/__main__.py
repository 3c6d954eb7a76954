"""``python -m solver_bot``, and the command ``solver-bot``."""

from __future__ import annotations

from solver_bot.cli.endings import leave, listen


def main() -> None:
    """Run the command line. Signals that end programs are handled from here on."""
    try:
        listen()
        from solver_bot.cli.main import run

        run()
    except BaseException as error:
        leave(error)


if __name__ == "__main__":
    main()
