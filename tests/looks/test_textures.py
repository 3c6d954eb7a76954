"""Textures of tiles, on cells and on walls."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.looks.colours import random_palette
from benchmarks.looks.faces import differ, random_faces, shows_edges
from benchmarks.looks.textures import TEXTURES, texture, tiled


@pytest.mark.parametrize("name", TEXTURES)
@pytest.mark.parametrize("size", [(10, 10), (33, 17)])
def test_a_texture_fills_a_tile_and_a_seed_gives_it_again(name: str, size: tuple[int, int]) -> None:
    levels = texture(name, 5, *size, 20)
    assert levels.shape == (size[1], size[0], 1)
    assert np.isfinite(levels).all()
    assert (texture(name, 5, *size, 20) == levels).all()


@pytest.mark.parametrize("name", TEXTURES)
def test_a_texture_can_be_seen(name: str) -> None:
    assert all(np.ptp(texture(name, seed, 32, 32, 20)) > 5 for seed in range(10))


def test_a_wall_fills_its_place_with_levels_of_a_picture() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        wall = tiled(rng, 70, 90, np.full(3, 120, np.float32))
        assert wall.shape == (70, 90, 3)
        assert wall.min() >= 0
        assert wall.max() <= 255


def test_covered_cells_of_every_look_have_edges_and_differ_from_open_ones() -> None:
    for seed in range(150):
        rng = np.random.default_rng(seed)
        covered, opened = random_faces(rng, random_palette(rng))
        assert covered.ruled or shows_edges(covered)
        assert differ(covered, opened)
