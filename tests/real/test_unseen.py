"""The bot plays real programs without the templates of their skins."""

from __future__ import annotations

import pytest

from solver_bot.board import Outcome
from solver_bot.bot import Bot, Event, Result, Said, Wishes, boards
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.real.conftest import Start
from tests.real.desktop import PATIENCE, PROGRAMS


@pytest.mark.parametrize("name", ["xdemineur", "kmines"])
def test_a_program_in_an_unknown_skin_is_played_to_its_end(
    name: str, start: Start, screen: Screen
) -> None:
    """The board is large enough for KMines' message after a win to leave some of it visible."""
    program = PROGRAMS[name]
    game = start(program, program.levels[0], program.sizes[-1] if program.sizes else None)
    skins = [skin for skin in shipped_skins() if skin.name != name]
    told: list[Event] = []
    hands = desktop_hands(screen, game.region(), usual_mouse(screen.desktop), Stop())
    wishes = Wishes(mines=game.level.mines, max_seconds=PATIENCE)
    (result,) = Bot(hands, SkinChoice.of(skins, unknown=True), wishes, told.append).play().games
    assert any("skin" in event.sentence for event in told if isinstance(event, Said))
    assert result.result is not Result.STOPPED
    assert result.wrong_certain == 0
    seen = boards(screen.grab(game.region()), [named_skin(name)])
    if seen and not seen[0].board.has_unreadable:
        won = seen[0].board.outcome() is not Outcome.LOST
        assert won == (result.result is Result.WON)
