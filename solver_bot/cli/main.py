"""The group of all commands, and the exit code of each."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from solver_bot import __version__
from solver_bot.cli.endings import ENDING
from solver_bot.cli.exit_codes import DONE, STOPPED, WRONG_USE
from solver_bot.cli.options import fail
from solver_bot.cli.streams import mend_streams

NAMES = (
    "annotate", "demo", "desktop", "learn", "play", "practice", "read", "replay", "simulate",
    "skins", "solve", "watch",
)  # fmt: skip
"""The commands. Each has a module of its name, which is imported when the command is used."""


class Commands(click.Group):
    """The group of commands. It replaces click's exit codes by those of ``exit_codes``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if cmd_name not in NAMES:
            return None
        command: click.Command = getattr(import_module(f"solver_bot.cli.{cmd_name}"), cmd_name)
        return command

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command and end with its exit code."""
        try:
            code = super().main(*args, **(extra | {"standalone_mode": False}))
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except click.Abort:  # a prompt in the terminal got no answer
            stopped()
        sys.exit(code or DONE)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line. Ctrl-C ends it with one line of output."""
        try:
            return super().make_context(*args, **extra)
        except KeyboardInterrupt:
            stopped()

    def invoke(self, context: click.Context) -> Any:
        """Run a command. Ctrl-C ends it with one line of output."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            stopped()


def stopped() -> NoReturn:
    """Print that the program was stopped, and end."""
    ENDING.say()
    sys.exit(STOPPED)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="solver-bot")
def commands() -> None:
    """Read Minesweeper boards from pictures, mark what is certain and say why.

    Exit codes: 0 done, 1 a cell called safe was a mine (only simulate can tell), 2 wrong use or a
    file that is not a picture, 3 no board found, 4 a board that can't be read or contradicts
    itself, 5 stopped, 6 no screen or no permission.
    """


def run() -> None:
    """Run the command line as a program."""
    mend_streams()
    try:
        try:
            commands(prog_name="solver-bot")
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}:
            raise
        # Else the rest of the buffer would fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        fail(WRONG_USE, f"The output can't be written: {error.strerror}.")
