"""Measures fair play: the times of checks and generators, and games that must be won.

``python -m benchmarks.fair`` plays 1,000 expert games of each kind in some minutes;
``--games 50`` is a quick look. The positions are those of ``benchmarks/positions`` and every
position of some games in the package's own Minesweeper.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

from solver_bot.board import Board, Outcome, StartRule, parse_boards
from solver_bot.game.engine import Game
from solver_bot.game.fair import Knowledge, solvability
from solver_bot.game.kind_guesses import kinder_layout
from solver_bot.game.layout import GameId
from solver_bot.game.match import FairPlay, Match
from solver_bot.game.noguess import no_guess_layout
from solver_bot.solve.guess import first_cell
from solver_bot.solve.odds import odds
from tests.game.player import Result, least_likely_mine, likeliest_mine, play

POSITIONS = Path(__file__).parent / "positions" / "expert200.txt"
PROGRESS = Console(stderr=True)
T = TypeVar("T")


def expert(seed: int, start: StartRule = StartRule.SAFE) -> GameId:
    """An expert game."""
    return GameId(30, 16, 99, start, seed)


@dataclass(frozen=True)
class Times:
    """The times of one piece of work, in milliseconds, ascending."""

    name: str
    wanted: str
    ms: list[float]

    def row(self) -> tuple[str, ...]:
        """The name, the number of times, the median, p95 and greatest time, and the wanted time."""
        marks = [statistics.median(self.ms), self.ms[int(0.95 * len(self.ms))], self.ms[-1]]
        return self.name, str(len(self.ms)), *(f"{ms:.2f}" for ms in marks), self.wanted


def timed(name: str, wanted: str, things: Iterable[T], work: Callable[[T], object]) -> Times:
    """The times of ``work`` on each of ``things``."""
    ms = []
    for thing in track(list(things), name, console=PROGRESS):
        began = time.perf_counter()
        work(thing)
        ms.append((time.perf_counter() - began) * 1000)
    return Times(name, wanted, sorted(ms))


def own_positions(games: int) -> list[Board]:
    """Every position of some games played with guesses."""
    found = []
    for seed in range(games):
        game = Game(expert(seed))
        game.uncover(0)
        while game.outcome is Outcome.PLAYING:
            board = game.view()
            found.append(board)
            for cell in odds(board).safe or [least_likely_mine(board)]:
                game.uncover(cell)
    return found


def warm_up() -> None:
    """Compile everything before anything is timed."""
    for fair in (FairPlay(assist=True), FairPlay(kind=True), FairPlay(no_guess=True)):
        play(Match(expert(0), fair=fair), likeliest_mine)


def timings(games: int) -> list[Times]:
    """The times of all work with a time limit, and of other work done while somebody plays."""
    boards = parse_boards(POSITIONS.read_text(encoding="utf-8"))
    own = own_positions(max(1, games // 20))
    stuck = [board for board in [*boards, *own] if not odds(board).safe]
    dice = Random(1)

    def spare(board: Board) -> None:
        kinder_layout(board, [likeliest_mine(board)], dice)

    corner, inside = first_cell(30, 16, False), first_cell(30, 16, True)
    return [
        timed("solvability, positions of the peers", "2", boards, solvability),
        timed("solvability, own positions", "2", own, solvability),
        timed("hint with its reason", "", boards, lambda board: Knowledge().hint(board)),
        timed("kind guess, mines moved", "a few", stuck, spare),
        timed(
            "no-guess expert board, near a corner", "50", range(games),
            lambda seed: no_guess_layout(expert(seed), inside),
        ),
        timed(
            "no-guess expert board, in the corner", "50", range(games),
            lambda seed: no_guess_layout(expert(seed), corner),
        ),
        timed(
            "opening 1000x1000 empty cells", "1000", range(5),
            lambda seed: Game(GameId(1000, 1000, 0, StartRule.SAFE, seed)).uncover(0),
        ),
    ]  # fmt: skip


def played(
    name: str, games: int, fair: FairPlay, guesser: Callable[[Board], int] | None
) -> tuple[str, ...]:
    """Play games: their name, number, wins, losses, guesses, and cells opened for the player."""
    results: list[Result] = [
        play(Match(expert(seed), fair=fair), guesser)
        for seed in track(range(games), name, console=PROGRESS)
    ]
    return (
        name,
        str(games),
        str(sum(result.won for result in results)),
        str(sum(result.lost for result in results)),
        f"{statistics.mean(result.guesses for result in results):.2f}",
        f"{statistics.mean(result.assisted for result in results):.2f}",
    )


def main() -> None:
    """Measure, play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000, help="games and boards of each kind")
    games = parser.parse_args().games
    warm_up()
    console = Console(width=110)
    times = Table("What", "Times", "Median ms", "p95", "Most", "Wanted", title="Times")
    for found in timings(games):
        times.add_row(*found.row())
    console.print(times)
    wins = Table("Expert games", "Played", "Won", "Lost", "Guesses", "Assisted", title="Games")
    for row in (
        played("plain, never guessing", games, FairPlay(), None),
        played("assist, never guessing", games, FairPlay(assist=True), None),
        played("no-guess boards, never guessing", games, FairPlay(no_guess=True), None),
        played("kind, the safest guess", games, FairPlay(kind=True), least_likely_mine),
        played("kind, the likeliest mine", games, FairPlay(kind=True), likeliest_mine),
    ):
        wins.add_row(*row)
    console.print(wins)


if __name__ == "__main__":
    main()
