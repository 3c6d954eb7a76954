"""Pictures that show no Minesweeper, and the fonts that they are written with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.looks.fonts import has, usable_fonts
from benchmarks.looks.nothing import nothing
from benchmarks.looks.nothing.colours import random_theme
from benchmarks.looks.nothing.dice import Dice
from benchmarks.looks.nothing.grid import Cell, style, tile
from benchmarks.looks.nothing.kinds import FAR, KINDS, LIKE_A_NEW_GAME, NEAR
from benchmarks.looks.nothing.numbers import clashes, scattered
from benchmarks.looks.nothing.picture import LEAST, MOST, draw
from benchmarks.looks.nothing.studio import Studio


def test_the_same_seed_gives_the_same_picture() -> None:
    for seed in (3, 40):
        one, other = nothing(seed), nothing(seed)
        assert one.name == other.name
        assert one.facts == other.facts
        assert np.array_equal(one.picture, other.picture)


def test_other_seeds_give_other_pictures_of_allowed_sizes() -> None:
    made = [nothing(seed) for seed in range(60)]
    assert len({one.name for one in made}) == 60
    assert len({one.picture.tobytes() for one in made}) == 60
    for one in made:
        height, width, _colours = one.picture.shape
        assert LEAST[0] <= width <= MOST[0]
        assert LEAST[1] <= height <= MOST[1]
        assert one.picture.dtype == np.uint8
        assert one.board is None
        assert one.lattice is None


def test_plain_grids_are_marked_and_nothing_else_is() -> None:
    for seed in range(60):
        facts = nothing(seed).facts
        plain = set(facts["kind"].split(", ")) & LIKE_A_NEW_GAME.keys()
        assert facts.get("like") == ("new game" if plain else None)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("room", [(150, 110), (640, 400)])
def test_each_kind_is_drawn_within_its_room(kind: str, room: tuple[int, int]) -> None:
    dice, fonts = Dice(np.random.default_rng(7)), usable_fonts()
    image = draw(kind, Studio(dice, fonts, random_theme(dice, fonts), *room))
    assert image.mode == "RGB"
    assert 1 < image.width <= room[0]
    assert 1 < image.height <= room[1]


def test_a_dashboard_of_many_cards_is_drawn_in_the_smallest_room() -> None:
    fonts = usable_fonts()
    for seed in range(12):
        dice = Dice(np.random.default_rng(seed))
        image = draw("dashboard", Studio(dice, fonts, random_theme(dice, fonts), 40, 40))
        assert image.width > 1


def test_no_name_stands_for_two_kinds() -> None:
    assert len(KINDS) == len(NEAR) + len(FAR) + len(LIKE_A_NEW_GAME)


@pytest.mark.parametrize("share", [0.02, 0.3, 1.0])
def test_digits_in_a_table_contradict_each_other(share: float) -> None:
    dice = Dice(np.random.default_rng(1))
    texts = scattered(dice, 12, 9, share, 3)
    assert clashes(texts, 12, 9) >= 3


def test_a_digit_clashes_with_too_few_blanks_around_it() -> None:
    assert clashes({(0, 0): "3"}, 2, 2) == 0
    assert clashes({(0, 0): "4"}, 2, 2) == 1
    assert clashes({(0, 0): "3", (0, 1): "x"}, 2, 2) == 1


def test_usable_fonts_draw_digits_and_letters() -> None:
    fonts = usable_fonts()
    names = [font.name for font in fonts]
    assert names == sorted(set(names))
    assert all(has(font, "Az09") for font in fonts)
    assert not has(next(font for font in fonts if font.name == "cmr10.ttf"), "♠")


def test_fonts_are_looked_for_in_the_given_folder(tmp_path: Path) -> None:
    font = usable_fonts()[0]
    (tmp_path / font.name).write_bytes(font.read_bytes())
    assert usable_fonts(tmp_path) == (tmp_path / font.name,)


def test_digits_stand_out_from_the_ground_of_their_cells() -> None:
    dice, fonts = Dice(np.random.default_rng(2)), usable_fonts()
    grey = (190, 190, 190)
    how = style(Studio(dice, fonts, random_theme(dice, fonts), 400, 400), 5, 5, least=40)
    flat = replace(how, bevel="", gap=0, round=0)
    values = np.asarray(tile(Cell(grey, "8", (185, 190, 195)), flat, grey)).astype(int)
    assert np.abs(values - 190).max() > 60
