"""``annotate`` and ``solve``: advice for boards, in words and drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import FLAG, Board, BoardError, Outcome, parse_boards
from solver_bot.cli_options import BAD_BOARD, JSON, SKIN, WRONG_USE, known_skins, solver, wait_for
from solver_bot.cli_read import PICTURES, Report, picture_files, read_file, true_place
from solver_bot.facts import advice_facts, board_facts, plain_facts

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.lattice import Picture
    from solver_bot.vision.skin import Skin


@click.command(short_help="Mark safe cells green and mines red on pictures.")
@PICTURES
@click.option("-o", "output", type=click.Path(path_type=Path), help="Write the one picture here.")
@click.option("-d", "folder", type=click.Path(path_type=Path), help="Write into this folder.")
@click.option("--scan-only", is_flag=True, help="Stop at what single numbers prove.")
@click.option("--explain", is_flag=True, help="Say and draw for each mark which numbers prove it.")
@click.option("--odds", is_flag=True, help="Write every covered cell's odds into it, in percent.")
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

    Writes NAME.marked.png beside each picture. Where no cell is safe, the best guess gets an
    amber circle and its odds of being a mine. PICTURES are files or folders of them.
    """
    if not pictures:
        raise click.UsageError("Name the pictures to annotate.")
    report = Report()
    wanted = Wanted(scan_only, explain, odds, as_json, any_skin=skin_name is None)
    skins = known_skins(skin_name)
    files = list(picture_files(pictures, report))
    targets = _targets(files, output, folder)
    boards: list[dict[str, Any]] = []
    with ExitStack() as stack:
        if not scan_only:
            solver()  # it is compiled and loaded while the first picture is read
        steps = stack.enter_context(_progress(files))
        for path, target in zip(steps, targets, strict=True):
            boards += _annotate_file(path, target, skins, report, wanted)
    if as_json:
        click.echo(json.dumps({"boards": boards}))
    sys.exit(report.code)


