"""Every command. Arguments are parsed and results printed only in the modules named so."""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver_bot import __version__
from solver_bot.cli_advise import annotate, solve
from solver_bot.cli_ends import ENDING, STOPPED
from solver_bot.cli_learn import learn
from solver_bot.cli_options import DONE, JSON, WRONG_USE, fail, known_skins
from solver_bot.cli_play import COMMANDS
from solver_bot.cli_practice import COMMANDS as GAMES
from solver_bot.cli_read import read
from solver_bot.cli_simulate import simulate
from solver_bot.cli_streams import mend_streams
from solver_bot.facts import skin_facts

if TYPE_CHECKING:
    from solver_bot.vision.skin import Skin


class Commands(click.Group):
    """The commands, which end with the exit codes of the contract: click has its own."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command, and end with its exit code."""
        try:
            code = super().main(*args, **(extra | {"standalone_mode": False}))
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except click.Abort:  # what was asked in a terminal was not answered
            stopped()
        sys.exit(code or DONE)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; Ctrl-C ends it in one line."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            stopped()


def stopped() -> NoReturn:
    """Say that the program was stopped, and end."""
    ENDING.say()
    sys.exit(STOPPED)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="solver-bot")
def commands() -> None:
    """Read Minesweeper boards from pictures, mark what is certain and say why.

    Exit codes: 0 done, 1 a cell called safe was a mine (only simulate can tell), 2 wrong use or a
    file that is no picture, 3 no board found, 4 a board that can't be read or contradicts itself,
    5 stopped, 6 no screen or no permission.
    """


def run() -> None:
    """Run the command line as a program of its own."""
    mend_streams()
    try:
        try:
            commands(prog_name="solver-bot")
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}:
            raise
        # What is left in the buffer would fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        fail(WRONG_USE, f"The output can't be written: {error.strerror}.")


@commands.command()
@JSON
def skins(as_json: bool) -> None:
    """List the programs that are known, and where their skins come from."""
    known = known_skins(None)
    if as_json:
        click.echo(json.dumps({"skins": [skin_facts(skin) for skin in known]}))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    programs = Table("Program", "Skin", "Mines by size", box=SIMPLE_HEAD, pad_edge=False)
    origins = Table("Skin", "Templates", "Licence", box=SIMPLE_HEAD, pad_edge=False, leading=1)
    for skin in known:
        programs.add_row(*map(Text, (skin.title, skin.name, _totals(skin))))
        origins.add_row(*map(Text, (skin.name, _templates(skin), skin.licence)))
    programs.columns[1].no_wrap = origins.columns[0].no_wrap = True
    console = Console()
    console.print(programs, SKINS_ARE, origins, sep="\n", highlight=False)


SKINS_ARE = """\
--skin NAME looks for boards of one skin alone. Other programs and themes are read by their shapes.
Where the size does not tell how many mines there are, --mines N of play and watch does."""


def _totals(skin: Skin) -> str:
    """Which sizes tell how many mines there are."""
    told = [f"{v.columns}x{v.rows}: {v.mines}" for v in skin.levels if skin.fixed_totals]
    return ", ".join(told) or "not told by the size"


def _templates(skin: Skin) -> str:
    """Where they come from, and of a learned skin which it lacks."""
    from solver_bot.vision.learned import missing_states, skins_folder

    if not skin.learned:
        return skin.source
    lacks = ", ".join(missing_states(skin)) or "nothing"
    return f"learned, in {skins_folder() / skin.name}; lacks {lacks}"


for command in (read, annotate, solve, learn, *COMMANDS, *GAMES, simulate):
    commands.add_command(command)
