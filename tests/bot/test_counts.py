"""What is counted of a game decides how its cells are clicked."""

from __future__ import annotations

from solver_bot.bot.counts import Counts
from solver_bot.bot.decision import Action, Decision


def click(counts: Counts, cell: int, changed: bool) -> None:
    counts.tries[cell] += 1
    counts.note_effect(Decision(Action.OPEN, cells=(cell,)), 1, int(changed), changed)


def click_some(counts: Counts, clicks: int, effective: int) -> None:
    decision = Decision(Action.OPEN, cells=tuple(range(clicks)))
    counts.note_effect(decision, clicks, effective, changed=effective > 0)


def test_a_cell_is_clicked_slowly_once_its_click_had_no_effect() -> None:
    counts = Counts(began=0.0)
    assert not counts.is_slow(3)
    click(counts, 3, changed=False)
    assert counts.is_slow(3)
    assert not counts.is_slow(4)


def test_all_cells_are_clicked_slowly_once_two_in_a_row_had_to_be() -> None:
    counts = Counts(began=0.0)
    for cell in (3, 4):
        click(counts, cell, changed=False)
        click(counts, cell, changed=True)
    assert counts.is_slow(5)
    click(counts, 5, changed=True)
    assert counts.is_slow(6)


def test_two_slow_clicks_with_a_quick_one_between_them_slow_no_others() -> None:
    counts = Counts(began=0.0)
    for cell in (3, 4, 5):
        if cell != 4:
            click(counts, cell, changed=False)
        click(counts, cell, changed=True)
    assert not counts.is_slow(6)


def test_clicks_are_paced_once_some_of_several_had_no_effect() -> None:
    counts = Counts(began=0.0)
    click_some(counts, clicks=9, effective=9)
    assert not counts.paced
    click_some(counts, clicks=9, effective=1)
    assert counts.paced
    assert counts.at_once > 9


def test_a_program_that_loses_paced_clicks_is_given_twice_as_many_at_once_as_it_opened() -> None:
    counts = Counts(began=0.0, paced=True)
    click_some(counts, clicks=9, effective=9)
    assert counts.at_once > 9
    click_some(counts, clicks=9, effective=3)
    assert counts.at_once == 6
    click_some(counts, clicks=6, effective=0)
    assert counts.at_once == 1


def test_a_program_that_opens_all_cells_again_is_given_more_at_once() -> None:
    counts = Counts(began=0.0, paced=True)
    click_some(counts, clicks=9, effective=1)
    for expected in (4, 8, 16):
        click_some(counts, clicks=counts.at_once, effective=counts.at_once)
        assert counts.at_once == expected
