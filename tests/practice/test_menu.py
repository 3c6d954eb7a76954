"""The menu of the practice window: what its fields take, say and mean."""

from __future__ import annotations

import pytest

from solver_bot.board import Board
from solver_bot.game.match import FairPlay
from solver_bot.practice.menu import Menu
from solver_bot.practice.play import Play
from tests.practice.table import MIDDLE, Open


def test_without_touching_a_field_a_game_of_10_by_10_with_10_mines_in_60_seconds_starts(
    open_table: Open,
) -> None:
    table = open_table()
    table.push(table.button("Start"))
    found = table.shown(Board.covered(10, 10))
    assert (found.board.width, found.board.height) == (10, 10)
    assert [table.value(name) for name in ("Mines left", "Score", "Time left")] == [
        "10",
        "0",
        "01:00",
    ]


@pytest.mark.parametrize(
    ("name", "size", "numbers"),
    [
        ("Beginner", (9, 9), ["10", "02:00"]),
        ("Intermediate", (16, 16), ["40", "06:40"]),
        ("Expert", (30, 16), ["99", "16:39"]),
    ],
)
def test_a_preset_fills_the_fields(
    name: str, size: tuple[int, int], numbers: list[str], open_table: Open
) -> None:
    table = open_table()
    table.push(table.button(name))
    table.push(table.button("Start"))
    table.shown(Board.covered(*size))
    assert [table.value(name) for name in ("Mines left", "Time left")] == numbers


def test_fields_take_digits_only(open_table: Open) -> None:
    table = open_table()
    field = table.field("Height")
    table.push(field)
    table.key("a", "7", "minus", "space", "period", "x")
    table.settle()
    assert field.get() == "7"


def test_a_field_can_be_edited_with_the_usual_keys(open_table: Open) -> None:
    table = open_table()
    field = table.field("Height")
    table.push(field)
    table.key("1", "2")
    for keys, stays in (
        (["ctrl+a", "7"], "7"),
        (["ctrl+a", "ctrl+c", "ctrl+v", "ctrl+v"], "77"),
        (["ctrl+a", "ctrl+x"], ""),
        (["ctrl+v", "ctrl+BackSpace"], ""),
        (["4", "5", "Home", "ctrl+Delete"], ""),
        (["4", "5", "Left", "ctrl+BackSpace"], "5"),
    ):
        table.key(*keys)
        table.settle()
        assert field.get() == stays


@pytest.mark.parametrize(("pasted", "stays"), [("12", "12"), ("1x", "")])
@pytest.mark.parametrize("how", ["ctrl+v", "middle button"])
def test_what_is_pasted_takes_the_place_of_the_default_if_it_is_digits(
    how: str, pasted: str, stays: str, open_table: Open
) -> None:
    table = open_table()
    field = table.field("Height")
    table.root.clipboard_append(pasted)
    field.selection_handle(lambda *_: pasted, selection="PRIMARY")
    field.selection_own(selection="PRIMARY")
    if how == "ctrl+v":
        table.push(field)
        table.key(how)
    else:
        table.push(field, MIDDLE)
    table.settle()
    assert field.get() == stays
    table.key("Return")
    table.wait(lambda: isinstance(table.window.screen, Play), "the game")
    table.shown(Board.covered(10, int(stays or 10)))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"Height": "5 BackSpace"}, "Height has to be filled"),
        ({"Width": "5 BackSpace"}, "Width has to be filled"),
        ({"Height": "0"}, "Height has to be positive"),
        ({"Width": "0"}, "Width has to be positive"),
        ({"Mines": "1 0 0"}, "Nr of mines exceeds table size"),
        ({"Height": "3", "Width": "3"}, "Nr of mines exceeds table size"),
    ],
    ids=str,
)
def test_what_is_wrong_with_the_fields_is_said_and_no_game_starts(
    typed: dict[str, str], message: str, open_table: Open
) -> None:
    table = open_table()
    for label, keys in typed.items():
        table.push(table.field(label))
        table.key(*keys.split())
    assert not table.says(message)
    table.key("Return")
    assert table.says(message)
    assert isinstance(table.window.screen, Menu)
    assert table.seen() is None


def test_fields_that_are_left_empty_show_and_mean_their_defaults(open_table: Open) -> None:
    table = open_table()
    for label in ("Height", "Width", "Time limit", "Mines", "Height"):
        table.push(table.field(label))
    table.key("4")
    table.push(table.field("Time limit"))
    table.key("9", "BackSpace", "Return")
    table.wait(lambda: isinstance(table.window.screen, Play), "the game")
    table.shown(Board.covered(10, 4))
    assert table.value("Time left") == "01:00"


def test_what_is_chosen_in_the_menu_is_played_and_kept(open_table: Open) -> None:
    table = open_table()
    table.push(table.field("Height"))
    table.key("7")
    for text in ("No-guess", "Kind", "Assist", "3"):
        table.push(table.button(text))
    table.push(table.button("Start"))
    assert table.match.fair == FairPlay(assist=True, kind=True, no_guess=True)
    assert table.match.game.rules.lives == 3
    table.push(table.button("Menu"))
    table.push(table.button("Start"))
    table.shown(Board.covered(10, 7))
    assert table.match.fair == FairPlay(assist=True, kind=True, no_guess=True)
    assert table.match.game.rules.lives == 3
