"""Compares ways to guess on the same mines.

``play`` plays seeded games with one way to guess and writes what each game was worth into a file.
No guess ends a game: if it hits a mine, the mines are drawn anew among the layouts in which that
cell is safe, and the game is worth the product of the probabilities that the guesses were safe. The
mean worth is the win rate, and it takes half as many games as counting wins does. ``--trust`` says
how much surviving the next guess counts, see ``lookahead.Trust``.

``compare`` sets such files beside the first of them, game by game. ``beside`` sets the results of
``simulate --save`` beside the outcomes of another solver or version on the same mines: beside
another file of ``--save``, or one with a character for each game, ``1`` for won and ``0`` for lost.

``differ`` plays seeded games with the present way to guess. Where ``--trust`` would choose another
cell, it plays on from both cells on the same random layouts, and tells what the other cell would be
worth more. That takes a sixth of the games that whole games take, so it sorts ideas out. Whole
games decide.

``losses`` plays seeded games and tells at which guesses they are lost.

Usage: python -m benchmarks.guesses play FILE [--trust SURVIVAL SPARED] [--layouts N]
           [--games N] [--seed N] [--level L] [--start RULE]
       python -m benchmarks.guesses compare FILE FILE...
       python -m benchmarks.guesses beside OUTCOMES RESULTS
       python -m benchmarks.guesses differ --trust SURVIVAL SPARED [--opened FROM TO] [--rollouts N]
           [--games N] [--seed N] [--level L] [--start RULE]
       python -m benchmarks.guesses losses [--games N] [--seed N] [--level L] [--start RULE]
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from solver_bot.board import EMPTY, UNOPENED, Board, Outcome, StartRule
from solver_bot.game.engine import Game
from solver_bot.game.kind_guesses import kind_guesses
from solver_bot.game.layout import GameId
from solver_bot.game.levels import named_level
from solver_bot.simulate.games import game_id
from solver_bot.simulate.tally import Chunk, Comparison, Setup, Tally, compare, load, tallies
from solver_bot.solve import guess
from solver_bot.solve.guess import Budget, Guess, best_guess, first_cell
from solver_bot.solve.odds import Odds, odds
from solver_bot.solve.random_layout import random_layout

PRESENT = guess.TRUST
SAVE_EVERY = 250
"""Games after which the file is written, so that a run that is stopped is not lost."""


EXACT, TOSS, CLOSED = "the end, played out exactly", "a coin toss", "before the first empty cell"
LATER = "later, not exact"
STAGES = {60: "up to 60 cells open", 150: "to 150", 250: "to 250"}
"""The stages of a game by the most cells that are open."""


def worth(named: GameId, dice: random.Random) -> float:
    """The probability that every guess of a game is safe, as this game goes."""
    game = Game(named, mover=kind_guesses(dice))
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    return _rest(game)


def _rest(game: Game) -> float:
    """The probability that every guess from here is safe, as this game goes on."""
    lucky = 1.0
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        exact = odds(board)
        for cell in exact.safe:
            game.uncover(cell)
        if exact.safe:
            continue
        chosen = best_guess(board, exact, Budget(seconds=None))
        assert chosen is not None
        if chosen.chance is not None:
            return lucky * chosen.chance
        lucky *= 1 - chosen.odds
        game.uncover(chosen.cell)
    return lucky


def play(wanted: argparse.Namespace) -> None:
    """Play games and write what each was worth, and the milliseconds that each took."""
    _change(wanted)
    setup = Setup(named_level(wanted.level), wanted.start, "best", None, wanted.seed)
    guess.warm_up()
    worths, ms = [], []
    for number in range(wanted.first, wanted.first + wanted.games):
        began = time.thread_time()
        worths.append(worth(game_id(setup, number), random.Random(number)))
        ms.append(1000 * (time.thread_time() - began))
        if len(ms) % SAVE_EVERY == 0 or len(ms) == wanted.games:
            np.savez(wanted.file, worths=worths, ms=ms)
    print(f"{100 * np.mean(worths):.3f} % of {len(ms)} games, {np.mean(ms):.1f} ms of CPU each")


def _change(wanted: argparse.Namespace) -> None:
    """Guess as wanted in this process."""
    guess.TRUST = tuple(wanted.trust) if wanted.trust else guess.TRUST
    guess.MOST_LAYOUTS = wanted.layouts or guess.MOST_LAYOUTS
    guess.DENSE_LAYOUTS = wanted.layouts or guess.DENSE_LAYOUTS


def compare_files(wanted: argparse.Namespace) -> None:
    """Print each file's difference to the first, over the games that both have."""
    first, *others = [np.load(file) for file in wanted.files]
    for file, other in zip(wanted.files[1:], others, strict=True):
        games = min(first["worths"].size, other["worths"].size)
        one, two = first["worths"][:games] * 100, other["worths"][:games] * 100
        error = float((two - one).std() / games**0.5)
        print(
            f"{file}: {two.mean():.2f} % against {one.mean():.2f} % of {games} games, "
            f"{(two - one).mean():+.2f} ± {error:.2f} points (one standard error); "
            f"{other['ms'][:games].mean():.1f} ms against {first['ms'][:games].mean():.1f}"
        )


