"""Games whose mines are given by a drawing: ``*`` is a mine, any other character is not."""

from __future__ import annotations

import random
from textwrap import dedent

from hypothesis import strategies as st

from solver_bot.board import MINE, Board, Outcome, StartRule, parse_board
from solver_bot.game.engine import Game, Mover, Rules
from solver_bot.game.layout import GameId, Layer, given_mines
from solver_bot.game.match import USUAL, FairPlay, Match


def board(text: str) -> Board:
    """A board in the text notation, which may be indented."""
    return parse_board(dedent(text))


def layout(text: str) -> tuple[GameId, Layer]:
    """The game of a drawn layout, and the layer that places its mines."""
    truth = board(text)
    mines = list(truth.where({MINE}))
    return GameId(truth.width, truth.height, len(mines), StartRule.NONE, 0), given_mines(mines)


def drawn_game(text: str, rules: Rules = USUAL, mover: Mover | None = None) -> Game:
    """A game on a drawn layout."""
    game_id, lay = layout(text)
    return Game(game_id, rules, lay=lay, mover=mover)


def drawn_match(text: str, rules: Rules = USUAL, fair: FairPlay | None = None) -> Match:
    """A match on a drawn layout."""
    game_id, lay = layout(text)
    return Match(game_id, rules, fair or FairPlay(), lay=lay)


def small_positions(count: int, seed: int) -> list[Board]:
    """Positions of games on boards of up to 16 cells, some with right and wrong flags."""
    rng = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        width, height = rng.randint(1, 4), rng.randint(2, 4)
        mines = rng.randint(1, width * height // 2)
        game = Game(GameId(width, height, mines, StartRule.SAFE, rng.getrandbits(32)))
        order = rng.sample(range(width * height), width * height)
        for cell in order[: rng.randint(1, width * height)]:
            if cell not in game.mines():
                game.uncover(cell)
        for cell in order[::-1][: rng.randint(0, 5)]:
            game.flag(cell)
        if game.outcome is Outcome.PLAYING:
            found.append(game.view())
    return found


def begun(
    width: int, height: int, mines: int, start: StartRule = StartRule.SAFE, first: int = 0
) -> Game:
    """A game after its first opened cell, seed 1."""
    game = Game(GameId(width, height, mines, start, 1))
    game.uncover(first)
    return game


games = st.builds(
    lambda width, height, share, start, seed: GameId(
        width, height, int(share * (width * height - 1)), start, seed
    ),
    st.integers(1, 9),
    st.integers(1, 9),
    st.floats(0, 1),
    st.sampled_from(StartRule),
    st.integers(0, 2**64),
)
"""Any game on a board of up to 81 cells."""
