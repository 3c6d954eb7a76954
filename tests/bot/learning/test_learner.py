"""What a learner makes of a board that looks quite different after a click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    UNREADABLE,
    Board,
    StartRule,
    parse_board,
)
from solver_bot.bot.assumption import Probable
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.sight import Sight
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import Looks, seen_looks
from tests.bot.learning.moves import move
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK, STYLES

BEFORE = """
....112#
....1#2#
11..1121
#1..112#
11..1#2#
111.1232
2#2112##
########
"""
GUESSED = 7, 3
PAPER = next(style for style in STYLES + HELD_BACK if style.name == "paper")


def codes(board: Board) -> Codes:
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


@pytest.mark.parametrize("proved", [False, True])
def test_a_guess_that_shows_a_mine_is_a_loss_though_all_gaps_change_their_colour(
    proved: bool,
) -> None:
    """A program colours its whole window red, and shows no other mine."""
    style = replace(next(one for one in STYLES if one.name == "bevel"), gap=0.25)
    before = codes(parse_board(BEFORE))
    picture, place = draw(Board.covered(8, 8), style, (24, 24))
    learner = Learner(
        Sight(place, seen_looks(picture, place, np.full_like(before, COVERED))), fresh=False
    )
    hit = before.copy()
    hit[GUESSED] = MINE
    red, _ = draw(Board(8, 8, hit.tobytes()), replace(style, around="#ff0000"), (24, 24))
    clicked = np.zeros(before.shape, np.bool_)
    clicked[GUESSED] = True
    outcome, seen = learner.read(red, move(before, clicked, proved))
    assert outcome is (MoveOutcome.OBSCURED if proved else MoveOutcome.LOST)
    assert (seen[GUESSED] == EXPLODED) is not proved


def first_click(after: Callable[[Codes], Picture]) -> MoveOutcome:
    """How the first click on a board ends, after which it looks like this."""
    before = np.full((9, 9), COVERED, np.uint8)
    then, place = draw(Board.covered(9, 9), STYLES[0], (30, 30))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=True)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[0, 0] = True
    return learner.read(after(before), move(before, clicked))[0]


def dyed(before: Codes) -> Picture:
    """A board that shows ten mines, all in red."""
    lost = before.copy()
    lost.flat[::9] = MINE
    picture, _ = draw(Board(9, 9, lost.tobytes()), STYLES[0], (30, 30))
    picture[:, :, :2] = picture[:, :, :2] * 0.6
    return picture


def hidden(before: Codes) -> Picture:
    """A board that is hidden by something plain."""
    picture, _ = draw(Board(9, 9, before.tobytes()), STYLES[0], (30, 30))
    picture[:] = 90
    return picture


@pytest.mark.parametrize(("after", "lost"), [(dyed, True), (hidden, False)])
def test_a_first_click_that_shows_mines_is_a_loss_though_all_cells_change_their_colour(
    after: Callable[[Codes], Picture], lost: bool
) -> None:
    """A program in LÖVE dyes its whole board. What hides the board looks otherwise, too."""
    outcome = first_click(after)
    assert (outcome is MoveOutcome.LOST) is lost
    assert outcome is not MoveOutcome.GOES_ON


ACROSS_SIDES = """
1#####2...
#######21.
########1.
#########1
##########
##########
##########
##########
##########
##########
"""


def test_an_area_is_read_though_its_program_opens_no_cells_across_corners() -> None:
    """Two covered cells touch a corner of an empty one (react-minesweeper)."""
    now = codes(parse_board(ACROSS_SIDES))
    before = np.full_like(now, COVERED)
    before[0, 0] = 1
    clicked = np.zeros(now.shape, np.bool_)
    clicked[0, 9] = True
    style = next(one for one in STYLES if one.name == "bevel")
    then, place = draw(Board(10, 10, before.tobytes()), style, (30, 30))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    picture, _ = draw(Board(10, 10, now.tobytes()), style, (30, 30))
    outcome, seen = learner.read(picture, move(before, clicked))
    assert outcome is MoveOutcome.GOES_ON
    assert (seen == now).all()


@pytest.mark.parametrize("survived", [True, False])
def test_what_looks_like_a_cell_after_whose_click_the_game_went_on_is_no_mine(
    survived: bool,
) -> None:
    """The nets took printed zeros for mines (a Swing program in the look of GTK)."""
    style = next(one for one in STYLES if one.name == "bevel")
    before = codes(parse_board(BEFORE)).copy()
    tried, clicked = np.zeros(before.shape, np.bool_), np.zeros(before.shape, np.bool_)
    tried[7, 0], clicked[GUESSED] = survived, True
    shown = np.where(tried, np.uint8(MINE), before)
    then, place = draw(Board(8, 8, shown.tobytes()), style, (30, 30))
    now, _ = draw(Board(8, 8, np.where(clicked, MINE, shown).tobytes()), style, (30, 30))
    before[tried] = UNREADABLE
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False, tried=tried)
    outcome, _ = learner.read(now, move(before, clicked))
    assert outcome is (MoveOutcome.GOES_ON if survived else MoveOutcome.LOST)


@pytest.mark.parametrize(("step", "lost"), [(2, False), (7, True)])
def test_a_game_is_not_lost_where_more_than_a_third_of_its_cells_would_be_mines(
    step: int, lost: bool
) -> None:
    """Covered cells have changed, because columns became wider. Mines are fewer."""
    before = np.full((9, 9), COVERED, np.uint8)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[0, 0] = True
    then, place = draw(Board.covered(9, 9), STYLES[0], (30, 30))
    patches = np.random.default_rng(5).integers(0, 255, (5, 5, 3)).astype(np.uint8)
    now = then.copy()
    for cell in (0, *range(10, 81, step)):
        left, top, right, bottom = map(round, place.box(cell))
        now[top:bottom, left:right] = np.kron(patches, np.ones((6, 6, 1), np.uint8))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    outcome, _ = learner.read(now, move(before, clicked))
    assert (outcome is MoveOutcome.LOST) is lost


def test_a_win_behind_a_message_is_no_loss_though_flags_look_like_mines() -> None:
    """The flags of a school's exercise are asterisks. Its message hides the last clicks."""
    last = 40, 41
    game = Game(GameId(12, 12, 20, StartRule.ZERO, 45))
    game.uncover(78)
    for cell in set(range(144)).difference(game.mines(), last):
        game.uncover(cell)
    for cell in game.mines():
        game.flag(cell)
    before = codes(game.view())
    clicked = np.zeros(before.shape, np.bool_)
    clicked.flat[list(last)] = True
    assert (before[clicked] == COVERED).all()
    drawn = np.where(before == FLAG, np.uint8(MINE), before)
    then, place = draw(Board(12, 12, drawn.tobytes()), PAPER, (30, 30))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    picture = then.copy()
    left, top, _, _ = (round(edge) for edge in place.box(last[0]))
    picture[top - 4 : top + 64, left - 36 : left + 96] = 236
    outcome, _ = learner.read(picture, move(before, clicked, True))
    assert outcome is MoveOutcome.OBSCURED


