"""Fits the weights with which the lookahead estimates a position's chance to win.

Plays seeded games with the current solver and notes the position after every guess. No guess ends
a game: if it hits a mine, the mines are drawn anew among the layouts in which that cell is safe.
The probability that the cell was safe is noted. Every game thus reaches the point from which its
end can be computed exactly. The product of the probabilities after a position is an unbiased
estimate of its chance to win, with a third of the variance of a win or a loss. Once in a game,
another of the examined cells may be guessed, so that positions after such guesses are known too.

The estimate is then fitted to these positions by maximum likelihood (L-BFGS, Nocedal 1980). The
weights of traits and patterns are fitted to six tenths of the games. Those of the hidden units are
fitted to three other tenths, because they would rely too much on patterns that were fitted to the
same games. The last tenth measures the result. The weights change how games are played, so the
whole procedure is repeated with the new weights.

Usage: python -m benchmarks.value play FILE [--level L] [--start RULE] [--games N] [--seed N]
       python -m benchmarks.value fit WEIGHTS FILE...
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, vstack

from solver_bot.board import EMPTY, Outcome, StartRule
from solver_bot.game.engine import Game
from solver_bot.game.kind_guesses import kind_guesses
from solver_bot.game.levels import named_level
from solver_bot.simulate.games import game_id
from solver_bot.simulate.tally import Setup
from solver_bot.solve.compiled import evaluation
from solver_bot.solve.compiled.patterns import KINDS, OFF, PATTERNS
from solver_bot.solve.compiled.traits import TRAITS
from solver_bot.solve.guess import Budget, Guess, best_guess, first_cell
from solver_bot.solve.odds import odds

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
STRAY_WITHIN = 16
"""One guess of a game is replaced by another examined cell. It is one of its first 16 guesses, if
the game has as many."""
UNITS = 16
RIDGE = 100.0
"""The penalty on a pattern's squared weight, in positions."""
RIDGE_HIDDEN = 3.0


@dataclass(frozen=True)
class Known:
    """Positions of one size of board: (n, cells) codes, (n,) chances, games and the mine total."""

    codes: Bytes
    empty: NDArray[np.bool_]
    chance: Floats
    game: NDArray[np.int64]
    width: int
    mines: int


def positions(setup: Setup, number: int) -> list[tuple[Bytes, bool, float]]:
    """For each guess of a game: the codes, whether its cell is empty, the chance to win.

    The codes are those before the guess, with the guessed cell open.
    """
    dice = random.Random(number)
    stray = dice.randrange(STRAY_WITHIN)
    named = game_id(setup, number)
    game = Game(named, mover=kind_guesses(dice))
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    seen: list[tuple[Bytes, bool, float]] = []
    lucky = 1.0
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        exact = odds(board)
        for cell in exact.safe:
            game.uncover(cell)
        if exact.safe:
            continue
        guess = best_guess(board, exact, Budget(seconds=None))
        assert guess is not None
        if guess.chance is not None:
            lucky *= guess.chance
            break
        cell = _strayed(guess, dice) if len(seen) == stray else guess.cell
        lucky *= 1 - (exact.by_cell[cell] or 0.0)
        game.uncover(cell)
        codes = np.frombuffer(board.cells, np.uint8).copy()
        codes[cell] = game.view().cells[cell]
        seen.append((codes, codes[cell] == EMPTY, lucky))
    return [(codes, empty, lucky / before) for codes, empty, before in seen]


def _strayed(guess: Guess, dice: random.Random) -> int:
    return dice.choice(guess.runners_up or [(guess.cell, 0.0)])[0]


def gather(setup: Setup, numbers: Sequence[int]) -> Known:
    """The positions of these games."""
    level = setup.level
    found = [(number, *seen) for number in numbers for seen in positions(setup, number)]
    games, codes, empty, chance = zip(*found, strict=True) if found else ((), (), (), ())
    return Known(
        np.array(codes, np.uint8).reshape(len(codes), level.width * level.height),
        np.array(empty, bool),
        np.array(chance),
        np.array(games, np.int64),
        level.width,
        level.mines,
    )


def save(known: Known, path: Path) -> None:
    """Write positions to a file, for ``load``."""
    np.savez_compressed(path, **vars(known))


def load(path: Path) -> Known:
    """The positions in a file."""
    with np.load(path) as kept:
        return Known(**{name: kept[name] for name in kept.files})


