"""The command ``replay``: shows a record of ``play --record`` again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver_bot.cli.exit_codes import NO_SCREEN, WRONG_USE
from solver_bot.cli.options import fail

if TYPE_CHECKING:
    from solver_bot.live.replaying import Frame


@click.command(short_help="Show again what play --record has saved.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write an animation (.gif, .webp or .png) instead of opening a window.",
)
@click.option("--game", type=click.IntRange(min=1), help="Show this game only, counted from 1.")
@click.option(
    "--delay",
    type=click.IntRange(min=10),
    default=600,
    show_default=True,
    metavar="MS",
    help="How long each decision is shown, in milliseconds.",
)
def replay(folder: Path, output: Path | None, game: int | None, delay: int) -> None:
    """Show every decision of a record, with the cells that were about to be clicked.

    In the window, Space pauses, the arrow keys go back and forth, and Esc closes it.
    """
    from solver_bot.live import replaying
    from solver_bot.live.recording import RecordError
    from solver_bot.live.recording import replay as entries_of
    from solver_bot.vision.picture import PictureError

    try:
        entries = [entry for entry in entries_of(folder) if game in {None, entry.game}]
        if not entries:
            what = "no decision" if game is None else f"no game {game}"
            raise RecordError(f"The record in {folder} has {what}.")
        shown = list(replaying.frames(entries))
        if output:
            pictures = [replaying.captioned(frame) for frame in shown]
            data = replaying.animation(pictures, delay / 1000, output.suffix)
            replaying.write(output, data)
            click.echo(f"{len(shown)} decisions -> {output}")
            return
    except (RecordError, PictureError) as error:
        fail(WRONG_USE, str(error))
    _in_window(shown, delay / 1000)


def _in_window(shown: list[Frame], seconds: float) -> None:
    try:
        import tkinter
    except ImportError:
        fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk), or use -o.")
    from solver_bot.live.replaying import show

    try:
        show(shown, seconds)
    except tkinter.TclError as error:
        fail(NO_SCREEN, f"The window can't be opened: {error}. Use -o to write an animation.")