def test_a_number_is_withdrawn_if_the_nets_doubt_it_and_another_sign_shows_it_surely() -> None:
    """A printed 0 was taken for a 1 until a real 1 was open. Here a 4 was."""
    drawn = codes(parse_board("4####\n#####\n#####\n#####\n####2\n")).copy()
    before = np.where(drawn == 4, np.uint8(1), drawn)
    then, place = draw(Board(5, 5, drawn.tobytes()), PAPER, (30, 30))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[2, 2], drawn[2, 2] = True, 1
    picture, _ = draw(Board(5, 5, drawn.tobytes()), PAPER, (30, 30))
    outcome, seen = learner.read(picture, move(before, clicked))
    assert outcome is MoveOutcome.GOES_ON
    assert (seen[0, 0], seen[2, 2], seen[4, 4]) == (UNREADABLE, 1, 2)
    _, seen = learner.read(picture, move(seen, np.zeros_like(clicked)))
    assert (seen[0, 0], seen[2, 2], seen[4, 4]) == (4, 1, 2)


@pytest.mark.parametrize("opened", ["#d3d3d3", "#e8e8e8"])
def test_a_cell_that_was_clicked_and_left_unread_is_not_taken_for_covered_later(
    opened: str,
) -> None:
    """The nets know no program that opens nothing around an empty cell (Windows Forms)."""
    style = replace(PAPER, covered=("#ece9d8",), opened=(opened,), line="#707070", around="#ece9d8")
    before = codes(parse_board("####1\n#####\n#####\n#####\n#####\n")).copy()
    now, then = before.copy(), draw(Board(5, 5, before.tobytes()), style, (30, 30))
    learner = Learner(Sight(then[1], seen_looks(*then, before), then[0]), fresh=False)
    for cell, code in (((4, 0), EMPTY), ((0, 0), 2)):
        clicked = np.zeros(before.shape, np.bool_)
        clicked[cell], now[cell] = True, code
        picture, _ = draw(Board(5, 5, now.tobytes()), style, (30, 30))
        _, before = learner.read(picture, move(before, clicked))
        assert before[4, 0] == UNREADABLE