def _twins() -> NDArray[np.int64]:
    """The least mirror image of every pattern; -1 if the pattern has nothing uncertain."""
    kinds = np.indices((KINDS,) * 6).reshape(3, 2, -1)
    digits = KINDS ** np.arange(6)[::-1].reshape(3, 2)
    mirrored = [kinds[::a, ::b] for a in (1, -1) for b in (1, -1)]
    least = np.min([(digits[:, :, None] * turned).sum((0, 1)) for turned in mirrored], axis=0)
    return np.where(kinds.max((0, 1)) >= OFF, least, -1)


def read(known: Known, twin: NDArray[np.int64]) -> tuple[Floats, csr_matrix]:
    """The traits of each position, and how often it has each pattern."""
    traits = np.empty((len(known.chance), len(TRAITS)))
    starts, columns, counts = [0], [], []
    for i, (codes, empty) in enumerate(zip(known.codes, known.empty, strict=True)):
        traits[i], found = evaluation.read_position(
            codes, int(known.width), int(known.mines), empty
        )
        least = twin[found]
        column, count = np.unique(least[least >= 0], return_counts=True)
        columns.append(column.astype(np.int32))
        counts.append(count.astype(np.float32))
        starts.append(starts[-1] + len(column))
    shape = (len(traits), PATTERNS)
    return traits, csr_matrix((np.concatenate(counts), np.concatenate(columns), starts), shape)


@dataclass(frozen=True)
class Ahead:
    """The intermediate values of the estimate of all positions, see ``Model.ahead``."""

    pieces: Floats
    known: Floats
    inner: Floats
    bend: Floats
    height: Floats


@dataclass(frozen=True)
class Model:
    """The estimate over many positions, as a function of one vector of parameters.

    The vector holds the weights of the patterns, of the traits, and of the hidden units. Mirrored
    patterns share a weight; ``_twins`` gives its index.
    """

    traits: Floats
    counts: csr_matrix
    scale: Floats
    chance: Floats

    def part(self, of: NDArray[np.bool_]) -> Model:
        """The same model over some of the positions."""
        return replace(self, traits=self.traits[of], counts=self.counts[of], chance=self.chance[of])

    def ahead(self, vector: Floats) -> Ahead:
        """The estimate of every position, with its intermediate values."""
        patterns, linear, hidden = self.parts(vector)
        pieces = self.counts @ patterns
        known = (np.column_stack((self.traits[:, :-1], pieces)) - self.scale[0]) / self.scale[1]
        inner = known @ hidden[:, :-2].T + hidden[:, -2]
        bend = np.where(inner > 0, 1.0, evaluation.LEAK)
        height = pieces + self.traits @ linear + (inner * bend) @ hidden[:, -1]
        return Ahead(pieces, known, inner, bend, height)

    def surprise(self, vector: Floats) -> float:
        """Minus the mean log likelihood of the positions' chances."""
        height = self.ahead(vector).height
        return float((np.logaddexp(0, height) - self.chance * height).mean())

    def loss(self, vector: Floats) -> tuple[float, Floats]:
        """The surprise with the penalties, and its gradient."""
        _patterns, _, hidden = self.parts(vector)
        now = self.ahead(vector)
        error = (_sigmoid(now.height) - self.chance) / len(self.chance)
        through = error[:, None] * now.bend * hidden[:, -1]
        to_pieces = error + through @ hidden[:, -3] / self.scale[1, -1]
        units = np.column_stack((
            through.T @ now.known, through.sum(0), (now.inner * now.bend).T @ error
        ))  # fmt: skip
        tame = vector * self.penalties()
        slope = np.concatenate((self.counts.T @ to_pieces, self.traits.T @ error, units.ravel()))
        return self.surprise(vector) + float(tame @ vector) / 2, slope + tame

    def penalties(self) -> Floats:
        """The penalty on each parameter's square; 0 for the traits' weights and units' biases."""
        units = np.full((UNITS, self.traits.shape[1] + 2), RIDGE_HIDDEN)
        units[:, -2] = 0
        none = np.zeros(self.traits.shape[1])
        patterns = np.full(self.counts.shape[1], RIDGE)
        whole: Floats = np.concatenate((patterns, none, units.ravel()))
        return whole / len(self.chance)

    def parts(self, vector: Floats) -> tuple[Floats, Floats, Floats]:
        """The weights of patterns and traits, and (units, traits + 2) those of the hidden units."""
        first = self.counts.shape[1]
        second = first + self.traits.shape[1]
        return vector[:first], vector[first:second], vector[second:].reshape(UNITS, -1)


def _sigmoid(height: Floats) -> Floats:
    return 1 / (1 + np.exp(-height))