def beside(wanted: argparse.Namespace) -> None:
    """Print how our results of one seed compare with other outcomes on the same mines."""
    (ours,) = _results(wanted.results)
    if wanted.outcomes.suffix == ".jsonl":
        (theirs,) = _results(wanted.outcomes)
    else:
        lines = wanted.outcomes.read_text().splitlines()
        won = "".join(line for line in lines if not line.startswith(";"))
        (theirs,) = tallies([Chunk(ours.setup, "", 0, won, 0, (), 0.0)])
    _tell(compare(ours, theirs))


def _worth_of(board: Board, named: GameId, cell: int, dice: random.Random) -> float:
    """What a game is worth in which a cell is guessed on a board, as a random layout has it."""
    mines = random_layout(board, dice)
    assert mines is not None
    game = Game(named, lay=lambda _named, _first: mines, mover=kind_guesses(dice))
    for known, code in enumerate(board.cells):
        if code not in UNOPENED:
            game.uncover(known)
    safety = 1 - (odds(board).by_cell[cell] or 0.0)
    game.uncover(cell)
    return safety * _rest(game)


def gained(named: GameId, wanted: argparse.Namespace) -> list[float]:
    """What another trust would gain at each guess of a game that it would make elsewhere."""
    game = Game(named)
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    gains: list[float] = []
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        exact = odds(board)
        for cell in exact.safe:
            game.uncover(cell)
        if not exact.safe:
            cell = _cell(board, exact, PRESENT)
            other = _cell(board, exact, tuple(wanted.trust))
            if other != cell and wanted.opened[0] <= _opened(board) <= wanted.opened[1]:
                seeds = [f"{named} {len(gains)} {n}" for n in range(wanted.rollouts)]
                pairs = [
                    [_worth_of(board, named, c, random.Random(seed)) for c in (cell, other)]
                    for seed in seeds
                ]
                gains.append(float(np.mean([two - one for one, two in pairs])))
            game.uncover(cell)
    return gains


def _cell(board: Board, exact: Odds, trust: tuple[float, float]) -> int:
    """The cell that is guessed with this trust."""
    guess.TRUST = trust
    chosen = best_guess(board, exact, Budget(seconds=None))
    guess.TRUST = PRESENT
    assert chosen is not None
    return chosen.cell


def _opened(board: Board) -> int:
    return sum(code not in UNOPENED for code in board.cells)


def differ(wanted: argparse.Namespace) -> None:
    """Print what another trust would win where it chooses other cells."""
    setup = Setup(named_level(wanted.level), wanted.start, "best", None, wanted.seed)
    guess.warm_up()
    games = [gained(game_id(setup, number), wanted) for number in range(wanted.games)]
    sums = 100 * np.array([sum(gains) for gains in games])
    print(
        f"{sums.mean():+.3f} ± {sums.std() / len(games) ** 0.5:.3f} points a game (one standard "
        f"error) by {sum(map(len, games))} other choices in {len(games)} games"
    )


