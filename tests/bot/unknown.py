"""Games in styles that the bot has never met, and a bot that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from solver_bot.board import StartRule
from solver_bot.bot import Bot, Event, Session, Wishes
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin
from tests.simulated import Habits, Window
from tests.styled import behaving, styled
from tests.vision.styles import HELD_BACK, STYLES, Style

SIZE = 24


def style(name: str) -> Style:
    return next(style for style in STYLES + HELD_BACK if style.name == name)


def window(
    name: str = "paper",
    seed: int = 1,
    mines: int = 10,
    cells: tuple[int, int] = (9, 9),
    **habits: object,
) -> Window:
    """A game in that style. The first click opens an area, as in most programs."""
    skin = behaving(styled(style(name), SIZE), start=StartRule.ZERO)
    wanted = Habits(**{"size": SIZE} | habits)  # type: ignore[arg-type] # any habit
    return Window(skin, *cells, mines, seed=seed, habits=wanted)


def play(
    scene: Window, skins: Sequence[Skin] = (), **wishes: object
) -> tuple[Session, Sequence[Event]]:
    """Play without any given skin or mine total, and keep the bot's events."""
    told: list[Event] = []
    wanted = Wishes(**{"max_seconds": 200.0} | wishes)  # type: ignore[arg-type] # any wish
    return Bot(scene.hands(), SkinChoice.of(skins, unknown=True), wanted, told.append).play(), told


def slowly(scene: Window, seconds: float) -> Callable[[], AbstractContextManager[None]]:
    """A context in which whatever is thought takes so long."""

    @contextmanager
    def thinking() -> Iterator[None]:
        yield
        scene.wait(seconds)

    return thinking
