"""The command ``annotate``: draws advice on pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.cli.advice import advice_for, reasons, summary
from solver_bot.cli.exit_codes import WRONG_USE
from solver_bot.cli.json_output import advice_facts, board_facts
from solver_bot.cli.options import JSON, SKIN, chosen_skins, fail
from solver_bot.cli.pictures import (
    PICTURES,
    STANDARD,
    picture_files,
    place_of,
    read_file,
    true_place,
)
from solver_bot.cli.report import Report
from solver_bot.cli.waiting import solver, wait_for

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice


@click.command(short_help="Mark safe cells green and mines red on pictures.")
@PICTURES
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the one picture to this file. Its suffix sets the format. - is standard output.",
)
@click.option(
    "-d",
    "folder",
    type=click.Path(path_type=Path),
    help="Write the marked pictures into this folder.",
)
@click.option("--scan-only", is_flag=True, help="Mark only what single numbers prove.")
@click.option("--explain", is_flag=True, help="Print and draw which numbers prove each mark.")
@click.option("--odds", is_flag=True, help="Write its odds in percent on every covered cell.")
@SKIN
@JSON
def annotate(
    pictures: tuple[Path, ...],
    output: Path | None,
    folder: Path | None,
    scan_only: bool,
    explain: bool,
    odds: bool,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Draw circles on the safe cells (green) and mines (red) of pictures.

    Writes NAME.marked.png beside each picture. If no cell is safe, the best guess gets an amber
    circle and its odds of being a mine. PICTURE is a file, a folder of pictures, or - for standard
    input. The marked picture of standard input goes to standard output, as PNG, unless -o or -d is
    given. The text then goes to standard error.
    """
    if not pictures:
        raise click.UsageError("Name the pictures to annotate.")
    report = Report()
    skins = chosen_skins(skin_name)
    files = list(picture_files(pictures, report))
    targets = _targets(files, output, folder)
    piped = STANDARD in targets
    if piped:
        _check_pipe(as_json)
    wanted = Wanted(scan_only, explain, odds, as_json, apart=piped)
    boards: list[dict[str, Any]] = []
    with ExitStack() as stack:
        if not scan_only:
            ready = solver()  # compiles while the picture is read
            if len(files) > 1:
                wait_for(ready)  # else its progress line would overwrite the progress bar
        steps = stack.enter_context(_progress(files))
        for path, target in zip(steps, targets, strict=True):
            boards += _annotate_file(path, target, skins, report, wanted)
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options ask for.

    Attributes:
        apart: print text to standard error, because standard output gets a picture.

    """

    scan_only: bool = False
    explain: bool = False
    odds: bool = False
    as_json: bool = False
    apart: bool = False


def _annotate_file(
    path: Path, target: Path, skins: SkinChoice, report: Report, wanted: Wanted
) -> list[dict[str, Any]]:
    """Read one picture, mark it, write it, and print its advice last.

    Returns its boards as plain values for JSON.
    """
    marked, found = read_file(path, skins, report)
    if marked is None or not found:
        return []
    facts, lines = [], []
    for number, extraction in enumerate(found, 1):
        place = place_of(path)
        which = f"The board {place}" if len(found) == 1 else f"Board {number} {place}"
        board = extraction.board
        advice = advice_for(board, which, report, wanted.scan_only)
        marked = _marked(marked, extraction, advice, wanted)
        why = reasons(board, advice) if wanted.explain else None
        facts.append(board_facts(path, extraction) | advice_facts(advice, why))
        lines.append(f"{which} ({extraction.skin.name}): {summary(board, advice)}")
        lines += [f"  {sentence}" for sentence in (why or {}).values()]
    if _written(target, marked, report) and target != STANDARD:
        lines.append(f"  -> {target}")
    if not wanted.as_json:
        click.echo("\n".join(lines), err=wanted.apart)
    return facts


def _written(target: Path, marked: Picture, report: Report) -> bool:
    """Write a picture. Returns whether that succeeded."""
    from solver_bot.vision.picture import PictureError, encode_picture, save_picture

    try:
        if target == STANDARD:
            out = sys.stdout.buffer
            out.write(encode_picture(marked))
            out.flush()
        else:
            save_picture(target, marked)
    except PictureError as error:
        report.problem(WRONG_USE, str(error))
        return False
    return True


def _check_pipe(as_json: bool) -> None:
    if as_json:
        raise click.UsageError("With --json, name a file for the picture: -o FILE.")
    if sys.stdout.isatty():
        fail(WRONG_USE, "A picture can't be written to a terminal. Name a file for it: -o FILE.")


def _marked(picture: Picture, extraction: Extraction, advice: Advice, wanted: Wanted) -> Picture:
    from solver_bot.marking import marks_of
    from solver_bot.solve.explain import proof
    from solver_bot.vision.marks import draw_marks, link_proofs

    lattice = extraction.lattice
    marked = picture
    if wanted.explain:
        certain = [*advice.safe, *advice.mines]
        proofs = {cell: proof(extraction.board, advice, cell) for cell in certain}
        marked = link_proofs(marked, lattice, proofs, advice.mines)
    return draw_marks(marked, lattice, marks_of(extraction.board, advice, wanted.odds))


def _targets(files: Sequence[Path], output: Path | None, folder: Path | None) -> list[Path]:
    """Where each marked picture is to be written. Makes the folder, but writes no picture.

    Raises:
        UsageError: an output would overwrite an input or another output.

    """
    from solver_bot.vision.picture import SUFFIXES

    if output and folder:
        raise click.UsageError("Use -o or -d, not both.")
    if output and len(files) != 1:
        raise click.UsageError(f"-o takes one picture, but {len(files)} were given; use -d.")
    if output and output != STANDARD and output.suffix.lower() not in SUFFIXES:
        allowed = ", ".join(sorted(SUFFIXES))
        fail(WRONG_USE, f"-o {output} has no suffix of a picture format: end it in {allowed}.")
    targets = [output or _target(path, folder) for path in files]
    inputs = {true_place(path) for path in files if path != STANDARD}
    seen: dict[Path, Path] = {}
    for path, target in zip(files, targets, strict=True):
        if target == STANDARD:
            continue
        place = true_place(target)
        if place in inputs:
            raise click.UsageError(f"{target} is an input; it would be overwritten.")
        if place in seen:
            raise click.UsageError(
                f"{seen[place]} and {path} would both be written to {target}; "
                "annotate one of them on its own with -o."
            )
        seen[place] = path
    if folder:
        _make_folder(folder)
    return targets


def _target(path: Path, folder: Path | None) -> Path:
    if path == STANDARD:
        return folder / "stdin.marked.png" if folder else STANDARD
    return (folder or path.parent) / f"{path.stem}.marked.png"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"The folder {folder} can't be made: {error.strerror}.") from None


@contextmanager
def _progress(files: Sequence[Path]) -> Iterator[Iterable[Path]]:
    """The files one by one, with a progress bar if standard error is a terminal."""
    if len(files) < 2 or not sys.stderr.isatty():
        yield files
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        yield progress.track(files, description="Annotating")
