"""``annotate`` and ``solve``: advice for boards, in words and drawn."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from solver_bot.board import FLAG, Board, BoardError, Outcome
from solver_bot.cli_options import (
    BAD_BOARD,
    JSON,
    SKIN,
    WRONG_USE,
    fail,
    known_skins,
    solver,
    wait_for,
)
from solver_bot.cli_read import (
    PICTURES,
    STANDARD,
    Report,
    picture_files,
    place_of,
    read_file,
    true_place,
)
from solver_bot.cli_streams import heard
from solver_bot.facts import advice_facts, board_facts, plain_facts

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.lattice import Picture
    from solver_bot.vision.skin import Skin

MOST_TEXT = 16_000_000
"""Bytes of text that are read: more than the largest board takes, however it is written."""


@click.command(short_help="Mark safe cells green and mines red on pictures.")
@PICTURES
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the one picture here; the suffix says of what kind. - is standard output.",
)
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
    amber circle and its odds of being a mine. PICTURES are files or folders of them, or - for
    standard input. That one is written to standard output, as PNG, unless -o or -d say where; the
    words then go to standard error.
    """
    if not pictures:
        raise click.UsageError("Name the pictures to annotate.")
    report = Report()
    skins = known_skins(skin_name)
    files = list(picture_files(pictures, report))
    targets = _targets(files, output, folder)
    piped = STANDARD in targets
    if piped:
        _check_pipe(as_json)
    wanted = Wanted(scan_only, explain, odds, as_json, skin_name is None, apart=piped)
    boards: list[dict[str, Any]] = []
    with ExitStack() as stack:
        if not scan_only:
            ready = solver()  # it is compiled while the picture is read
            if len(files) > 1:
                wait_for(ready)  # or its progress would be drawn over that of the pictures
        steps = stack.enter_context(_progress(files))
        for path, target in zip(steps, targets, strict=True):
            boards += _annotate_file(path, target, skins, report, wanted)
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--mines", type=click.IntRange(min=0), help="The mine total, in place of FILE's own.")
@click.option("--explain", is_flag=True, help="Say for each cell which numbers prove it.")
@JSON
def solve(file: Path, mines: int | None, explain: bool, as_json: bool) -> None:
    """Print advice for boards in the text notation. FILE may be - for standard input.

    0 for an empty cell, blanks between cells and boards as `practice --terminal` shows them are
    understood too.
    """
    report = Report()
    wanted = Wanted(explain=explain, as_json=as_json)
    facts: list[dict[str, Any]] = []
    boards = _with_total(_parsed(file, report), mines)
    for number, board in enumerate(boards, 1):
        which = "The board" if len(boards) == 1 else f"Board {number}"
        if not heard():
            break
        advice = _advice(board, which, report, wanted.scan_only)
        facts.append(
            plain_facts(board) | advice_facts(advice, _wanted_reasons(board, advice, wanted))
        )
        if not as_json:
            click.echo(f"{which}: {_summary(board, advice)}")
            _print_advice(board, advice, wanted)
    if as_json:
        click.echo(report.answer(facts))
    sys.exit(report.code)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked to be told about a board.

    Attributes:
        apart: the words go to standard error, as a picture goes to standard output.

    """

    scan_only: bool = False
    explain: bool = False
    odds: bool = False
    as_json: bool = False
    any_skin: bool = True
    apart: bool = False


def _advice(board: Board, which: str, report: Report, scan_only: bool) -> Advice:
    from solver_bot.solve.advice import advise
    from solver_bot.solve.explain import place_name

    if not scan_only:
        _wait_for_what_it_takes(board)
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


def _wait_for_what_it_takes(board: Board) -> None:
    """Wait for the odds, and for the rest of the solver only where a guess has to be found."""
    from solver_bot.solve.compiling import ODDS
    from solver_bot.solve.odds import Contradiction, TooWide, odds

    if board.outcome() is not Outcome.PLAYING:
        return
    ready = solver()
    wait_for(ready, ODDS)
    with suppress(Contradiction, TooWide):
        if not odds(board).safe:
            wait_for(ready)


def _annotate_file(
    path: Path, target: Path, skins: Sequence[Skin], report: Report, wanted: Wanted
) -> list[dict[str, Any]]:
    """Read, think, draw, write, and only then tell: one picture. Returns what its boards are."""
    marked, found = read_file(path, skins, report, wanted.any_skin)
    if marked is None or not found:
        return []
    facts, lines = [], []
    for number, extraction in enumerate(found, 1):
        place = place_of(path)
        which = f"The board {place}" if len(found) == 1 else f"Board {number} {place}"
        board = extraction.board
        advice = _advice(board, which, report, wanted.scan_only)
        marked = _marked(marked, extraction, advice, wanted)
        reasons = _wanted_reasons(board, advice, wanted)
        facts.append(board_facts(path, extraction) | advice_facts(advice, reasons))
        lines.append(f"{which} ({extraction.skin.name}): {_summary(board, advice)}")
        lines += [f"  {sentence}" for sentence in (reasons or {}).values()]
    if _written(target, marked, report) and target != STANDARD:
        lines.append(f"  -> {target}")
    if not wanted.as_json:
        click.echo("\n".join(lines), err=wanted.apart)
    return facts


def _written(target: Path, marked: Picture, report: Report) -> bool:
    """Write a picture; whether that could be done."""
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
        fail(WRONG_USE, "A picture does not go into a terminal. Write it to a file: -o FILE.")


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
        for sentence in _reasons(board, advice).values():
            click.echo(f"  {sentence}")
        return
    for what, cells in (("safe", advice.safe), ("mine", advice.mines)):
        for cell in cells:
            click.echo(f"  {what}: {place_name(board, cell)}")


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
    from solver_bot.vision.picture import SUFFIXES

    if output and folder:
        raise click.UsageError("Use -o or -d, not both.")
    if output and len(files) != 1:
        raise click.UsageError(f"-o takes one picture, but {len(files)} were given; use -d.")
    if output and output != STANDARD and output.suffix.lower() not in SUFFIXES:
        allowed = ", ".join(sorted(SUFFIXES))
        fail(WRONG_USE, f"-o {output} does not say what kind of picture: end it in {allowed}.")
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
                "annotate one of them by itself, with -o."
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


def _parsed(path: Path, report: Report) -> list[Board]:
    """The boards of a text; whatever is wrong with it goes into the report."""
    from solver_bot.game.text import typed_boards

    name = "Standard input" if path == STANDARD else str(path)
    try:
        return typed_boards(_text(path, name))
    except BoardError as error:
        report.unread(path, f"{name} holds no board that can be understood: {error}.")
    except FileNotFoundError:
        report.unread(path, f"There is no file {path}.")
    except OSError as error:
        report.unread(path, f"{path} can't be opened: {error.strerror}.")
    return []


def _text(path: Path, name: str) -> str:
    """What a file or standard input says, in whatever Unicode editors and shells write."""
    with ExitStack() as stack:
        if path == STANDARD:
            file: BinaryIO = sys.stdin.buffer
        else:
            file = stack.enter_context(path.open("rb"))
        data = file.read(MOST_TEXT + 1)
    if len(data) > MOST_TEXT:
        raise BoardError(f"it is longer than {MOST_TEXT // 1_000_000} million characters")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BoardError("it is not text") from None


def _with_total(boards: Sequence[Board], mines: int | None) -> Sequence[Board]:
    """The boards with this mine total, where one is given."""
    if mines is None:
        return boards
    try:
        return [replace(board, mines=mines) for board in boards]
    except BoardError as error:
        raise click.UsageError(f"--mines: {error}.") from None


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
