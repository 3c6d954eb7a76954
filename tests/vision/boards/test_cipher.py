"""What the rules tell of a board whose signs the nets hardly know, from which cells are alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, EMPTY, FLAG, QUESTION, SYMBOLS, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Floats, Kinds
from solver_bot.vision.boards.cipher import _alien_lines, completed, deciphered
from solver_bot.vision.boards.ciphered import Cipher, Rules
from solver_bot.vision.boards.reading import read_lattice, within
from solver_bot.vision.boards.scored import CLOSED, Sides
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES

MINES = """
.........
..*......
.*.......
.....*...
......*..
.........
..*.*....
........*
.*......."""
OPENED = """
...x.....
.x.......
.........
.........
.........
.......xx
.xxx.xxxx
xxxxxxxxx
xxxxxxxxx"""
"""The cells that are open in a game that goes on have a point."""


def shown(opened: str, mined: str) -> str:
    """The board of these mines, with all cells open that have a point, and this sign on mines."""
    mines = np.pad(np.array([[cell == "*" for cell in row] for row in MINES.split()]), 1)
    lines = []
    for row, line in enumerate(opened.split()):
        around = [mines[row : row + 3, column : column + 3].sum() for column in range(len(line))]
        cells = zip(line, around, mines[row + 1, 1:-1], strict=True)
        lines.append(
            "".join(
                mined if mine else "#" if cell == "x" else SYMBOLS[count]
                for cell, count, mine in cells
            )
        )
    return "\n" + "\n".join(lines)


PLAYING = shown(OPENED, "#")
WON = shown(OPENED.replace("x", "."), "F")
GROUNDS = {"#": 20.0, "*": 20.0, "F": 20.0}
"""How far covered cells and mines are from the ground of open ones, in grey levels."""


def codes(board: str) -> Codes:
    return np.array([[CODES[symbol] for symbol in row] for row in board.split()], np.uint8)


def kinds(board: str) -> Kinds:
    """Cells that show the same are alike."""
    return np.unique(codes(board), return_inverse=True)[1].reshape(codes(board).shape)


Shares = Mapping[str, float]


def read(
    board: str,
    said: Mapping[str, Shares],
    of: Kinds | None = None,
    cut: Sides = CLOSED,
    grounds: Mapping[str, float] = GROUNDS,
) -> str | None:
    """What is read where the nets say this of the cells that show a symbol.

    Of others they say that nothing hides them, and of numbers that these are hardly unopened.
    """
    shown = codes(board)
    states = np.full((*shown.shape, UNREADABLE + 1), 1.0)
    states[(shown > EMPTY) & (shown < COVERED), COVERED:] = 0.1
    states[..., UNREADABLE] = 0.01
    for symbol, shares in said.items():
        states[shown == CODES[symbol]] = 1e-4
        for state, share in shares.items():
            states[shown == CODES[symbol], CODES[state]] = share
    likely: Floats = np.log(states / states.sum(-1, keepdims=True)).astype(np.float32)
    own = kinds(board) if of is None else of
    ground = [grounds.get(SYMBOLS[shown[own == kind][0]], 0.0) for kind in range(own.max() + 1)]
    apart = np.abs(np.subtract.outer(ground, ground)) + 1
    found = deciphered(likely, own, apart, Rules(possible), cut)
    if found is None:
        return None
    best = np.where(found.max(-1) > np.log(0.98), found.argmax(-1), UNREADABLE)
    return "\n" + "\n".join("".join(SYMBOLS[code] for code in row) for row in best)


def test_rules_tell_which_number_is_which() -> None:
    assert read(PLAYING, {"#": {"#": 0.99}}) == PLAYING


def test_nets_that_take_empty_cells_for_covered_ones_are_overruled() -> None:
    wrong = {"#": {"#": 0.6, ".": 0.3}, ".": {"#": 0.55, ".": 0.45}}
    assert read(PLAYING, wrong) == PLAYING


def test_numbers_that_the_nets_surely_see_are_kept() -> None:
    """Pictures on covered and on empty cells were taken for each other, and the twos left unread.

    Clicks on cells that were open had no effect, so the game stopped.
    """
    board = "\n.........\n.........\n....11222\n....1####\n11112####" + 4 * "\n#########"
    said = {".": {"#": 0.95, ".": 0.04}, "#": {".": 0.7, "#": 0.29}}
    numbers = {"1": {"1": 0.9999}, "2": {"2": 0.9988}}
    found = read(board, said | numbers, grounds={".": 20.0})
    assert found is not None
    assert [row[4:] for row in found.split()[2:5]] == ["11222", "1####", "2####"]


def test_nets_that_take_covered_cells_for_flags_are_overruled() -> None:
    """Flags on cells that the rules free of mines are wrong, and nobody sets so many of them."""
    assert read(PLAYING, {"#": {"F": 0.4, "*": 0.3, "#": 0.2, "?": 0.05}}) == PLAYING


@pytest.mark.parametrize(("asked", "read"), [(0.3, UNREADABLE), (0.8, QUESTION)])
def test_what_the_nets_do_not_see_as_a_question_mark_is_none(asked: float, read: int) -> None:
    """An unopened cell with a sign may as well show a wrong flag."""
    seen = np.full((1, 3, UNREADABLE + 1), 1e-4)
    seen[0, 0, COVERED], seen[0, 1, QUESTION], seen[0, 1, FLAG] = 1.0, asked, 1 - asked
    seen[0, 2, 1] = 1.0
    likely = np.log(seen).astype(np.float32)
    of = np.arange(3).reshape(1, 3)
    cipher = Cipher.of(likely, of, np.zeros((3, 3)), Rules(possible), CLOSED)
    shares = cipher.shares_of(np.array([COVERED, QUESTION, 1], np.uint8))
    assert shares[1].argmax() == read


def test_mines_that_are_shown_tell_every_number() -> None:
    """Which mark stands on a mine is not told."""
    told = read(WON, {"F": {"F": 0.5, "*": 0.4}, "2": {"1": 0.9}})
    assert told == WON.replace("F", "~")


def test_kinds_that_no_rule_tells_apart_are_left_unread() -> None:
    board = PLAYING.replace("2###\n.....1", "3###\n.....1")
    told = read(board, {"#": {"#": 0.99}, "3": {"2": 0.5, "3": 0.5}})
    assert told is None or "3" not in told


def test_another_key_that_is_nearly_as_likely_leaves_its_kinds_unread() -> None:
    """Small digits of large cells were mistaken: the ground of numbers speaks for both keys."""
    board = "\n" + "\n".join(
        ["########"] * 2 + ["13######", ".2######", "12######"] + ["########"] * 3
    )
    said = {
        "1": {"1": 0.95, "2": 0.02},
        "2": {"1": 0.61, "2": 0.28},
        "3": {"1": 0.61, "2": 0.2, "3": 0.08},
        ".": {".": 0.6, "#": 0.37},
        "#": {"#": 0.98, ".": 0.01},
    }
    told = read(board, said)
    assert told is not None
    assert told.split()[2][0] == "1"
    assert told.split()[3][1] == "~"


def test_of_kinds_that_lie_as_on_no_board_nothing_is_read() -> None:
    mixed = np.random.default_rng(1).integers(0, 5, (9, 9))
    told = read(PLAYING, {"#": {"#": 0.6, "1": 0.4}, ".": {".": 0.9}}, mixed)
    assert told is None or not told.strip("~\n")


def test_beyond_a_side_on_which_the_board_goes_on_there_may_be_mines() -> None:
    """The numbers in the lowest row have mines there."""
    upper = "\n".join(WON.split("\n")[:7])
    told = read(upper, {"F": {"F": 0.5, "*": 0.4}}, cut=(False, False, False, True))
    assert told == upper.replace("F", "~")
    assert read(upper, {"F": {"F": 0.5, "*": 0.4}}) != told


def test_a_line_whose_cells_look_like_the_boards_is_one_of_it() -> None:
    """The nets took the lowest one for what is around the board."""
    picture, place = draw(position(12, 10, 18, 0.45, seed=5), STYLES[0], (24, 24))
    whole = read_lattice(picture, place)
    assert whole is not None
    assert completed(picture, within(picture, whole, (0, 0, 12, 9))).kinds.shape == (10, 12)
    assert completed(picture, whole).kinds.shape == (10, 12)


def test_an_outermost_line_of_one_look_that_no_other_has_is_alien_to_the_board() -> None:
    """A fence has posts at the distance of cells."""
    board = kinds(PLAYING)
    assert not _alien_lines(board).any()
    fenced = np.vstack([np.full((1, 9), board.max() + 1), board])
    fenced[0, 0] = board.max() + 2
    alien = _alien_lines(fenced)
    assert alien[0].all()
    assert not alien[1:].any()


def test_hardly_any_kind_is_hidden() -> None:
    """Where the nets know no number, that all of one are hidden would be the likeliest."""
    doubt = {"1": {"~": 0.9, "1": 0.02}, "2": {"2": 0.1, "1": 0.1}, "#": {"#": 0.99}}
    told = read(PLAYING, doubt)
    assert told is not None
    assert "1" in told


def test_no_more_keys_are_tried_than_take_about_a_second() -> None:
    """Most cells are of rare kinds, which are told last, so no key is excluded before that."""
    of = np.random.default_rng(5).permutation(np.arange(80) // 2).reshape(8, 10)
    likely = np.full((*of.shape, UNREADABLE + 1), np.log(1 / (UNREADABLE + 1)), np.float32)
    rules = Rules(possible)
    assert deciphered(likely, of, np.zeros((40, 40)), rules, CLOSED) is None
    assert rules.keys < 0 <= rules.cells
