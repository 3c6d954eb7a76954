"""The menu's fields: what they mean, and what is wrong with them."""

from __future__ import annotations

import pytest

from solver_bot.practice.choice import PRESETS, Choice, Entries, chosen, is_digits, problems


def test_fields_that_nobody_touched_mean_10_by_10_in_60_seconds_with_10_mines() -> None:
    assert problems(Entries()) == ()
    assert chosen(Entries()) == Choice(10, 10, 60, 10)


def test_each_field_counts_for_itself() -> None:
    assert chosen(Entries("5", "7", "30", "4")) == Choice(5, 7, 30, 4)
    assert chosen(Entries(rows="5")) == Choice(5, 10, 60, 10)


def test_an_empty_time_limit_or_number_of_mines_means_the_default() -> None:
    assert problems(Entries(seconds="", mines="")) == ()
    assert chosen(Entries(seconds="", mines="")) == Choice(10, 10, 60, 10)


def test_no_seconds_mean_no_time_limit() -> None:
    assert chosen(Entries(seconds="0")).seconds is None


@pytest.mark.parametrize(
    ("entries", "messages"),
    [
        (Entries(rows=""), ("Height has to be filled",)),
        (Entries(columns=""), ("Width has to be filled",)),
        (Entries(rows="", columns=""), ("Height has to be filled", "Width has to be filled")),
        (Entries(rows="0"), ("Height has to be positive",)),
        (Entries(columns="00"), ("Width has to be positive",)),
        (Entries(rows="0", columns=""), ("Height has to be positive", "Width has to be filled")),
        (Entries(mines="101"), ("Nr of mines exceeds table size",)),
        (Entries(mines="100"), ("Nr of mines exceeds table size",)),
        (Entries(rows="3", columns="3"), ("Nr of mines exceeds table size",)),
        (Entries(rows="3", mines="30"), ("Nr of mines exceeds table size",)),
        (Entries(rows="101"), ("Height can be 100 at most",)),
        (Entries(columns="5000"), ("Width can be 100 at most",)),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(entries: Entries, messages: tuple[str, ...]) -> None:
    assert problems(entries) == messages


@pytest.mark.parametrize("mines", ["0", "1", "99"])
def test_any_number_of_mines_that_leaves_a_cell_is_fine(mines: str) -> None:
    assert problems(Entries(mines=mines)) == ()


def test_the_presets_are_the_three_levels_that_everyone_knows() -> None:
    known = {p.name: (p.choice.columns, p.choice.rows, p.choice.mines) for p in PRESETS}
    assert known == {
        "beginner": (9, 9, 10),
        "intermediate": (16, 16, 40),
        "expert": (30, 16, 99),
    }


@pytest.mark.parametrize("text", ["", "0", "12345"])
def test_fields_take_digits(text: str) -> None:
    assert is_digits(text)


@pytest.mark.parametrize("text", ["x", "1x", "-1", "1.5", " ", "1 ", "٣", "²", "123456"])
def test_and_nothing_else(text: str) -> None:
    assert not is_digits(text)
