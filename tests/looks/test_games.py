"""Generated positions are positions of real games."""

from __future__ import annotations

import dataclasses
from itertools import product
from typing import Any

import numpy as np
import pytest

from benchmarks.looks.games import (
    FEWEST_NUMBERS,
    FIRST,
    IN_PLAY,
    STAGES,
    Manner,
    position,
    random_manner,
    scattered,
)
from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG, neighbours
from solver_bot.vision.arrays import Codes, Mask

SEEDS = range(40)


def _game(seed: int, stage: str, **manner: Any) -> tuple[Codes, Mask, Manner]:
    rng = np.random.default_rng(seed)
    chosen = dataclasses.replace(random_manner(rng), **manner)
    codes, mined = position(rng, 9, 9, 10, chosen, stage)
    return codes.ravel(), mined.ravel(), chosen


@pytest.mark.parametrize("stage", [*STAGES, FIRST])
def test_every_open_number_is_the_count_of_mines_around_it(stage: str) -> None:
    for seed in SEEDS:
        codes, mined, _ = _game(seed, stage)
        for cell, near in enumerate(neighbours(9, 9)):
            if codes[cell] <= 8 and not mined[cell]:
                assert codes[cell] == sum(mined[n] for n in near)


def test_a_new_game_is_all_covered() -> None:
    assert all((_game(seed, "new")[0] == COVERED).all() for seed in SEEDS)


@pytest.mark.parametrize("stage", sorted(IN_PLAY))
def test_a_game_in_play_shows_some_numbers_and_hides_every_mine(stage: str) -> None:
    for seed in SEEDS:
        codes, mined, _ = _game(seed, stage)
        assert ((codes >= 1) & (codes <= 8)).sum() >= FEWEST_NUMBERS
        assert np.isin(codes[mined], (COVERED, FLAG, QUESTION)).all()


def test_an_empty_cell_opens_its_neighbours_where_the_program_does_so() -> None:
    for seed in SEEDS:
        codes, _, _ = _game(seed, "middle", flood=1.0, flagged=0.0, wrong=0.0, asked=0.0)
        for cell, near in enumerate(neighbours(9, 9)):
            assert codes[cell] != 0 or all(codes[n] <= 8 for n in near)


def test_first_clicks_open_a_few_cells_where_the_program_opens_each_alone() -> None:
    counts = {int((_game(seed, FIRST, flood=0.0)[0] <= 8).sum()) for seed in SEEDS}
    assert counts == {1, 2, 3, 4}


def test_some_programs_open_nothing_around_empty_cells() -> None:
    manners = [random_manner(np.random.default_rng(seed)) for seed in range(1000)]
    assert 10 <= sum(one.flood == 0 for one in manners) <= 45


def test_a_won_game_has_no_covered_safe_cell() -> None:
    for seed in SEEDS:
        codes, mined, _ = _game(seed, "won")
        assert (codes[~mined] <= 8).all()


def test_a_lost_game_shows_the_mine_that_was_hit_as_the_program_does() -> None:
    for seed in SEEDS:
        assert (_game(seed, "lost", marked=True)[0] == EXPLODED).sum() == 1
        assert (_game(seed, "lost", marked=False)[0] == EXPLODED).sum() == 0


def test_players_flag_cells_beside_open_ones_unless_they_flag_anywhere() -> None:
    apart = {True: 0, False: 0}
    for seed, anywhere in product(SEEDS, apart):
        codes, _, _ = _game(seed, "middle", anywhere=anywhere, flagged=1.0, wrong=0.3)
        table = neighbours(9, 9)
        flags = np.flatnonzero(codes == FLAG).tolist()
        apart[anywhere] += sum(all(codes[n] >= COVERED for n in table[cell]) for cell in flags)
    assert apart[True] > 0
    assert apart[False] == 0


def test_a_careful_player_flags_every_mine_that_a_number_proves_and_fewer_of_the_others() -> None:
    table = neighbours(9, 9)
    counts = {True: [0, 0], False: [0, 0]}
    for seed in SEEDS:
        codes, mined, _ = _game(seed, "middle", anywhere=False, flagged=1.0, wrong=0.0, asked=0.0)
        shown = [cell for cell in range(81) if 1 <= codes[cell] <= 8]
        closed = {cell: [n for n in table[cell] if codes[n] >= COVERED] for cell in shown}
        proven = {n for cell in shown if len(closed[cell]) == codes[cell] for n in closed[cell]}
        for cell in {n for near in closed.values() for n in near if mined[n]}:
            counts[cell in proven][int(codes[cell] == FLAG)] += 1
    assert counts[True][0] == 0
    assert counts[False][0] > counts[False][1] > 0


def test_wrong_flags_are_crossed_only_where_the_program_does_so() -> None:
    crossed = [_game(s, "lost", lost="mines", crossed=True, flagged=1.0, wrong=0.5) for s in SEEDS]
    plain = [_game(s, "lost", lost="mines", crossed=False, flagged=1.0, wrong=0.5) for s in SEEDS]
    assert any((codes == WRONG_FLAG).any() for codes, _, _ in crossed)
    assert not any((codes == WRONG_FLAG).any() for codes, _, _ in plain)
    assert all((codes[mined] != WRONG_FLAG).all() for codes, mined, _ in crossed)


def test_a_loss_may_show_unflagged_mines_alone() -> None:
    for seed in SEEDS:
        codes, mined, _ = _game(seed, "lost", lost="unflagged", flagged=0.5, marked=False)
        assert np.isin(codes[mined], (MINE, FLAG)).all()


def test_scattered_signs_show_every_sign_about_as_often() -> None:
    codes = scattered(np.random.default_rng(1), 60, 60)
    counts = np.bincount(codes.ravel(), minlength=15)[[*range(1, 9), FLAG, QUESTION, MINE]]
    assert counts.min() > 0.6 * counts.max()
