"""What ``watch`` sees of web games while they are played: ``python -m benchmarks.page_watch``.

Every design is opened in Chromium on a virtual screen. The player opens a cell that the advice
calls safe, else any covered cell. After each move the advice is awaited, and its board is compared
with the page's own truth.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.looks.pages.browser import Sight, browser
from benchmarks.looks.pages.designs import DESIGNS
from benchmarks.looks.pages.live import LivePage, new_game
from benchmarks.looks.pages.trial import click
from solver_bot.board import COVERED, UNREADABLE
from solver_bot.desktop.region import Region, View
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import captures
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import Desktop, on_desktop

WHOLE = Region(0, 0, 1600, 1000)
"""The virtual screen."""
SIZE, MINES = (12, 10), 12
GAMES, MOST_MOVES = 3, 6
WAITS = 4.0
"""Seconds after a move in which the advice must come."""


@dataclass(slots=True)
class Count:
    """What was seen of one design.

    Attributes:
        moves: after which advice was awaited, three numbers or more being open.
        advised: after how many of them it came.
        wrong: cells that the advice's board shows otherwise than the page.
        unread: the share of cells that were not read, of each advice.
        seconds: from the click to the advice.
        mines: cells called safe that were mines.

    """

    moves: int = 0
    advised: int = 0
    wrong: int = 0
    mines: int = 0
    unread: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def _advice(watcher: Watcher, game: LivePage, began: float, count: Count) -> AdviceView | None:
    """The advice on what the page shows now; None if none came."""
    truth = game.board()
    last = None
    while time.perf_counter() - began < WAITS:
        view = watcher.look()
        if view is None or view.board is None:
            time.sleep(0.01)
            continue
        last = view
        seen, true = (np.frombuffer(b.cells, np.uint8) for b in (view.board, truth))
        if seen.shape == true.shape and ((seen == true) | (seen == UNREADABLE)).all():
            count.seconds.append(time.perf_counter() - began)
            break
    if last is None or last.board is None:
        return None
    seen, true = (np.frombuffer(b.cells, np.uint8) for b in (last.board, truth))
    same = seen.shape == true.shape
    wrong = (seen != true) & (seen != UNREADABLE) if same else np.ones(true.shape, bool)
    count.wrong += int(wrong.sum())
    count.unread.append(float((seen == UNREADABLE).mean()))
    return last if same else None


def watch_game(game: LivePage, watcher: Watcher, seed: int, count: Count) -> None:
    """Play a game by the watcher's advice."""
    random = Random(seed)
    cell, called_safe = random.randrange(SIZE[0] * SIZE[1]), False
    for _ in range(MOST_MOVES):
        covered = list(game.board().where({COVERED}))
        choice = cell if cell in covered else random.choice(covered)
        began = time.perf_counter()
        click(game, choice)
        game.desktop.run("xdotool", "mousemove", 5, 5)
        if game.status() != "playing":
            count.mines += int(game.status() == "lost" and called_safe)
            break
        cell, called_safe = -1, False
        if game.board().count({*range(1, 9)}) < 3:
            continue
        count.moves += 1
        if view := _advice(watcher, game, began, count):
            count.advised += 1
            safe = view.advice.safe if view.advice else ()
            if safe:
                cell, called_safe = random.choice(safe), True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, metavar="NAME", default=[*DESIGNS])
    chosen = parser.parse_args()
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    print("| design | moves | with advice | cells wrong | mines called safe | unread | s, middle |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="watch-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder), WHOLE.width, WHOLE.height)
        try:
            with (
                on_desktop(desktop),
                Screen() as screen,
                browser(desktop, screen, Path(folder) / "chromium", Sight()) as page,
            ):
                view = View(WHOLE, 1, 1)
                for name in chosen.designs:
                    count = Count()
                    for seed in range(chosen.seed, chosen.seed + GAMES):
                        game = new_game(desktop, page, DESIGNS[name], SIZE, MINES, seed)
                        watcher = Watcher(captures(screen, view), skins, MINES)
                        watch_game(game, watcher, seed, count)
                    print(_row(name, count), flush=True)
        finally:
            desktop.close()


def _row(name: str, count: Count) -> str:
    unread = statistics.mean(count.unread) if count.unread else 0
    middle = f"{statistics.median(count.seconds):.2f}" if count.seconds else ""
    return (
        f"| {name} | {count.moves} | {count.advised} | {count.wrong} | {count.mines}"
        f" | {unread:.1%} | {middle} |"
    )


if __name__ == "__main__":
    main()
