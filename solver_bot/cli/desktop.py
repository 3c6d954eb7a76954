"""The command ``desktop``: says in which ways this desktop can be seen and used."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from solver_bot.cli.exit_codes import DONE, NO_SCREEN
from solver_bot.cli.options import JSON

if TYPE_CHECKING:
    from solver_bot.desktop.backends import Offer

MARK = {True: "yes", False: "no"}


@click.command()
@JSON
def desktop(as_json: bool) -> None:
    """Say in which ways this desktop can be read and played on, and what the others need.

    The first way that works is the one that play, watch and read take. Another is chosen with
    --backend NAME. Nothing is clicked.
    """
    from solver_bot.desktop.backends import offers

    found = list(offers())
    if as_json:
        click.echo(json.dumps({"backends": [asdict(offer) for offer in found]}))
    else:
        _print(found)
    sys.exit(DONE if any(offer.reads for offer in found) else NO_SCREEN)


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
