"""Computes the solver's exact chance to win small boards, and compares it with perfect play.

Both are sums over all layouts; nothing is random. Perfect play tries every cell at every decision
(``tests/solve/perfect.py``). The solver opens the cells that ``advise`` calls safe, or else its
guess, and begins with ``first_cell``. The column "perfect" begins with the best first cell, "from
there" with the solver's.

The sums take seconds. Most of the time goes into ``advise`` for every board that can occur.

Usage: python -m benchmarks.small [--all] [--start RULE]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Console
from rich.progress import track
from rich.table import Table

from solver_bot.board import Board
from solver_bot.solve.advice import advise
from solver_bot.solve.guess import first_cell
from tests.solve.perfect import Game, chance_of, optimum

STARTS = ("safe", "zero")
USUAL = {(3, 3): 4, (4, 3): 6, (4, 4): 8}
"""The board sizes measured by default, each with the greatest mine total."""


@dataclass(frozen=True, slots=True)
class Row:
    """The chances of one kind of game."""

    game: Game
    start: str
    perfect: Fraction
    from_there: Fraction
    ours: Fraction
    asked: int
    worst_ms: float
    seconds: float


class Asked:
    """The solver as a policy that counts and times its decisions."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def __call__(self, board: Board) -> tuple[int, ...]:
        begin = time.perf_counter()
        advice = advise(board)
        self.times.append(time.perf_counter() - begin)
        return advice.safe or (() if advice.guess is None else (advice.guess.cell,))


def measure(game: Game, start: str) -> Row:
    """Compute the chances of one kind of game."""
    begin = time.perf_counter()
    cells = range(game.width * game.height)
    possible = [cell for cell in cells if game.dealt(cell, start).size]
    first = first_cell(game.width, game.height, start == "zero")
    perfect = max(optimum(game, cell, start) for cell in possible)
    policy = Asked()
    ours = chance_of(policy, game, first, start)
    return Row(
        game, start, perfect, optimum(game, first, start), ours, len(policy.times),
        max(policy.times, default=0.0) * 1000, time.perf_counter() - begin,
    )  # fmt: skip


def kinds(everything: bool, starts: tuple[str, ...]) -> Iterator[tuple[Game, str]]:
    """The kinds of games to measure: those in which the start rule can hold for the first cell."""
    sizes = USUAL
    if everything:
        sizes = {(w, h): w * h - 1 for h in range(1, 5) for w in range(max(h, 2), 5)}
    for (width, height), most in sizes.items():
        for start in starts:
            for mines in range(1, most + 1):
                game = Game.of(width, height, mines)
                if game.dealt(first_cell(width, height, start == "zero"), start).size:
                    yield game, start


def table(rows: list[Row]) -> Table:
    """All rows as a table, in percent."""
    found = Table(
        "Board", "Start", "Mines", "Perfect\n%", "From\nthere, %", "Ours\n%", "Ours /\nperfect",
        "Ours /\nfrom there", "Boards\nasked", "Slowest\nms", "Seconds",
        title="Chances to win, exactly",
    )  # fmt: skip
    for row in rows:
        found.add_row(
            f"{row.game.width}x{row.game.height}",
            row.start,
            str(row.game.mines),
            *(f"{100 * float(chance):.3f}" for chance in (row.perfect, row.from_there, row.ours)),
            f"{float(row.ours / row.perfect):.4f}",
            f"{float(row.ours / row.from_there):.4f}",
            str(row.asked),
            f"{row.worst_ms:.1f}",
            f"{row.seconds:.1f}",
        )
    return found


def main() -> None:
    """Compute and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--all", action="store_true", help="every size up to 4x4, every mine total")
    parser.add_argument("--start", choices=STARTS, help="this start rule only")
    wanted = parser.parse_args()
    todo = [*kinds(wanted.all, (wanted.start,) if wanted.start else STARTS)]
    advise(Board.covered(4, 4, 3))  # compiles
    rows = [measure(*kind) for kind in track(todo, console=Console(stderr=True))]
    console = Console(width=110)
    console.print(table(rows))
    at_best = sum(row.ours == row.from_there for row in rows)
    worst = min(float(row.ours / row.from_there) for row in rows)
    console.print(
        f"{at_best} of {len(rows)} as well as can be from there, the worst at {worst:.4f}"
    )


if __name__ == "__main__":
    main()
