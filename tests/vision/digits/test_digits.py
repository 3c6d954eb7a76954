"""Which digit an open cell shows is told by its sign alone, whatever stands around it."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from solver_bot.board import COVERED, EMPTY, MINE
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.convolutions import weights_in
from solver_bot.vision.digits.digit_net import DIGITS, FILE, STRIDES, read_glyphs
from solver_bot.vision.digits.glyph import SIZE, glyph_in, glyph_of
from solver_bot.vision.digits.shown import told_by_digits
from solver_bot.vision.lattice import Lattice
from tests.vision.boards.convolved import convolved

CELL = 32
FONTS = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSerif.ttf"


def cell(text: str, size: int = 16, font: str = FONTS[0], ink: int = 40) -> Picture:
    """A light cell in which a text stands."""
    image = Image.new("RGB", (CELL, CELL), (220, 220, 220))
    path = Path(mpl.get_data_path(), "fonts", "ttf", font)
    pen = ImageDraw.Draw(image)
    middle = (CELL / 2, CELL / 2)
    pen.text(middle, text, (ink, ink, 60), ImageFont.truetype(str(path), size), anchor="mm")
    return np.asarray(image)[..., ::-1].copy()


def read(tile: Picture) -> Floats:
    glyph = glyph_in(tile)
    assert glyph is not None
    return np.asarray(read_glyphs(glyph[None])[0])


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("size", [11, 16, 26])
def test_the_digits_of_a_board_are_read(font: str, size: int) -> None:
    for digit in range(DIGITS):
        assert read(cell(str(digit), size, font)).argmax() == digit


@pytest.mark.parametrize("text", ["M", "?", "F", "*", "X", "@", "A"])
def test_a_sign_that_is_no_digit_is_none(text: str) -> None:
    assert read(cell(text, 20)).argmax() == DIGITS


def test_nothing_is_no_sign() -> None:
    assert glyph_in(cell(" ")) is None


def test_a_sign_much_wider_than_high_is_no_digit() -> None:
    assert glyph_in(cell("123", 14)) is None


@pytest.mark.parametrize("turn", range(4))
def test_a_sign_that_its_cell_cuts_off_is_not_read(turn: int) -> None:
    """The upper half of a 3 was taken for a 2 (a game in pygame)."""
    half = cell("3", 26)[:17]
    assert glyph_in(np.rot90(half, turn)) is None


def test_a_rest_of_the_border_is_no_part_of_a_sign() -> None:
    plain = cell("5", 18)
    bordered = plain.copy()
    bordered[:2] = bordered[:, -1:] = 90
    first, second = glyph_in(plain), glyph_in(bordered)
    assert first is not None
    assert second is not None
    assert (first == second).all()


def test_a_sign_is_the_same_in_any_colour_and_any_place() -> None:
    lattice = Lattice.even(7, 9, CELL, CELL, 2, 1)
    picture = np.full((80, 100, 3), 128, np.uint8)
    for column, ink in enumerate((40, 150)):
        left, top, right, bottom = (round(edge) for edge in lattice.box(column))
        picture[top:bottom, left:right] = cell("3", ink=ink)
    glyphs = [glyph_of(picture, lattice, column) for column in range(2)]
    assert glyphs[0] is not None
    assert glyphs[1] is not None
    assert np.abs(glyphs[0].astype(int) - glyphs[1]).mean() < 10


@pytest.mark.parametrize("side", ["left", "top"])
def test_a_sign_beside_the_border_of_its_cell_is_read_whole(side: str) -> None:
    """A page writes its digits at the left of their cells, two pixels from a red line."""
    picture = np.full((CELL, CELL, 3), (0, 128, 0), np.uint8)
    picture[:1] = picture[-1:] = picture[:, :1] = picture[:, -1:] = (0, 0, 255)
    sign = np.asarray((cell("3", 20) < 128).any(-1))
    rows, columns = np.flatnonzero(sign.any(1)), np.flatnonzero(sign.any(0))
    drawn = sign[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    high, wide = drawn.shape
    middle = (CELL - max(high, wide)) // 2
    y, x = (middle, 2) if side == "left" else (2, middle)
    picture[y : y + high, x : x + wide][drawn] = 0
    glyph = glyph_of(picture, Lattice.even(0, 0, CELL, CELL, 1, 1), 0)
    assert glyph is not None
    assert read_glyphs(glyph[None])[0].argmax() == 3


def told(text: str, likely: dict[int, float], survived: bool = True) -> Floats:
    """The probabilities of codes of one open cell that shows a text, from these."""
    chances = np.full((1, 1, 16), 1e-6)
    for code, chance in likely.items():
        chances[0, 0, code] = chance
    lattice = Lattice.even(0, 0, CELL, CELL, 1, 1)
    asked = np.ones((1, 1), np.bool_)
    seen, _ = told_by_digits(cell(text), lattice, asked, asked & survived, np.log(chances))
    return np.asarray(np.exp(seen[0, 0]))


def test_a_printed_zero_is_an_empty_cell_once_the_game_has_gone_on() -> None:
    """Among covered cells the other nets see a mine (Buscaminas in Swing)."""
    assert told("0", {MINE: 0.73, COVERED: 0.2, EMPTY: 0.03})[EMPTY] > 0.5


def test_what_looks_like_a_zero_may_be_a_mine_before_the_game_has_gone_on() -> None:
    """A game in turtle draws mines as an O. It was a zero, and the board contradicted itself."""
    assert told("O", {MINE: 0.73, EMPTY: 0.27}, survived=False)[MINE] > 0.6
    assert told("0", {MINE: 0.5, 1: 0.49, EMPTY: 0.01}, survived=False)[MINE] < 0.6
    assert told("4", {MINE: 0.73, 4: 0.27}, survived=False)[MINE] < 0.1


def test_a_zero_that_is_taken_for_a_one_is_doubted() -> None:
    assert told("0", {1: 0.98, EMPTY: 0.015})[1] < 0.9


def test_a_number_that_is_seen_rightly_becomes_surer() -> None:
    assert told("4", {3: 0.1, 4: 0.9})[4] > 0.99


@pytest.mark.parametrize("text", ["M", " ", "·"])
def test_a_sign_that_is_no_digit_tells_nothing(text: str) -> None:
    before = {1: 0.3, EMPTY: 0.3, MINE: 0.4}
    after = told(text, before)
    assert all(after[code] == pytest.approx(chance, abs=1e-4) for code, chance in before.items())


def test_a_sign_is_read_by_the_convolutions_of_the_file() -> None:
    held = {name: values.astype(np.float64) for name, values in weights_in(FILE).items()}
    glyph = np.random.default_rng(5).integers(0, 256, (SIZE, SIZE), np.uint8)
    values = glyph[None] / 255
    for number, stride in enumerate(STRIDES):
        kernel, bias = held[f"layers.{number}.weight"], held[f"layers.{number}.bias"]
        values = convolved(values, kernel, bias, stride)
    expected = held["full.weight"] @ values.ravel() + held["full.bias"]
    expected -= np.log(np.exp(expected).sum())
    assert np.allclose(read_glyphs(glyph[None])[0], expected, atol=1e-3)
