"""The command ``learn``: makes skins from pictures, records and the screen."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.cli.exit_codes import DONE, NO_BOARD, WRONG_USE
from solver_bot.cli.options import JSON, MONITOR, REGION, fail, known_skins, screen_part
from solver_bot.cli.report import surely
from solver_bot.cli.waiting import solver, wait_for

if TYPE_CHECKING:
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.learn import Facts, Sighting
    from solver_bot.vision.skin import Difficulty, Skin


@click.command()
@click.argument(
    "sources",
    nargs=-1,
    type=click.Path(path_type=Path, exists=True),
    metavar="[PICTURE|RECORD]...",
)
@click.option("--screen", is_flag=True, help="Learn from the game that is on the screen now.")
@MONITOR
@REGION
@click.option("--name", help="The skin's name: lower-case letters, digits, - and _.")
@click.option("--title", help="The program and its theme, for the list of skins.")
@click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    help="What the first click promises: no mine (safe), an empty area (zero), or nothing (none).",
)
@click.option(
    "--new-game",
    metavar="HOW",
    help="How to start a new game: 'key f2', or 'click 50% -1.8' (a click at half the board's "
    "width, 1.8 cells above it).",
)
@click.option(
    "--dismiss",
    metavar="KEYS",
    help="The keys that close the message after a win, such as escape.",
)
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="LEVEL",
    help="A level of the program, such as 9x9n10: boards of this size always have this mine "
    "total. May be repeated.",
)
@click.option("--add", is_flag=True, help="Add missing states to the learned skin of that name.")
@click.option("--replace", is_flag=True, help="Replace the learned skin of that name.")
@click.option("--anyway", is_flag=True, help="Learn also from boards that another skin can read.")
@JSON
def learn(
    sources: tuple[Path, ...],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    name: str | None,
    title: str | None,
    start: str | None,
    new_game: str | None,
    dismiss: str | None,
    levels: tuple[str, ...],
    add: bool,
    replace: bool,
    anyway: bool,
    as_json: bool,
) -> None:
    """Make a skin for a program, from pictures of it.

    PICTURE is a picture in which some numbers are open, or a folder of them. RECORD is a record of
    games (`solver-bot play --record DIR`), which also shows how a game ends. From then on read,
    annotate, play and watch know the skin. The command prints which cell states are still missing:
    add them later with --add. If another skin can already read the program, no skin is made, except
    with --anyway.
    """
    if screen == bool(sources):
        raise click.UsageError("Name pictures or records to learn from, or use --screen.")
    if (monitor or region) and not screen:
        raise click.UsageError("--monitor and --region go with --screen.")
    if add and replace:
        raise click.UsageError("Use --add or --replace, not both.")
    from solver_bot.solve.compiling import ODDS

    facts = _facts(title, start, new_game, dismiss, levels)
    name = name or _asked("A name for the skin", "--name")
    folder, add = _folder(name, add, replace)
    wait_for(solver(ODDS), ODDS)
    known = Known(_others(folder.name), anyway)
    seen = _on_screen(monitor, region, known) if screen else list(_in_files(sources, known))
    if not seen:
        fail(NO_BOARD, known.refusal() or NOTHING)
    _write(folder, seen, facts, add, as_json)


NOTHING = (
    "No board was found to learn from. Show a whole board in an unknown skin, with a few numbers "
    "open and nothing in front of it."
)


@dataclass(slots=True)
class Known:
    """The other skins that exist, and those in which boards were found.

    Attributes:
        skins: all skins except the one to be made.
        anyway: whether boards in these skins are learned from too.
        met: the skins in which boards were found, by name.
        said: the sentences printed so far.

    """

    skins: Sequence[Skin]
    anyway: bool
    met: dict[str, Skin] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)

    def passes_over(self, skin: Skin | None, what: str) -> bool:
        """Whether to skip ``what`` because this skin reads it. Prints that once."""
        if skin is None or self.anyway:
            return False
        sentence = f"{what} is in the known skin {skin.name}."
        if sentence not in self.said:
            click.echo(sentence, err=True)
        self.said.add(sentence)
        self.met[skin.name] = skin
        return True

    def reading(self, picture: Picture, found: Extraction, name: str) -> Skin | None:
        """The skin of that name, else a learned skin that reads the board, else None."""
        from solver_bot.vision.any_look import fitting

        named = next((skin for skin in self.skins if skin.name == name), None)
        return named or fitting(picture, found, [skin for skin in self.skins if skin.learned])

    def refusal(self) -> str | None:
        """Why no skin was made and what to do; None if no board in a known skin was found."""
        if not self.met:
            return None
        names = " and ".join(self.met)
        learned = next((skin.name for skin in self.met.values() if skin.learned), None)
        add = f"--name {learned} --add adds to that skin, and " if learned else ""
        return (
            f"This program is known already, as {names}, so no skin was made: "
            f"{add}--anyway makes another skin for it."
        )


def _others(name: str) -> Sequence[Skin]:
    """All skins that have another name."""
    return [skin for skin in known_skins(None) if skin.name != name]


def _facts(
    title: str | None,
    start: str | None,
    new_game: str | None,
    dismiss: str | None,
    levels: Sequence[str],
) -> Facts:
    """The program's behaviour as given by the options."""
    from solver_bot.board import StartRule
    from solver_bot.bot.next_game import is_understood
    from solver_bot.vision.learn import Facts

    if new_game and not is_understood(new_game):
        raise click.UsageError(
            f"--new-game {new_game!r} is not understood: write it like 'key f2' or "
            "'click 50% -1.8'."
        )
    return Facts(
        title=title,
        start=StartRule(start) if start else None,
        new_game=new_game,
        dismiss=dismiss,
        levels=tuple(map(_level, levels)) or None,
    )


