"""Boards that need no guess: from the first click on, something can always be proved."""

from __future__ import annotations

from dataclasses import replace

from solver_bot.board import Outcome, StartRule
from solver_bot.game.engine import Game, GameError, GameId, given, lay_mines
from solver_bot.solve.odds import odds

MOST_PLAYS = 100
"""So many boards are tried."""


def no_guess_layout(game: GameId, first: int) -> list[int]:
    """The mines of a board that needs no guess if ``first`` is opened first.

    The ID and the first cell decide which. The first cell opens an empty area, whatever the start
    rule, as far as there is room for the mines elsewhere.

    Raises:
        GameError: no such board was found; most likely there are too many mines for one.

    """
    for attempt in range(MOST_PLAYS):
        seed = game.seed * MOST_PLAYS + attempt
        mines = lay_mines(replace(game, start=StartRule.ZERO, seed=seed), first)
        if needs_no_guess(game, first, mines):
            return mines
    raise GameError(
        f"No board of {game.width}x{game.height} cells with {game.mines} mines was found that "
        "needs no guess. Choose fewer mines."
    )


def needs_no_guess(game: GameId, first: int, mines: list[int]) -> bool:
    """Whether who opens ``first`` and then only what is proved safe wins on these mines."""
    play = Game(game, lay=given(mines))
    play.uncover(first)
    while play.outcome is Outcome.PLAYING:
        safe = odds(play.view()).safe
        if not safe:
            return False
        for cell in safe:
            play.uncover(cell)
    return play.outcome is Outcome.WON
