"""Which windows say of themselves that they show Minesweeper."""

from __future__ import annotations

import pytest

from solver_bot.bot import Area, Window
from solver_bot.bot.window_names import is_browser, names_the_game


def window(title: str, program: str = "") -> Window:
    return Window(1, 1, program, Area(0, 0, 300, 300), True, title)


@pytest.mark.parametrize(
    "title",
    [
        "Minesweeper",
        "MINESWEEPER by Gary - Chromium",
        "Mines",
        "Mine Party!",
        "Lawn Sweeper",
        "D\u00e9mineur",
        "Minr\u00f6j",
        "May\u0131n Tarlas\u0131",
        "\u0421\u0430\u043f\u0451\u0440",
        "\u626b\u96f7",
        "\u30de\u30a4\u30f3\u30b9\u30a4\u30fc\u30d1\u30fc",
        "\uc9c0\ub8b0 \ucc3e\uae30",
    ],
)
def test_a_title_names_the_game_in_many_languages(title: str) -> None:
    assert names_the_game(window(title))


def test_a_programs_name_names_the_game_too() -> None:
    assert names_the_game(window("Easy", program="kmines"))


@pytest.mark.parametrize(
    "title", ["", "Calendar", "Minecraft 1.20", "Determines - Notes", "Data mining"]
)
def test_other_titles_do_not(title: str) -> None:
    assert not names_the_game(window(title))


@pytest.mark.parametrize(
    "program",
    [
        "chromium",
        "chromium (/home/ada/.config/profile)",
        "google-chrome",
        "navigator",
        "brave-browser",
        "org.kde.falkon",
    ],
)
def test_a_browser_is_known_by_the_name_of_its_program(program: str) -> None:
    assert is_browser(window("Minesweeper", program))


@pytest.mark.parametrize("program", ["", "kmines", "mines", "xterm", "org.gnome.Mines"])
def test_other_programs_are_no_browsers(program: str) -> None:
    assert not is_browser(window("Minesweeper - Chromium", program))