def _level(text: str) -> Difficulty:
    """Parse a level of the program."""
    from solver_bot.game.levels import LevelError, named_level
    from solver_bot.vision.skin import Difficulty

    try:
        level = named_level(text.replace(":", "n"))  # 9x9:10 is an older notation
    except LevelError as error:
        raise click.UsageError(f"--level: {error}.") from None
    if not level.mines:
        raise click.UsageError(f"--level {text!r} has no mines.")
    return Difficulty(f"{level.width}x{level.height}", level.width, level.height, level.mines)


def _asked(question: str, option: str) -> str:
    """Ask the player in a terminal.

    Raises:
        UsageError: there is no terminal, so the option is needed.

    """
    if not sys.stdin.isatty():
        raise click.UsageError(f"{question} is needed: give it with {option}.")
    return str(click.prompt(question, err=True))


def _folder(name: str, add: bool, replace: bool) -> tuple[Path, bool]:
    """The folder of the skin, and whether to add to the skin that is there.

    Raises:
        UsageError: the name is not allowed, or the options do not fit what is there.

    """
    from solver_bot.vision.learn import LearnError, check_name
    from solver_bot.vision.learned import missing_home, skins_folder
    from solver_bot.vision.skin_files import shipped_skins

    try:
        check_name(name, (skin.name for skin in shipped_skins()))
    except LearnError as error:
        raise click.UsageError(str(error)) from None
    folder = skins_folder() / name
    if home := missing_home(folder):
        fail(
            WRONG_USE,
            f"The home folder {home} does not exist, so the skin can't be saved in it: set HOME "
            "to a folder that exists.",
        )
    if add and not folder.exists():
        raise click.UsageError(f"There is no learned skin {name!r} to add to; leave out --add.")
    if not folder.exists() or add or replace:
        return folder, add
    if not sys.stdin.isatty():
        raise click.UsageError(
            f"There is a learned skin {name!r} already: --add adds to it, --replace replaces it."
        )
    question = f"There is a learned skin {name!r} already. Add to it?"
    if not click.confirm(question, default=True, err=True):
        fail(WRONG_USE, "Nothing was changed. To replace the skin, use --replace.")
    return folder, True


