"""The command ``desktop``: says in which ways this desktop can be seen and used."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from solver_bot.cli.exit_codes import DONE, NO_SCREEN
from solver_bot.cli.options import JSON, fail

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from solver_bot.desktop.backends import Offer

MARK = {True: "yes", False: "no"}


@click.command(short_help="Say what works on this desktop, and what the rest needs.")
@JSON
@click.option("--authorise", is_flag=True, help="Write the file that KDE on Wayland asks for.")
def desktop(as_json: bool, authorise: bool) -> None:
    """List the ways to read this desktop and play on it, and what they lack if they don't work.

    Commands that use the screen take the first way that works. The option --backend NAME of play,
    watch, read and annotate chooses another. This command clicks nothing.

    On Wayland, KDE lets a program see the screen only if a file names it. --authorise writes that
    file and says what it permits. Delete the file to take the permission back.
    """
    if authorise:
        _authorise()
        return
    from solver_bot.desktop.backends import offers

    found = list(offers())
    if as_json:
        click.echo(json.dumps({"backends": [asdict(offer) for offer in found]}))
    else:
        _print(found)
    sys.exit(DONE if any(offer.reads for offer in found) else NO_SCREEN)


def _authorise() -> None:
    from solver_bot.desktop.wayland.kwin_permission import grant, permission

    try:
        files = grant()
    except OSError as error:
        command = f"sudo {sys.argv[0]} desktop --authorise"
        fail(
            NO_SCREEN,
            f"{error.filename} cannot be written ({error.strerror}): run {command}, or write "
            f"this:\n\n{_listed(permission())}",
        )
    click.echo(
        "This was written. KDE now lets solver-bot see the screen and use the mouse, and with it "
        f"every other program that the same Python runs. Delete it to take that back:\n\n"
        f"{_listed(files)}",
        nl=False,
    )


def _listed(files: Mapping[Path, str]) -> str:
    return "\n".join(f"{path}:\n\n{text}" for path, text in files.items())


def _print(found: list[Offer]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        "Backend", "Read", "Play", "Stops at", "Remarks", box=SIMPLE_HEAD, pad_edge=False, leading=1
    )
    for offer in found:
        words = offer.backend, MARK[offer.reads], MARK[offer.plays], offer.stops, offer.says
        table.add_row(*map(Text, words))
    table.columns[0].no_wrap = True
    first = next((offer.backend for offer in found if offer.reads), None)
    taken = f"solver-bot takes {first} here." if first else "This desktop can't be read."
    Console().print(
        table, f"{taken} Esc or Ctrl-C in the terminal always stops it.", highlight=False
    )
