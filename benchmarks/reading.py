"""How well boards in looks never seen are found and read, on generated looks or labelled folders.

Usage: python -m benchmarks.reading --space 3 --seed 0 --count 1000 --jobs 2
       python -m benchmarks.reading --folder FOLDER
       python -m benchmarks.reading --nothing --seed 0 --count 1000

`--way` chooses what is asked: `read` for all boards, as `read` and `annotate` do, `play` for the
one board or new game that `play` begins with, and `titled` for the same where the window's title is
the game's name. No skin is known. `play` names no new game that may go on beyond the picture, so
such games have a row of their own. `told` is the share of those boards of which the truth tells the
outcome.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from benchmarks.looks.games import IN_PLAY, STAGES
from benchmarks.looks.labelled import Labelled, labelled
from benchmarks.looks.measure import Found, Reader, Tally, is_seen_whole, measure, merged
from benchmarks.looks.nothing import nothing
from benchmarks.looks.scene import scene
from solver_bot.bot.board_choice import NoBoard
from solver_bot.bot.unknown_board import find_unknown
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction, ending
from solver_bot.vision.frame import SIDES
from solver_bot.vision.reader import SkinChoice, read_picture

UNKNOWN = SkinChoice(unknown=True)
PIECE = 25
"""Pictures that a process reads at a time."""
CUT_OFF = "new, cut off"
ROWS = {
    "new game": ("new",),
    "new game, cut off": (CUT_OFF,),
    "in play": tuple(sorted(IN_PLAY)),
    "  early": ("early",),
    "  middle": ("middle",),
    "  late": ("late",),
    "won": ("won",),
    "lost": ("lost",),
    "no board": ("",),
}


def without_cut_off(pictures: Iterator[Labelled]) -> Iterator[Labelled]:
    """The pictures, where new games that may go on beyond the picture are a stage of their own."""
    for one in pictures:
        yield replace(one, stage=CUT_OFF) if one.stage == "new" and not is_seen_whole(one) else one


def by_read(picture: Picture) -> list[Found]:
    return [_found(one) for one in read_picture(picture, UNKNOWN, possible)]


def by_play(picture: Picture, named: bool = False) -> list[Found]:
    try:
        board = find_unknown(picture, UNKNOWN, is_named=lambda _: named)
    except NoBoard:
        return []
    return [_found(board.found)] if board else []


WAYS: dict[str, Reader] = {
    "read": by_read,
    "play": by_play,
    "titled": partial(by_play, named=True),
}


def _found(one: Extraction) -> Found:
    """A board without the lines that stand for what may be beyond its cut sides."""
    inner = ending(one, SIDES)
    board = inner.board
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    return inner.lattice, codes, frozenset(one.cut)


def generated(seeds: Sequence[int], space: int, stage: str) -> Iterator[Labelled]:
    return (scene(seed, stage, space) for seed in seeds)


def without_boards(seeds: Sequence[int]) -> Iterator[Labelled]:
    """Pictures that are no Minesweeper. Those that look like a new game are left out."""
    pictures = (nothing(seed) for seed in seeds)
    return (one for one in pictures if "like" not in one.facts)


def in_folder(numbers: Sequence[int], folder: Path) -> Iterator[Labelled]:
    for number, one in enumerate(labelled(folder)):
        if number in numbers:
            yield one


def table(tallies: dict[str, Tally]) -> str:
    """The table, a row a stage."""
    lines = [
        "| | pictures | whole | right | unread | wrong | false | told | ms middle | ms most |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, stages in ROWS.items():
        one = merged([tallies[stage] for stage in stages if stage in tallies])
        if not one.pictures:
            continue
        cells = max(1, one.cells)
        lines.append(
            f"| {name} | {one.pictures} | {one.found / one.pictures:.2%} | {one.right / cells:.3%}"
            f" | {one.unread / cells:.3%} | {one.wrong} | {one.false}"
            f" | {one.told / max(1, one.telling):.1%} | {np.median(one.milliseconds):.0f}"
            f" | {max(one.milliseconds):.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--space", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first picture")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--stage", default="", choices=("", *STAGES), help="of all pictures")
    parser.add_argument("--folder", type=Path, help="labelled pictures instead of generated ones")
    parser.add_argument("--nothing", action="store_true", help="pictures without a board")
    parser.add_argument("--way", choices=sorted(WAYS), default="read")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bad", action="store_true", help="name the pictures that fail")
    chosen = parser.parse_args()
    if chosen.folder:
        source = partial(in_folder, folder=chosen.folder)
        chosen.count = len(list(chosen.folder.glob("*.png")))
    elif chosen.nothing:
        source = partial(without_boards)
    else:
        source = partial(generated, space=chosen.space, stage=chosen.stage)
    starts = range(chosen.seed, chosen.seed + chosen.count, PIECE)
    last = chosen.seed + chosen.count
    pieces = [range(start, min(start + PIECE, last)) for start in starts]
    results = Parallel(chosen.jobs)(delayed(_read)(source, piece, chosen.way) for piece in pieces)
    stages = {stage for one in results for stage in one}
    tallies = {s: merged([one[s] for one in results if s in one]) for s in stages}
    print(table(tallies))
    if chosen.bad:
        for stage in sorted(tallies):
            for name, what in tallies[stage].bad.items():
                print(f"{stage or 'no board'}  {name}: {what}")


def _read(source: partial[Iterator[Labelled]], seeds: Sequence[int], way: str) -> dict[str, Tally]:
    pictures = source(seeds)
    return measure(without_cut_off(pictures) if way in ("play", "titled") else pictures, WAYS[way])


if __name__ == "__main__":
    main()
