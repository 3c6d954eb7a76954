"""A player that opens cells that are proved safe, and guesses only if told how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver_bot.board import Board, Outcome, StartRule
from solver_bot.game.match import Match
from solver_bot.solve.guess import first_cell, safest_guess
from solver_bot.solve.odds import odds

Guesser = Callable[[Board], int]


@dataclass(frozen=True, slots=True)
class Result:
    """Whether a game was won (else it was lost or given up), and the number of guesses."""

    won: bool
    lost: bool
    guesses: int
    assisted: int


def play(match: Match, guess: Guesser | None = None) -> Result:
    """Play a game to its end. Without a guesser, play only until no cell is proved safe."""
    game_id = match.game.game_id
    opens_area = match.fair.no_guess or game_id.start is StartRule.ZERO
    first = match.uncover(first_cell(game_id.width, game_id.height, opens_area))
    assisted = len(first.assisted)
    guesses = 0
    while match.outcome is Outcome.PLAYING:
        board = match.board
        cells = odds(board).safe
        if not cells:
            if guess is None:
                break
            cells = (guess(board),)
            guesses += 1
        assisted += sum(len(match.uncover(cell).assisted) for cell in cells)
    return Result(match.outcome is Outcome.WON, match.outcome is Outcome.LOST, guesses, assisted)


def least_likely_mine(board: Board) -> int:
    """The guess of a careful player."""
    found = safest_guess(board, odds(board).by_cell)
    assert found is not None
    return found.cell


def likeliest_mine(board: Board) -> int:
    """The guess of a reckless player: the likeliest mine among the cells not proved mines."""
    chances = odds(board).by_cell
    return max(
        (cell for cell, chance in enumerate(chances) if chance is not None and chance < 1),
        key=lambda cell: chances[cell] or 0.0,
    )
