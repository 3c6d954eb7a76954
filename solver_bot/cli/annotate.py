"""The command ``annotate``: draws advice on pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import StartRule
from solver_bot.cli.advice import (
    ALL,
    EXPLAIN,
    Explained,
    advice_for,
    explained,
    reasons,
    summary,
    with_total,
)
from solver_bot.cli.exit_codes import NO_SCREEN, WRONG_USE
from solver_bot.cli.json_output import advice_facts, board_facts
from solver_bot.cli.many import each, is_many
from solver_bot.cli.options import (
    BACKEND,
    JSON,
    MINES,
    MONITOR,
    REGION,
    SKIN,
    START,
    fail,
    screen_part,
    skins_in_use,
)
from solver_bot.cli.pictures import (
    PICTURES,
    STANDARD,
    picture_files,
    place_of,
    read_file,
    read_picture,
    true_place,
)
from solver_bot.cli.report import Report
from solver_bot.cli.waiting import solver, wait_for, wait_when_needed

if TYPE_CHECKING:
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice

SCREEN, CLIPBOARD = Path("screen"), Path("clipboard")
"""What stands for a file's name where the picture comes from no file."""


@click.command(cls=Explained, short_help="Mark safe cells green and mines red on pictures.")
@PICTURES
@click.option("--screen", is_flag=True, help="Take the games that are on the screen now.")
@click.option("--clipboard", is_flag=True, help="Take the picture that was copied last.")
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
@click.option("--show", is_flag=True, help="Open the marked picture in the system's viewer.")
@MINES
@START
@click.option("--scan-only", is_flag=True, help="Mark only what single numbers prove.")
@EXPLAIN
@click.option("--odds", is_flag=True, help="Write on every covered cell its odds in percent.")
@MONITOR
@REGION
@BACKEND
@SKIN
@JSON
def annotate(
    pictures: tuple[Path, ...],
    screen: bool,
    clipboard: bool,
    output: Path | None,
    folder: Path | None,
    show: bool,
    mines: int | None,
    start: str | None,
    scan_only: bool,
    explain: str | None,
    odds: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Mark the safe cells (green rings) and mines (red crosses) in pictures.

    If no cell is safe, the best guess gets an amber frame and its odds of being a mine. A wrong
    flag gets a violet square.

    PICTURE is a file, a folder of pictures, or - for standard input. The marked picture is
    NAME.marked.png beside each picture. That of standard input goes to standard output as PNG, and
    the text to standard error, unless -o or -d is given.

    With --screen the marked picture is screen.marked.png in the current folder, and with
    --clipboard it is clipboard.marked.png. A picture of the screen shows the windows of the games.
    With --monitor or --region it shows the whole monitor or region.
    """
    if bool(pictures) + screen + clipboard != 1:
        raise click.UsageError("Name the pictures to annotate, or use --screen or --clipboard.")
    if (monitor or region or backend) and not screen:
        raise click.UsageError("--monitor, --region and --backend go with --screen.")
    report = Report()
    skins = skins_in_use(skin_name)
    files = _files(pictures, screen, clipboard, report)
    targets = _targets(files, output, folder)
    piped = STANDARD in targets
    if piped:
        _check_pipe(as_json, show)
    wanted = Wanted(scan_only, explain, odds, show, mines, StartRule(start) if start else None)
    boards: list[dict[str, Any]] = []
    with ExitStack() as stack:
        wait_when_needed()
        if len(files) > 1 and not scan_only:
            wait_for(solver())  # else its progress line would overwrite the progress bar
        work = Annotating(skin_name, wanted)
        if screen or clipboard or show:
            done: Iterable[Marked] = (
                _annotate(
                    _found(path, skins, report, monitor, region, backend), target, report, wanted
                )
                for path, target in zip(files, targets, strict=True)
            )
        else:
            items = list(zip(files, targets, strict=True))
            apart = is_many(items) and STANDARD not in files
            done = each(items, work, report, apart=apart)
        for one in stack.enter_context(_progress(done, len(files))):
            if as_json:  # else they would be kept for nothing
                boards += one.facts
            elif one.lines:
                click.echo("\n".join(one.lines), err=piped)
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options ask for.

    Attributes:
        start: what the first click promises; None for the rule of the program.
    """

    scan_only: bool = False
    explain: str | None = None
    odds: bool = False
    show: bool = False
    mines: int | None = None
    start: StartRule | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A picture and the boards in it.

    Attributes:
        place: says in words where it comes from.
        part: the rows and columns of it that are shown, with all boards.

    """

    path: Path
    place: str
    picture: Picture | None
    boards: Sequence[Extraction]
    part: tuple[slice, slice] = (slice(0, None), slice(0, None))


def _files(
    pictures: Sequence[Path], screen: bool, clipboard: bool, report: Report
) -> Sequence[Path]:
    if screen:
        return [SCREEN]
    return [CLIPBOARD] if clipboard else list(picture_files(pictures, report))


def _found(
    path: Path,
    skins: SkinChoice,
    report: Report,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
) -> Found:
    """Take a picture from a file, the screen or the clipboard, and read its boards."""
    if path is CLIPBOARD:
        picture, place = _copied(), "in the clipboard"
        return Found(path, place, picture, read_picture(picture, place, skins, report))
    if path is not SCREEN:
        return Found(path, place_of(path), *read_file(path, skins, report))
    from solver_bot.cli.games_part import games_part
    from solver_bot.desktop.region import View

    with screen_part(monitor, region, backend) as (desktop, wanted):
        picture, place = desktop.screen.grab(wanted), "on the screen"
        found = Found(path, place, picture, read_picture(picture, place, skins, report))
        if monitor or region or not found.boards:
            return found
        view = View.of(wanted, picture)
        return replace(found, part=games_part(desktop, view, picture, found.boards))


def _copied() -> Picture:
    from solver_bot.desktop.clipboard import ClipboardError, clipboard_picture
    from solver_bot.desktop.screen import ScreenError

    try:
        return clipboard_picture()
    except ScreenError as error:
        fail(NO_SCREEN, str(error))
    except ClipboardError as error:
        fail(WRONG_USE, str(error))


@dataclass(frozen=True, slots=True)
class Marked:
    """What became of a picture: its boards as plain values for JSON, and the advice in lines."""

    facts: list[dict[str, Any]]
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Annotating:
    """Annotates one picture file. It can be sent to another process."""

    skin_name: str | None
    wanted: Wanted

    def __call__(self, item: tuple[Path, Path], report: Report) -> Marked:
        path, target = item
        skins = skins_in_use(self.skin_name)
        found = Found(path, place_of(path), *read_file(path, skins, report))
        return _annotate(found, target, report, self.wanted)


def _annotate(found: Found, target: Path, report: Report, wanted: Wanted) -> Marked:
    """Mark the boards of a picture and write it."""
    if found.picture is None or not found.boards:
        return Marked([], [])
    from solver_bot.marking import Advised, annotated

    facts, lines, advised = [], [], []
    rows, columns = found.part
    for number, extraction in enumerate(found.boards, 1):
        several = len(found.boards) > 1
        which = f"Board {number} {found.place}" if several else f"The board {found.place}"
        board = with_total(extraction.board, wanted.mines)
        start = wanted.start or extraction.skin.program.start
        advice = advice_for(board, which, report, wanted.scan_only, start)
        shown = extraction.lattice.moved(-(columns.start or 0), -(rows.start or 0))
        advised.append(Advised(board, shown, advice))
        why = reasons(board, advice, wanted.explain == ALL) if wanted.explain else None
        read = board_facts(found.path, replace(extraction, board=board))
        facts.append(read | advice_facts(advice, why))
        lines.append(f"{which} ({extraction.skin.name}): {summary(board, advice)}")
        if wanted.explain:
            lines += [f"  {sentence}" for sentence in explained(board, advice, wanted.explain)]
    marked = annotated(
        found.picture[rows, columns], advised, wanted.odds, proofs=bool(wanted.explain)
    )
    if _written(target, marked, report) and target != STANDARD:
        lines.append(f"  -> {target}")
        if wanted.show:
            _open(target, report)
    return Marked(facts, lines)


def _open(path: Path, report: Report) -> None:
    from solver_bot.cli.viewer import open_picture

    if not open_picture(path):
        report.problem(
            WRONG_USE, f"{path} can't be opened: install a viewer (on Debian: xdg-utils and feh)."
        )


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


def _check_pipe(as_json: bool, show: bool) -> None:
    if as_json or show:
        option = "--json" if as_json else "--show"
        raise click.UsageError(f"With {option}, name a file for the picture: -o FILE.")
    if sys.stdout.isatty():
        fail(WRONG_USE, "A picture can't be written to a terminal. Name a file for it: -o FILE.")


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
    inputs = {true_place(path) for path in files if path not in {STANDARD, SCREEN, CLIPBOARD}}
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
def _progress(done: Iterable[Marked], files: int) -> Iterator[Iterable[Marked]]:
    """What is done, one by one, with a progress bar if standard error is a terminal."""
    if files < 2 or not sys.stderr.isatty():
        yield done
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        yield progress.track(done, total=files, description="Annotating")
