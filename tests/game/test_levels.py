"""Levels: every command accepts the same names."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from solver_bot.cli.main import commands
from solver_bot.game.levels import LEVELS, Level, LevelError, named_level
from solver_bot.game.terminal import Terminal, TerminalOptions
from solver_bot.practice.choice import PRESETS

WRONG_USE = 2


def test_a_level_is_given_by_name_or_by_size_and_mines() -> None:
    assert named_level("expert") == Level("expert", 30, 16, 99)
    assert named_level("20x10n30") == Level("20x10n30", 20, 10, 30)


def test_capitals_and_leading_zeros_name_the_same_level() -> None:
    assert named_level("Expert") == LEVELS["expert"]
    assert named_level("020X10N30") == named_level("20x10n30")


@pytest.mark.parametrize(
    "name", ["hard", "20x10", "9x9:10", "3x3n9", "0x4n0", "", "1001x5n1", "9" * 5000 + "x1n0"]
)
def test_a_text_that_is_no_level_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(LevelError) as told:
        named_level(name)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("command", ["simulate", "practice", "demo"])
@pytest.mark.parametrize("name", ["hard", "20x10", "3x3n9", "2000x2000n5"])
def test_every_command_refuses_an_unknown_level_in_the_same_words(command: str, name: str) -> None:
    result = CliRunner().invoke(commands, [command, "--level", name])
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    with pytest.raises(LevelError) as told:
        named_level(name)
    assert str(told.value) in result.stderr


@pytest.mark.parametrize("name", ["beginner8", "expert", "20x10n30"])
def test_the_same_names_start_a_game_everywhere(name: str) -> None:
    level = named_level(name)
    size = f"New game {level.width}x{level.height}n{level.mines}s#"
    run = CliRunner().invoke
    shown = run(commands, ["practice", "--terminal", "--level", name], input="quit\n").stdout
    assert shown.startswith(size)
    assert Terminal(TerminalOptions(seeds=[1])).answer(f"new {name}").startswith(size)
    options = ["--level", name, "--games", "2", "--jobs", "1", "--strategy", "plain", "--json"]
    assert json.loads(run(commands, ["simulate", *options]).stdout)["level"] == name


def test_the_text_game_refuses_an_unknown_level_in_a_sentence() -> None:
    said = Terminal().answer("new hard")
    assert said.startswith("'hard' is no level; levels are beginner, ")
    assert said.endswith("20x10n30.")


def test_the_presets_of_the_menu_are_the_levels_with_those_names() -> None:
    for preset in PRESETS:
        level, choice = LEVELS[preset.name], preset.choice
        assert (choice.columns, choice.rows, choice.mines) == (
            level.width, level.height, level.mines,
        )  # fmt: skip