@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize(
    ("rows", "lost"),
    [
        (ACROSS_SIDES, True),
        (BEFORE, True),
        (".....\n.....\n.....\n111..\n##1..\n", False),
    ],
)
def test_a_new_game_right_after_a_guess_is_a_loss_where_the_guess_cannot_have_won(
    rows: str, lost: bool, proved: bool
) -> None:
    """A page shows no mine. A guess may also have won where nothing but mines was left besides."""
    before = codes(parse_board(rows))
    height, columns = before.shape
    then, place = draw(parse_board(rows), PAPER, (30, 30))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[-1, 0] = True
    anew, _ = draw(Board.covered(columns, height), PAPER, (30, 30))
    outcome, _ = learner.read(anew, move(before, clicked, proved))
    assert outcome is (MoveOutcome.LOST if lost and not proved else MoveOutcome.OBSCURED)


@pytest.mark.parametrize(("two", "found"), [(0.8, {0: Probable(2, 0.8)}), (1e-9, {})])
def test_a_number_is_probable_if_it_is_so_before_another_one_is_refused(
    two: float, found: dict[int, Probable]
) -> None:
    """Where a 2 of 99 % is refused, the rest of a hundredth makes no 1 probable."""
    likely = np.full((1, 2, UNREADABLE + 1), 1e-9)
    likely[0, 0, [1, 2]] = 0.009, two
    unread = np.full((1, 2), UNREADABLE, np.uint8)
    learner = Learner(Sight(Lattice.even(0, 0, 9, 9, 2, 1), Looks.none()), fresh=False)
    learner.opinion = Opinion(unread, sure=True, likely=np.log(likely).astype(np.float32))
    seen = learner.probable(unread)
    assert seen.keys() == found.keys()
    assert [one.share for one in seen.values()] == pytest.approx([0.8] * len(found))


def test_one_cell_that_can_not_be_read_is_no_sign_that_rows_have_grown() -> None:
    """A board was looked for elsewhere, and its game was said to be lost."""
    before = codes(parse_board(BEFORE))
    then, place = draw(parse_board(BEFORE), PAPER, (24, 24))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    now, clicked = then.copy(), np.zeros(before.shape, np.bool_)
    clicked[7, 7] = True
    left, top, right, bottom = (round(edge) for edge in place.box(63))
    cv2.line(now, (left + 4, top + 4), (right - 4, bottom - 4), (40, 90, 200), 3)
    cv2.line(now, (left + 4, bottom - 9), (right - 9, top + 4), (200, 90, 40), 2)
    outcome, seen = learner.read(now, move(before, clicked))
    assert outcome is MoveOutcome.GOES_ON
    assert seen[7, 7] == UNREADABLE
    assert not learner.shifted
