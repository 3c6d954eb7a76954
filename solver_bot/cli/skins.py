"""``skins``: the programs that are known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from solver_bot.cli.json_output import skin_facts
from solver_bot.cli.options import JSON, known_skins

if TYPE_CHECKING:
    from solver_bot.vision.skin import Skin


@click.command()
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
        programs.add_row(*map(Text, (skin.program.title, skin.name, _totals(skin))))
        origins.add_row(*map(Text, (skin.name, _templates(skin), skin.program.licence)))
    programs.columns[1].no_wrap = origins.columns[0].no_wrap = True
    console = Console()
    console.print(programs, SKINS_ARE, origins, sep="\n", highlight=False)


SKINS_ARE = """\
--skin NAME looks for boards of one skin alone. Other programs and themes are read by their shapes.
Where the size does not tell how many mines there are, --mines N of play and watch does."""


def _totals(skin: Skin) -> str:
    """Which sizes tell how many mines there are."""
    told = [
        f"{v.columns}x{v.rows}: {v.mines}" for v in skin.program.levels if skin.program.fixed_totals
    ]
    return ", ".join(told) or "not told by the size"


def _templates(skin: Skin) -> str:
    """Where they come from, and of a learned skin which it lacks."""
    from solver_bot.vision.learned import missing_states, skins_folder

    if not skin.learned:
        return skin.program.source
    lacks = ", ".join(missing_states(skin)) or "nothing"
    return f"learned, in {skins_folder() / skin.name}; lacks {lacks}"
