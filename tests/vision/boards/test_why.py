"""What spoke for and against a board, in words."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import Board
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.why import why
from tests.fuzz.damage import drawn
from tests.vision.drawn import draw, position, shaded
from tests.vision.styles import STYLES

DARK = next(style for style in STYLES if style.name == "dark")


def test_a_board_is_named_with_its_place_and_what_was_seen_there() -> None:
    picture, _ = draw(position(12, 10, 18, 0.45, seed=5), DARK, (28, 28))
    about, seen, became = next(iter(why(picture, possible)))
    assert about.startswith("1. faces: 12x10 cells of 28.0x28.0 pixels at ")
    assert seen.startswith("evidence ")
    assert seen.endswith("% sure")
    assert became == "a board"


def test_a_new_game_is_seen_but_not_reported() -> None:
    picture, _ = draw(Board.covered(9, 9), DARK, (28, 28))
    became = [row[2] for row in why(picture, possible)]
    assert became == ["not reported: no number is open. It may be a new game"]


def test_a_cell_that_is_hidden_is_named() -> None:
    picture, place = draw(position(12, 10, 18, 0.45, seed=5), DARK, (28, 28))
    hidden = picture.copy()
    left, top = round(place.xs[3]), round(place.ys[2])
    hidden[top - 9 : top + 37, left - 9 : left + 37] = (40, 200, 250)
    rows = list(why(hidden, possible))
    assert any(row[0].strip() == "row 3, column 4" and row[2] == "unread" for row in rows)


def test_a_reading_that_gives_way_to_another_one_is_named() -> None:
    """Two cells of a checkerboard are also read as one."""
    about = [(row[0], row[2]) for row in why(drawn(6703, 415).picture, possible)]
    left = [name for name, became in about if became.endswith("this place is preferred")]
    kept = [name for name, became in about if became == "a board"]
    assert len(left) == len(kept) == 1


def test_nothing_is_said_of_a_picture_without_cells() -> None:
    assert not list(why(np.zeros((300, 400, 3), np.uint8), possible))


def test_a_grid_of_cells_that_differ_is_less_likely_a_new_game_than_one_of_equal_cells() -> None:
    picture, place = draw(Board.covered(12, 10), DARK, (28, 28))
    both = picture, shaded(picture, place)
    verdicts = [row[2] for one in both for row in why(one, possible)]
    assert verdicts[0].endswith("may be a new game")
    assert "not taken for a new game: it must be 88.1% likely a new game, and is" in verdicts[1]


@pytest.mark.parametrize(
    ("seen", "verdict"), [(0.3, "may be a new game"), (0.05, "may go on beyond")]
)
def test_a_new_game_may_go_on_where_the_picture_ends_beside_it(seen: float, verdict: str) -> None:
    picture, place = draw(Board.covered(9, 9), DARK, (28, 28))
    part = picture[:, : round(place.right + seen * place.cell_width)]
    assert verdict in next(row[2] for row in why(part, possible))
