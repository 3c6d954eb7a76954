"""Generated digits may be tilted, as those are that are painted on boards and stones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.looks.lettering import Lettering, random_lettering, written


@pytest.fixture(scope="module")
def upright() -> Lettering:
    return replace(
        random_lettering(np.random.default_rng(1), [Path("any")], 40), kind="strokes", height=0.6
    )


def test_a_turned_digit_is_wider(upright: Lettering) -> None:
    usual, turned = written("1", upright, 60), written("1", replace(upright, tilt=(25, 0)), 60)
    assert turned.shape[1] > usual.shape[1]
    assert turned.sum() == pytest.approx(usual.sum(), rel=0.1)


def test_the_top_of_a_leaning_digit_is_further_right(upright: Lettering) -> None:
    leaning = written("1", replace(upright, tilt=(0, 0.35)), 60)
    top, bottom = (np.nonzero(line)[0].mean() for line in (leaning[2], leaning[-3]))
    assert top > bottom + 0.2 * len(leaning)


def test_a_tilted_digit_is_cut_out_tightly(upright: Lettering) -> None:
    tilted = written("4", replace(upright, tilt=(-20, -0.2)), 60)
    assert tilted[0].any()
    assert tilted[:, -1].any()
