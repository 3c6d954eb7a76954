"""Fit the weights by which the look ahead estimates a position's chance to win.

Plays seeded games with the solver as it is, now and then guessing another of the cells it looked
at, and notes the traits of every position after a guess that went well, and how the game ended.
Prints the weights of the logistic regression, one a line, for ``solver_bot/solve/weights.txt``. As
they change how games are played, this is done again with the new ones until they stay.

Usage: python benchmarks/value.py [--level L] [--start RULE] [--games N] [--seed N] [--jobs N]
       [--begin WEIGHTS] [--positions FILE] [--add FILE...]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from solver_bot.board import Outcome, StartRule
from solver_bot.game.engine import Game
from solver_bot.simulate import game_id, named_level
from solver_bot.solve import ahead
from solver_bot.solve.advice import first_cell
from solver_bot.solve.best import Budget, Guess, best_guess
from solver_bot.solve.odds import odds
from solver_bot.tally import Setup

Floats = NDArray[np.float64]
STRAY = 0.15
"""How often another cell is guessed than the one that seems best."""
RIDGE = 1e-2
"""Penalty of a weight's square, traits being scaled to a deviation of 1."""


def positions(setup: Setup, number: int, weights: Floats) -> tuple[list[Floats], bool]:
    """The traits of each position of one game after a guess, and whether it was won."""
    ahead.WEIGHTS[:] = weights
    dice = random.Random(number)
    named = game_id(setup, number)
    game = Game(named)
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    seen: list[Floats] = []
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        exact = odds(board)
        for cell in exact.safe:
            game.uncover(cell)
        if exact.safe:
            continue
        guess = best_guess(board, exact, Budget(seconds=None))
        assert guess is not None
        cell = _strayed(guess, dice)
        game.uncover(cell)
        if game.outcome is Outcome.PLAYING:
            codes = np.frombuffer(board.cells, np.uint8).copy()
            codes[cell] = number = game.view().cells[cell]
            seen.append(ahead.read_traits(codes, named.width, named.mines, number == 0))
    return seen, game.outcome is Outcome.WON


def _strayed(guess: Guess, dice: random.Random) -> int:
    if guess.runners_up and dice.random() < STRAY:
        return dice.choice(guess.runners_up)[0]
    return guess.cell


def fit(traits: Floats, won: Floats) -> Floats:
    """The weights that make the wins likeliest (Newton's method); the last trait is always 1."""
    mean, scale = traits.mean(0), traits.std(0)
    mean[-1], scale[scale == 0] = 0, 1
    known = (traits - mean) / scale
    weights = np.zeros(known.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-known @ weights))
        slope = known.T @ (won - chance) - RIDGE * weights
        bend = (known * (chance * (1 - chance))[:, None]).T @ known + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    raw: Floats = weights / scale
    raw[-1] -= raw[:-1] @ mean[:-1]
    return raw


def _many(setup: Setup, numbers: Sequence[int], weights: Floats) -> list[tuple[list[Floats], bool]]:
    return [positions(setup, number, weights) for number in numbers]


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--start", type=StartRule, default=StartRule.SAFE)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="weights to play with, one a line")
    parser.add_argument("--positions", type=Path, help="where to keep the positions too")
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="positions of other runs")
    wanted = parser.parse_args()
    weights = np.loadtxt(wanted.begin) if wanted.begin else ahead.WEIGHTS
    setup = Setup(named_level(wanted.level), wanted.start, "best", None, wanted.seed)
    parts = [range(i, min(i + 100, wanted.games)) for i in range(0, wanted.games, 100)]
    games = [
        game
        for part in Parallel(wanted.jobs)(delayed(_many)(setup, part, weights) for part in parts)
        for game in part
    ]
    traits = np.array([position for seen, _ in games for position in seen])
    won = np.array([float(result) for seen, result in games for _ in seen])
    if wanted.positions:
        np.savez_compressed(wanted.positions, traits=traits, won=won)
    for path in wanted.add:
        with np.load(path) as more:
            traits, won = np.concatenate([traits, more["traits"]]), np.append(won, more["won"])
    print(f"# {len(games)} games, {sum(result for _, result in games)} won, {len(won)} positions")
    print("\n".join(f"{weight!r}" for weight in fit(traits, won).tolist()))


if __name__ == "__main__":
    main()