def stage(board: Board, chosen: Guess) -> str:
    """What sort of guess this is: exact, a coin toss, or how far the game has come."""
    if chosen.chance is not None:
        return EXACT
    if chosen.toss:
        return TOSS
    if EMPTY not in board.cells:
        return CLOSED
    opened = _opened(board)
    return next((name for most, name in STAGES.items() if opened <= most), LATER)


def guessed(named: GameId) -> tuple[list[str], bool]:
    """The sort of each guess of a game, and whether the game was won."""
    game = Game(named)
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    sorts = []
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        exact = odds(board)
        for cell in exact.safe:
            game.uncover(cell)
        if not exact.safe:
            chosen = best_guess(board, exact, Budget(seconds=None))
            assert chosen is not None
            sorts.append(stage(board, chosen))
            game.uncover(chosen.cell)
    return sorts, game.outcome is Outcome.WON


def losses(wanted: argparse.Namespace) -> None:
    """Print how many games are lost at each sort of guess, and how many come to one."""
    setup = Setup(named_level(wanted.level), wanted.start, "best", None, wanted.seed)
    guess.warm_up()
    games = [guessed(game_id(setup, number)) for number in range(wanted.games)]
    share = 100 / len(games)
    lost = Counter(sorts[-1] for sorts, won in games if not won)
    reached = Counter(sort for sorts, _ in games for sort in set(sorts))
    made = Counter(sort for sorts, _ in games for sort in sorts)
    for sort in (CLOSED, *STAGES.values(), LATER, TOSS, EXACT):
        error = (lost[sort] * share * (100 - lost[sort] * share) / len(games)) ** 0.5
        print(
            f"{sort}: {lost[sort] * share:.2f} ± {error:.2f} % of the games lost; "
            f"{reached[sort] * share:.1f} % come to it, with {made[sort] * share / 100:.3f} guesses"
        )
    print(f"won: {sum(won for _, won in games) * share:.2f} % of {len(games)}")


def _results(path: Path) -> list[Tally]:
    """The results of the setup that a file begins with."""
    found = tallies(load(path)[0])
    return found[:1]


def _tell(found: Comparison) -> None:
    apart = found.only_first + found.only_second
    error = 100 * apart**0.5 / found.games
    print(
        f"{found.games} games: ours alone won {found.only_first}, "
        f"theirs alone {found.only_second}: "
        f"{100 * found.difference:+.2f} ± {error:.2f} points (one standard error)"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play or compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    player = commands.add_parser("play")
    player.add_argument("file", type=Path)
    player.add_argument("--trust", type=float, nargs=2, metavar=("SURVIVAL", "SPARED"))
    player.add_argument("--layouts", type=int)
    player.add_argument("--first", type=int, default=0)
    player.add_argument("--games", type=int, default=6000)
    player.add_argument("--seed", type=int, default=77)
    player.add_argument("--start", type=StartRule, default=StartRule.SAFE)
    player.add_argument("--level", default="expert")
    player.set_defaults(run=play)
    pairs = commands.add_parser("compare")
    pairs.add_argument("files", type=Path, nargs="+")
    pairs.set_defaults(run=compare_files)
    other = commands.add_parser("beside")
    other.add_argument("outcomes", type=Path)
    other.add_argument("results", type=Path)
    other.set_defaults(run=beside)
    apart = commands.add_parser("differ")
    apart.add_argument("--trust", type=float, nargs=2, required=True)
    apart.add_argument("--opened", type=int, nargs=2, default=(0, 10**6), metavar=("FROM", "TO"))
    apart.add_argument("--rollouts", type=int, default=2)
    apart.add_argument("--games", type=int, default=2000)
    apart.add_argument("--seed", type=int, default=78)
    apart.add_argument("--start", type=StartRule, default=StartRule.SAFE)
    apart.add_argument("--level", default="expert")
    apart.set_defaults(run=differ)
    lost = commands.add_parser("losses")
    lost.add_argument("--games", type=int, default=6000)
    lost.add_argument("--seed", type=int, default=78)
    lost.add_argument("--start", type=StartRule, default=StartRule.SAFE)
    lost.add_argument("--level", default="expert")
    lost.set_defaults(run=losses)
    wanted = parser.parse_args(arguments)
    wanted.run(wanted)


if __name__ == "__main__":
    main()
