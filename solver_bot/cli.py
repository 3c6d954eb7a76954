"""Every command. The only place that parses arguments and prints."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver_bot import __version__
from solver_bot.board import (
    FLAG,
    UNREADABLE,
    Board,
    BoardError,
    Outcome,
    board_text,
    boards_text,
    parse_boards,
)
from solver_bot.cli_learn import learn
from solver_bot.cli_options import (
    BAD_BOARD,
    DONE,
    JSON,
    MONITOR,
    NO_BOARD,
    REGION,
    SKIN,
    WRONG_USE,
    known_skins,
    screen_part,
    warming_up,
)
from solver_bot.cli_play import COMMANDS
from solver_bot.cli_practice import COMMANDS as GAMES
from solver_bot.cli_simulate import simulate
from solver_bot.facts import advice_facts, board_facts, plain_facts, skin_facts

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.lattice import Picture
    from solver_bot.vision.skin import Skin

PICTURES = click.argument(
    "pictures",
    nargs=-1,
    # What can't be read is reported when its turn comes, so that the others are still done.
    type=click.Path(path_type=Path, readable=False),
    metavar="PICTURE...",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="solver-bot")
def commands() -> None:
    """Read Minesweeper boards from pictures, mark what is certain and say why.

    Exit codes: 0 done, 2 wrong use or a file that is no picture, 3 no board found, 4 a board
    that can't be read or contradicts itself, 5 stopped, 6 no screen or no permission.
    """


def main() -> NoReturn:
    """Run the command line."""
    try:
        commands(prog_name="solver-bot")
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}:
            raise
        # What is left in the buffer would fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"The output can't be written: {error.strerror}.", err=True)
        sys.exit(WRONG_USE)
    sys.exit(DONE)


@dataclass(slots=True)
class Report:
    """What went wrong so far, said as it happens; the exit code is the gravest of it."""

    code: int = DONE
    said: list[str] = field(default_factory=list)

    def problem(self, code: int, sentence: str) -> None:
        self.code = max(self.code, code)
        self.said.append(sentence)
        click.echo(sentence, err=True)


@commands.command()
@PICTURES
@click.option("--screen", is_flag=True, help="Read the screen instead of pictures.")
@MONITOR
@REGION
@SKIN
@JSON
def read(
    pictures: tuple[Path, ...],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Print the boards found in pictures, or on the screen, as text.

    PICTURES are files or folders of them; the text notation is described in the README.
    """
    if screen == bool(pictures):
        raise click.UsageError("Name the pictures to read, or use --screen.")
    if (monitor or region) and not screen:
        raise click.UsageError("--monitor and --region go with --screen.")
    report = Report()
    skins = known_skins(skin_name)
    files = [Path("the screen")] if screen else list(_files(pictures, report))
    boards: list[dict[str, Any]] = []
    for path in files:
        if screen:
            found = _read_screen(monitor, region, skins, report, any_skin=skin_name is None)
        else:
            _, found = _read_file(path, skins, report, any_skin=skin_name is None)
        if found and not as_json:
            seen = [extraction.board for extraction in found]
            several = len(files) > 1
            text = _numbered(seen, path, len(boards)) if several else boards_text(seen)
            click.echo(text, nl=False)
        boards += [board_facts(path, extraction) for extraction in found]
    if as_json:
        click.echo(json.dumps({"boards": boards}))
    sys.exit(report.code)


def _numbered(boards: Iterable[Board], path: Path, before: int) -> str:
    """The boards of one picture among several, numbered on from those of the pictures before."""
    return "".join(
        f"; board {number}\n; picture: {path}\n{board_text(board)}\n"
        for number, board in enumerate(boards, before + 1)
    )


@commands.command()
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
    files = list(_files(pictures, report))
    targets = _targets(files, output, folder)
    boards: list[dict[str, Any]] = []
    with ExitStack() as stack:
        if not scan_only:
            stack.enter_context(warming_up())
        steps = stack.enter_context(_progress(files))
        for path, target in zip(steps, targets, strict=True):
            boards += _annotate_file(path, target, skins, report, wanted)
    if as_json:
        click.echo(json.dumps({"boards": boards}))
    sys.exit(report.code)


@commands.command()
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
        with warming_up():
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


@commands.command()
@JSON
def skins(as_json: bool) -> None:
    """List the skins and where they come from."""
    known = known_skins(None)
    if as_json:
        click.echo(json.dumps({"skins": [skin_facts(skin) for skin in known]}))
        return
    from rich.console import Console
    from rich.table import Table

    from solver_bot.vision.learned import missing_states, skins_folder

    table = Table("Skin", "Levels", "Where it comes from", show_lines=True)
    for skin in known:
        levels = [f"{v.name}: {v.columns}x{v.rows}, {v.mines} mines" for v in skin.levels]
        origin = [skin.title, f"Templates: {skin.source}", f"Licence: {skin.licence}"]
        if skin.learned:
            lacks = ", ".join(missing_states(skin)) or "nothing"
            origin = [skin.title, f"Learned; in {skins_folder() / skin.name}", f"Lacks: {lacks}"]
        table.add_row(skin.name, "\n".join(levels), "\n".join(origin))
    table.columns[0].no_wrap = table.columns[1].no_wrap = True
    Console().print(table)


