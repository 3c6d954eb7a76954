"""What is counted of a game decides how its cells are clicked."""

from __future__ import annotations

from solver_bot.bot.counts import Counts
from solver_bot.bot.decision import Action, Decision


def click(counts: Counts, cell: int, changed: bool) -> None:
    counts.tries[cell] += 1
    counts.note_effect(Decision(Action.OPEN, cells=(cell,)), 1, changed)


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