@click.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--mines", type=click.IntRange(min=0), help="The mine total, in place of FILE's own.")
@click.option("--explain", is_flag=True, help="Say for each cell which numbers prove it.")
@JSON
def solve(file: Iterable[str], mines: int | None, explain: bool, as_json: bool) -> None:
    """Print advice for boards in the text notation. FILE may be - for standard input."""
    report = Report()
    wanted = Wanted(explain=explain, as_json=as_json)
    facts: list[dict[str, Any]] = []
    boards = _parsed(file, mines)
    for number, board in enumerate(boards, 1):
        which = "The board" if len(boards) == 1 else f"Board {number}"
        advice = _advice(board, which, report, wanted.scan_only)
        facts.append(
            plain_facts(board) | advice_facts(advice, _wanted_reasons(board, advice, wanted))
        )
        if not as_json:
            click.echo(f"{which}: {_summary(board, advice)}")
            _print_advice(board, advice, wanted)
    if as_json:
        click.echo(json.dumps({"boards": facts}))
    sys.exit(report.code)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked to be told about a board."""

    scan_only: bool = False
    explain: bool = False
    odds: bool = False
    as_json: bool = False
    any_skin: bool = True


def _advice(board: Board, which: str, report: Report, scan_only: bool) -> Advice:
    from solver_bot.solve.advice import advise
    from solver_bot.solve.explain import place_name

    if not scan_only:
        wait_for(solver())
    advice = advise(board, scan_only)
    if advice.contradiction is not None:
        places = "; ".join(place_name(board, cell) for cell in advice.contradiction[:4])
        wrong = f"the numbers at {places}" if places else "the mine total"
        report.problem(BAD_BOARD, f"{which} contradicts itself: no placing of mines fits {wrong}.")
        return advice
    for cell in board.where({FLAG}):
        if cell in advice.safe:
            click.echo(f"{which} has a wrong flag at {place_name(board, cell)}.", err=True)
    return advice


def _annotate_file(
    path: Path, target: Path, skins: Sequence[Skin], report: Report, wanted: Wanted
) -> list[dict[str, Any]]:
    """Read, think, draw, write: one picture. Returns what is known of its boards."""
    from solver_bot.vision.picture import PictureError, save_picture

    marked, found = read_file(path, skins, report, wanted.any_skin)
    if marked is None or not found:
        return []
    facts = []
    for number, extraction in enumerate(found, 1):
        which = f"The board in {path}" if len(found) == 1 else f"Board {number} in {path}"
        board = extraction.board
        advice = _advice(board, which, report, wanted.scan_only)
        marked = _marked(marked, extraction, advice, wanted)
        facts.append(
            board_facts(path, extraction)
            | advice_facts(advice, _wanted_reasons(board, advice, wanted))
        )
        if not wanted.as_json:
            click.echo(f"{which} ({extraction.skin.name}): {_summary(board, advice)}")
            _print_reasons(board, advice, wanted)
    try:
        save_picture(target, marked)
    except PictureError as error:
        report.problem(WRONG_USE, str(error))
        return facts
    if not wanted.as_json:
        click.echo(f"  -> {target}")
    return facts


def _marked(picture: Picture, extraction: Extraction, advice: Advice, wanted: Wanted) -> Picture:
    from solver_bot.solve.explain import proof
    from solver_bot.vision.overlay import link_proofs, mark_actions, mark_guess, write_odds

    lattice = extraction.lattice
    marked = picture
    if wanted.explain:
        certain = [*advice.safe, *advice.mines]
        proofs = {cell: proof(extraction.board, advice, cell) for cell in certain}
        marked = link_proofs(marked, lattice, proofs, advice.mines)
    marked = mark_actions(marked, lattice, advice.safe, advice.mines)
    if advice.guess:
        marked = mark_guess(marked, lattice, advice.guess.cell, advice.guess.odds)
    if wanted.odds:
        guess = [advice.guess.cell] if advice.guess else []
        marked = write_odds(marked, lattice, advice.odds, [*advice.safe, *advice.mines, *guess])
    return marked


def _summary(board: Board, advice: Advice) -> str:
    from solver_bot.solve.explain import place_name

    if advice.outcome is not Outcome.PLAYING:
        return f"the game is {advice.outcome}"
    if advice.contradiction is not None:
        return "nothing can be said"
    mines = "1 cell is a mine" if len(advice.mines) == 1 else f"{len(advice.mines)} are mines"
    if advice.safe:
        count = len(advice.safe)
        return f"{'1 cell is' if count == 1 else f'{count} cells are'} safe, {mines}"
    if advice.guess is None:
        return f"nothing is safe, {mines}"
    where = place_name(board, advice.guess.cell)
    return f"nothing is safe, {mines}; the best guess is {where}, a mine with {_odds(advice)}"


def _odds(advice: Advice) -> str:
    return f"{advice.guess.odds:.1%} odds" if advice.guess else ""


def _print_advice(board: Board, advice: Advice, wanted: Wanted) -> None:
    from solver_bot.solve.explain import place_name

    if wanted.explain:
        _print_reasons(board, advice, wanted)
        return
    for what, cells in (("safe", advice.safe), ("mine", advice.mines)):
        for cell in cells:
            click.echo(f"  {what}: {place_name(board, cell)}")


def _print_reasons(board: Board, advice: Advice, wanted: Wanted) -> None:
    for sentence in _reasons(board, advice).values() if wanted.explain else ():
        click.echo(f"  {sentence}")


def _wanted_reasons(board: Board, advice: Advice, wanted: Wanted) -> dict[int, str] | None:
    return _reasons(board, advice) if wanted.explain else None


def _reasons(board: Board, advice: Advice) -> dict[int, str]:
    from solver_bot.solve.explain import guess_reason, reason

    found = {cell: reason(board, advice, cell) for cell in sorted([*advice.safe, *advice.mines])}
    if advice.guess:
        found[advice.guess.cell] = guess_reason(board, advice.guess)
    return found


def _targets(files: Sequence[Path], output: Path | None, folder: Path | None) -> list[Path]:
    """Where each marked picture goes. Nothing is written yet.

    Raises:
        UsageError: outputs that would overwrite an input or one another.

    """
    if output and folder:
        raise click.UsageError("Use -o or -d, not both.")
    if output and len(files) != 1:
        raise click.UsageError(f"-o takes one picture, but {len(files)} were given; use -d.")
    targets = [output or (folder or path.parent) / f"{path.stem}.marked.png" for path in files]
    inputs = {true_place(path) for path in files}
    seen: dict[Path, Path] = {}
    for path, target in zip(files, targets, strict=True):
        place = true_place(target)
        if place in inputs:
            raise click.UsageError(f"{target} is an input; it would be overwritten.")
        if place in seen:
            raise click.UsageError(
                f"{seen[place]} and {path} would both be written to {target}; "
                "annotate one of them by itself, with -o."
            )
        seen[place] = path
    if folder:
        _make_folder(folder)
    return targets


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"The folder {folder} can't be made: {error.strerror}.") from None


def _parsed(file: Iterable[str], mines: int | None) -> list[Board]:
    try:
        boards = parse_boards("".join(file))
        if mines is None:
            return boards
        return [Board(b.width, b.height, b.cells, mines) for b in boards]
    except UnicodeDecodeError:
        raise click.UsageError("The file is not text.") from None
    except BoardError as error:
        raise click.UsageError(f"The board can't be understood: {error}.") from None


@contextmanager
def _progress(files: Sequence[Path]) -> Iterator[Iterable[Path]]:
    """The files one by one, with a progress bar on standard error where somebody sees it."""
    if len(files) < 2 or not sys.stderr.isatty():
        yield files
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        yield progress.track(files, description="Annotating")