def _linear(traits: Floats, chance: Floats) -> Floats:
    """The maximum likelihood weights of the traits without patterns (Newton's method)."""
    mean, scale = traits.mean(0), traits.std(0)
    mean[-1], scale[scale == 0] = 0, 1
    known = (traits - mean) / scale
    weights = np.zeros(known.shape[1])
    for _ in range(12):
        now = _sigmoid(known @ weights)
        slope = known.T @ (chance - now) - 0.01 * weights
        bend = (known * (now * (1 - now))[:, None]).T @ known + 0.01 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    raw: Floats = weights / scale
    raw[-1] -= raw[:-1] @ mean[:-1]
    return raw


def _improve(model: Model, vector: Floats, free: slice, rounds: int) -> Floats:
    """A vector with less loss. Only the parameters in ``free`` change."""
    seen = np.bincount(model.counts.indices, minlength=PATTERNS)
    pace = np.ones(len(vector))
    pace[:PATTERNS] = 1 / np.sqrt(RIDGE + 0.2 * seen)
    pace[PATTERNS:] = 1 / np.sqrt(0.2 * len(model.chance))

    def loss(moved: Floats) -> tuple[float, Floats]:
        whole = vector.copy()
        whole[free] = moved * pace[free]
        total, slope = model.loss(whole)
        return total, (slope * pace)[free]

    options = {"maxiter": rounds, "maxcor": 20}
    better = minimize(loss, vector[free] / pace[free], jac=True, method="L-BFGS-B", options=options)
    whole = vector.copy()
    whole[free] = better.x * pace[free]
    return whole


def _tell(model: Model, vector: Floats, name: str) -> None:
    """Print the quality of the estimate on the games that were not fitted."""
    print(
        f"{name}: {model.surprise(vector):.5f} nats a position of games kept from the fit",
        flush=True,
    )


def fit(positions: Sequence[Known]) -> evaluation.Weights:
    """The maximum likelihood weights for the positions' chances."""
    twin = _twins()
    parts = [read(known, twin) for known in positions]
    traits = np.concatenate([part[0] for part in parts])
    counts = vstack([part[1] for part in parts], format="csr")
    chance = np.concatenate([known.chance for known in positions])
    game = np.concatenate([known.game for known in positions]) % 10
    scale = np.vstack((traits.mean(0), np.maximum(traits.std(0), 1e-6)))
    model = Model(traits, counts, scale, chance)
    kept, second = model.part(game == 0), model.part(game >= 7)
    first = model.part((game > 0) & (game < 7))
    smooth = slice(0, PATTERNS + traits.shape[1])
    hidden = np.zeros((UNITS, traits.shape[1] + 2))
    vector = np.concatenate((np.zeros(PATTERNS), _linear(traits, chance), hidden.ravel()))
    _tell(kept, vector, "traits alone")
    vector = _improve(first, vector, smooth, 80)
    _tell(kept, vector, "and patterns")
    pieces = second.ahead(vector).pieces
    scale[:, -1] = pieces.mean(), pieces.std()
    hidden[:] = np.random.default_rng(1).normal(0, traits.shape[1] ** -0.5, hidden.shape)
    hidden[:, -1] *= 0.1
    vector[smooth.stop :] = hidden.ravel()
    vector = _improve(second, vector, slice(smooth.stop, None), 200)
    _tell(kept, vector, "and hidden units")
    patterns, linear, hidden = model.parts(vector)
    full = np.where(twin >= 0, patterns[twin], 0).astype(np.float32)
    return evaluation.Weights(linear, full, scale, hidden)


def play(wanted: argparse.Namespace) -> None:
    """Play games and write their positions to a file."""
    setup = Setup(named_level(wanted.level), wanted.start, "best", None, wanted.seed)
    save(gather(setup, range(wanted.games)), wanted.file)


def fit_files(wanted: argparse.Namespace) -> None:
    """Fit the weights to the positions in files."""
    weights = fit([load(path) for path in wanted.files])
    np.savez_compressed(wanted.weights, **weights._asdict())


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    player = commands.add_parser("play")
    player.add_argument("file", type=Path)
    player.add_argument("--games", type=int, default=20000)
    player.add_argument("--seed", type=int, default=1000)
    player.add_argument("--start", type=StartRule, default=StartRule.SAFE)
    player.add_argument("--level", default="expert")
    player.set_defaults(run=play)
    fitter = commands.add_parser("fit")
    fitter.add_argument("weights", type=Path)
    fitter.add_argument("files", type=Path, nargs="+")
    fitter.set_defaults(run=fit_files)
    wanted = parser.parse_args()
    wanted.run(wanted)


if __name__ == "__main__":
    main()
