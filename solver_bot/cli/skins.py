"""The command ``skins``: lists the known skins and their programs."""

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
    """List the known programs and where their skins come from."""
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
--skin NAME looks for boards of one skin only. Small nets read other programs and themes.
If the board's size does not tell the mine total, give it to play or watch with --mines N."""


def _totals(skin: Skin) -> str:
    """The board sizes that tell the mine total, with these totals."""
    told = [
        f"{v.columns}x{v.rows}: {v.mines}" for v in skin.program.levels if skin.program.fixed_totals
    ]
    return ", ".join(told) or "not told by the size"


def _templates(skin: Skin) -> str:
    """Where the templates come from; for a learned skin also which states it lacks."""
    from solver_bot.vision.learned import missing_states, skins_folder

    if not skin.learned:
        return skin.program.source
    lacks = ", ".join(missing_states(skin)) or "nothing"
    return f"learned, in {skins_folder() / skin.name}; lacks {lacks}"