def _files(pictures: Iterable[Path], report: Report) -> Iterator[Path]:
    """Every picture file named, once, folders opened; what can't be opened is reported."""
    seen: set[Path] = set()
    for path in pictures:
        try:
            files = _inside(path) if path.is_dir() else [path]
        except OSError as error:
            report.problem(WRONG_USE, f"{path} can't be opened: {error.strerror}.")
            continue
        if not files:
            report.problem(WRONG_USE, f"The folder {path} holds no pictures.")
        for file in files:
            if (place := _place(file)) not in seen:
                seen.add(place)
                yield file


def _inside(folder: Path) -> list[Path]:
    """The picture files of a folder; marked pictures are passed over."""
    from solver_bot.vision.picture import SUFFIXES

    return [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in SUFFIXES and not file.stem.endswith(".marked") and file.is_file()
    ]


def _place(path: Path) -> Path:
    """The file that a path leads to. Unlike ``Path.resolve``, bears links that lead in a circle."""
    return Path(os.path.realpath(path))


def _read_file(
    path: Path, skins: Sequence[Skin], report: Report, any_skin: bool
) -> tuple[Picture | None, list[Extraction]]:
    """A picture file and the boards in it; whatever is wrong with it goes into the report."""
    from solver_bot.vision.picture import PictureError, load_picture

    try:
        picture = load_picture(path)
    except PictureError as error:
        report.problem(WRONG_USE, str(error))
        return None, []
    found = _read_boards(picture, skins, any_skin)
    _judge_all(found, f"in {path}", skins, report)
    return picture, found


def _read_boards(picture: Picture, skins: Sequence[Skin], any_skin: bool) -> list[Extraction]:
    """The boards in a picture: in these skins, and where any will do, in one never seen before."""
    from solver_bot.vision.learned import named, read_everything

    if not any_skin:
        from solver_bot.vision.extract import read as read_known

        if not skins[0].learned:
            return read_known(picture, skins)
        return [named(found, skins[0]) for found in read_everything(picture, skins, _can_be)]
    return read_everything(picture, skins, _can_be)


def _can_be(board: Board) -> bool:
    return _solver()(board)


@lru_cache(maxsize=1)
def _solver() -> Callable[[Board], bool]:
    """What says whether a board can be; loaded once a picture asks for it."""
    from solver_bot.solve.odds import possible

    with warming_up() as loader:
        loader.join()
    return possible


def _judge_all(
    found: Sequence[Extraction], where: str, skins: Sequence[Skin], report: Report
) -> None:
    if not found:
        names = ", ".join(skin.name for skin in skins)
        report.problem(
            NO_BOARD,
            f"No Minesweeper board was found {where}. It is read in these skins: {names}; in "
            "any other once a few numbers are open and nothing is in front of it.",
        )
    for number, extraction in enumerate(found, 1):
        which = f"The board {where}" if len(found) == 1 else f"Board {number} {where}"
        _judge(extraction, which, report)
        if extraction.skin.name == "unseen":
            click.echo(
                f"{which} is drawn in a skin that is not known; it was read by its shapes, "
                f"{extraction.confidence:.0%} sure.",
                err=True,
            )


def _read_screen(
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skins: Sequence[Skin],
    report: Report,
    any_skin: bool,
) -> list[Extraction]:
    """The boards on the screen; whatever is wrong with them goes into the report."""
    with screen_part(monitor, region) as (screen, wanted):
        found = _read_boards(screen.grab(wanted), skins, any_skin)
    _judge_all(found, "on the screen", skins, report)
    return found


def _judge(extraction: Extraction, which: str, report: Report) -> None:
    if extraction.cut:
        report.problem(
            BAD_BOARD,
            f"{which} seems cut off at its {_sides(extraction.cut)}: the frame is not seen there. "
            "What may lie beyond is shown as ~; show the whole board.",
        )
        return
    unread = extraction.board.count({UNREADABLE})
    if unread:
        cells = "1 cell" if unread == 1 else f"{unread} cells"
        report.problem(
            BAD_BOARD,
            f"{which} has {cells} that can't be read, shown as ~. Is something in front of it?",
        )


def _sides(cut: Sequence[str]) -> str:
    if len(cut) == 1:
        return f"{cut[0]} side"
    return f"{', '.join(cut[:-1])} and {cut[-1]} sides"


def _advice(board: Board, which: str, report: Report, scan_only: bool) -> Advice:
    from solver_bot.solve.advice import advise
    from solver_bot.solve.explain import place_name

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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked to be told about a board."""

    scan_only: bool = False
    explain: bool = False
    odds: bool = False
    as_json: bool = False
    any_skin: bool = True


def _annotate_file(
    path: Path, target: Path, skins: Sequence[Skin], report: Report, wanted: Wanted
) -> list[dict[str, Any]]:
    """Read, think, draw, write: one picture. Returns what is known of its boards."""
    from solver_bot.vision.picture import PictureError, save_picture

    marked, found = _read_file(path, skins, report, wanted.any_skin)
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
    inputs = {_place(path) for path in files}
    seen: dict[Path, Path] = {}
    for path, target in zip(files, targets, strict=True):
        place = _place(target)
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


for command in (*COMMANDS, *GAMES, simulate, learn):
    commands.add_command(command)