def _on_screen(
    monitor: int | None, region: tuple[int, int, int, int] | None, known: Known
) -> list[Sighting]:
    with screen_part(monitor, region) as (desktop, wanted):
        return _in_picture(desktop.screen.grab(wanted), "on the screen", known)


def _in_files(sources: Sequence[Path], known: Known) -> Iterator[Sighting]:
    from solver_bot.live.recording import LIST
    from solver_bot.vision.picture import SUFFIXES, PictureError, load_picture

    for source in sources:
        if (source / LIST).exists():
            yield from _in_record(source, known)
            continue
        files = sorted(source.iterdir()) if source.is_dir() else [source]
        for file in files:
            if source.is_dir() and file.suffix.lower() not in SUFFIXES:
                continue
            try:
                yield from _in_picture(load_picture(file), f"in {file}", known)
            except PictureError as error:
                fail(WRONG_USE, str(error))


def _in_record(folder: Path, known: Known) -> Iterator[Sighting]:
    from solver_bot.live.recording import RecordError, replay
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.learn import Sighting
    from solver_bot.vision.picture import PictureError

    try:
        for entry in replay(folder):
            if entry.place is None:
                continue
            picture = entry.picture()
            found = Extraction(entry.board, entry.place, known.skins[0], 1.0)
            skin = known.reading(picture, found, entry.skin)
            if not known.passes_over(skin, f"The board recorded in {folder}"):
                yield Sighting(picture, entry.place, entry.board)
    except (RecordError, PictureError) as error:
        fail(WRONG_USE, str(error))


def _in_picture(picture: Picture, where: str, known: Known) -> list[Sighting]:
    """The boards of a picture to learn from. Prints which of them are in a known skin."""
    from solver_bot.solve.odds import possible
    from solver_bot.vision.extract import ending
    from solver_bot.vision.learn import Sighting
    from solver_bot.vision.reader import SkinChoice, read_picture
    from solver_bot.vision.skin_files import shipped_skins

    seen = []
    for found in read_picture(picture, SkinChoice(tuple(shipped_skins()), unknown=True), possible):
        shown = ending(found, found.cut)
        skin = known.reading(picture, shown, found.skin.name)
        if known.passes_over(skin, f"The board {where}"):
            continue
        beyond = f", which may go on at the {' and '.join(found.cut)}" if found.cut else ""
        click.echo(f"{_size(shown)} {where}, {surely(found.confidence)} sure{beyond}.", err=True)
        seen.append(Sighting(picture, shown.lattice, shown.board))
    return seen


def _size(found: Extraction) -> str:
    return f"A board of {found.board.width}x{found.board.height} cells"


def _write(folder: Path, seen: Sequence[Sighting], facts: Facts, add: bool, as_json: bool) -> None:
    from solver_bot.vision.learn import LearnError, write_skin
    from solver_bot.vision.skin import SkinError
    from solver_bot.vision.skin_files import load_skin
    from solver_bot.vision.trusted import trusted

    try:
        write_skin(folder, seen, facts, add)
        skin = trusted(load_skin(folder))
    except (LearnError, SkinError) as error:
        fail(WRONG_USE, f"{str(error).removesuffix('.')}.")
    told = _told(skin, folder, len(seen))
    if as_json:
        click.echo(json.dumps(told))
    else:
        click.echo(f"Learned {skin.name} from {_boards(len(seen))}: {', '.join(told['states'])}.")
        if told["missing"]:
            click.echo(
                f"Not seen yet: {', '.join(told['missing'])}. Until `solver-bot learn --add` adds "
                "them, the nets read them."
            )
        click.echo(f"It is in {folder}.")
    sys.exit(DONE)


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count} boards"


def _told(skin: Skin, folder: Path, boards: int) -> dict[str, Any]:
    from solver_bot.vision.learned import missing_states
    from solver_bot.vision.skin import STATES

    missing = missing_states(skin)
    return {
        "skin": skin.name,
        "folder": str(folder),
        "boards": boards,
        "states": [state for state in STATES if state not in missing],
        "missing": missing,
    }
