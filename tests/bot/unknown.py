"""Games in styles that the bot has never met, and a bot that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import lru_cache

import numpy as np

from solver_bot.board import COVERED, StartRule
from solver_bot.bot import Area, Bot, Event, Hands, Session, Wishes
from solver_bot.bot import Window as Shown
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin
from tests.simulated import Habits, Window
from tests.styled import behaving, styled
from tests.vision.styles import HELD_BACK, STYLES, Style

SIZE = 24
FRAME = 1 / 30
"""Seconds between two pictures that a program draws."""
LOADS = 0.3
"""Seconds that a page takes to load itself anew."""


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


def titled(scene: Window, title: str, program: str = "program") -> Hands:
    """The hands of a game in a window of this title."""
    left, top = scene.corner
    shown = Shown(1, 1, program, Area(left - 20, top - 60, left + 500, top + 400), True, title)
    return replace(scene.hands(), windows=lambda: [shown])


def taking_clicks_late(scene: Window, highlights: bool = False) -> Hands:
    """The hands of a game that takes clicks where it saw the pointer when it drew last.

    It may draw the covered cell beneath the pointer darker.
    """
    places = [(0.0, 0.0), (0.0, 0.0)]
    moved_at = [0.0]
    hands = titled(scene, "Minesweeper")

    def seen() -> tuple[float, float]:
        return places[scene.now - moved_at[0] >= FRAME]

    def move(x: float, y: float) -> None:
        if (x, y) != places[1]:
            places[:] = seen(), (x, y)
            moved_at[0] = scene.now

    def open_late(x: float, y: float) -> None:
        move(x, y)
        if scene.cell_at(*seen()) is not None:
            scene.open(*seen())

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        cell = scene.cell_at(*places[1])
        if highlights and cell is not None and scene.truth.cells[cell] == COVERED:
            row, column = divmod(cell, scene.level[0])
            left, top = scene.corner[0] + SIZE * column, scene.corner[1] + SIZE * row
            tile = whole[top : top + SIZE, left : left + SIZE]
            tile[:] = tile * 0.9
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    return replace(hands, open=open_late, park=move, capture=capture)


def taking_held_clicks(scene: Window) -> Hands:
    """The hands of a game that asks for a release only once it has seen that a button is down."""

    def pass_by(x: float, y: float) -> None:
        scene.pointer = x, y

    return replace(scene.hands(), open=pass_by, hold=scene.open)


def beside_a_clock(scene: Window, hands: Hands) -> Hands:
    """The same hands, where a clock right below the board shows the seconds as a bar of pixels."""
    columns, rows, _ = scene.level
    left, top = scene.corner[0], scene.corner[1] + rows * scene.habits.size

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        whole[top + 3 : top + 9, left : left + columns * SIZE] = 255
        whole[top + 3 : top + 9, left : left + 1 + int(scene.now) % (columns * SIZE)] = 0
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    return replace(hands, capture=capture)


def loading_anew(scene: Window) -> Hands:
    """The hands of a page that loads itself anew with each click, and misses clicks meanwhile.

    The covered cell beneath the pointer throws a shadow on those beside it.
    """
    clicked_at = [-1.0]

    def open_once(x: float, y: float) -> None:
        scene.pointer = x, y
        if scene.now - clicked_at[0] > LOADS:
            clicked_at[0] = scene.now
            scene.open(x, y)

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        cell = scene.cell_at(*scene.pointer)
        if cell is not None and scene.truth.cells[cell] == COVERED:
            row, column = divmod(cell, scene.level[0])
            left, top = scene.corner[0] + SIZE * column, scene.corner[1] + SIZE * row
            tile = whole[max(0, top - 4) : top + SIZE + 4, max(0, left - 4) : left + SIZE + 4]
            tile[:] = tile * 0.9
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    return replace(scene.hands(), open=open_once, hold=open_once, capture=capture)


def with_messages_of_a_browser(scene: Window, begins_anew: bool) -> Hands:
    """The hands of a page that shows a message of the browser once its game is over.

    The browser dims the page and draws no more of it until the message is closed. Then the page
    shows the mines, or begins a new game.
    """
    drawn = [bytes(scene.truth.cells)]
    ended: list[bytes] = []
    hands = titled(scene, "Minesweeper - Chromium", "chromium")
    closed: list[bool] = []

    def freeze() -> None:
        if closed or not scene.truth.over:
            drawn.append(bytes(scene.truth.cells))
        elif bytes(scene.truth.cells) != drawn[-1]:
            ended.append(bytes(scene.truth.cells))
            scene.show(drawn[-1])

    def key(combination: str) -> None:
        scene.keys.append(combination)
        if not scene.truth.over or closed:
            return
        closed.append(True)
        if begins_anew:
            scene.new_game()
        else:
            scene.show(ended[0])

    def capture(area: Area | None) -> Picture:
        picture = hands.capture(area)
        return (picture * 0.4).astype(np.uint8) if scene.truth.over and not closed else picture

    scene.trouble = freeze
    return replace(hands, key=key, capture=capture)


def going_on_after_messages(scene: Window) -> Hands:
    """The hands of a page that shows a message of the browser for a mine, and goes on."""
    hands = titled(scene, "Minesweeper - Chromium", "chromium")
    shown: list[bool] = []

    def open_safe(x: float, y: float) -> None:
        if shown:
            return
        if scene.cell_at(x, y) in (scene.truth.layout or ()):
            shown.append(True)
        else:
            scene.open(x, y)

    def key(combination: str) -> None:
        scene.keys.append(combination)
        shown.clear()

    def capture(area: Area | None) -> Picture:
        picture = hands.capture(area)
        return (picture * 0.4).astype(np.uint8) if shown else picture

    return replace(hands, open=open_safe, key=key, capture=capture)


def in_random_colours(scene: Window) -> Hands:
    """The hands of a window that draws every covered cell in a pastel colour of its own."""
    columns, rows, _ = scene.level
    left, top = scene.corner
    size = scene.habits.size
    rng = np.random.default_rng(3)
    colours = rng.integers(150, 255, (rows, columns, 1, 1, 3)).astype(np.uint8)
    covered = cells_at(scene.hands().capture(None), left, top, (rows, columns), size)[0, 0].copy()

    @lru_cache(maxsize=1)
    def coloured(drawn: bytes, shape: tuple[int, ...]) -> Picture:
        picture = np.frombuffer(drawn, np.uint8).reshape(shape).copy()
        cells = cells_at(picture, left, top, (rows, columns), size)
        alike = (cells == covered).all((2, 3, 4), keepdims=True)
        cells[:] = np.where(alike, colours, cells)
        return picture

    def capture(area: Area | None) -> Picture:
        drawn = scene.hands().capture(None)
        x, y, right, bottom = area or (0, 0, drawn.shape[1], drawn.shape[0])
        return coloured(drawn.tobytes(), drawn.shape)[y:bottom, x:right].copy()

    return replace(scene.hands(), capture=capture)


def cells_at(picture: Picture, left: int, top: int, shape: tuple[int, int], size: int) -> Picture:
    """A view of the cells in a picture: shape (rows, columns, height, width, 3)."""
    rows, columns = shape
    part = picture[top : top + rows * size, left : left + columns * size]
    return part.reshape(rows, size, columns, size, 3).swapaxes(1, 2)


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
