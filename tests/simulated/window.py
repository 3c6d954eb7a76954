"""The window: what a bot may do with it, and how it is drawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    Board,
    StartRule,
)
from solver_bot.bot import Area, Hands
from solver_bot.bot import Window as Shown
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.skin import Skin
from tests.simulated.game import Truth
from tests.simulated.habits import Habits

CAPTURE, CLICK = 0.0002, 0.0005
"""Seconds that a capture and a click take."""
GREY = 90
_DIM = 0.8
"""The brightness of a board that is drawn darker."""
_FRAMES = 60
"""Frames a second of what moves all the time."""
_USUAL = Habits()
OWN, DIALOG, FOREIGN = 1, 2, 3
"""The numbers of the game's window, of its dialog and of another program's window."""


class Window:
    """A desktop with one window on it. ``hands()`` gives what a bot needs to play it.

    Attributes:
        truth: the game behind the drawing.
        games: how many games were started, including the first.
        clicks: every left and right click, as (button, cell or None).
        pointer: where the pointer is.
        parked: every place the pointer was parked at.
        focused: whether keys go to the window or to its dialog.
        trouble: called after every click; a test may make things happen here.

    """

    def __init__(
        self,
        skin: Skin,
        width: int,
        height: int,
        mines: int,
        seed: int = 1,
        habits: Habits = _USUAL,
        desktop: tuple[int, int] = (1100, 620),
    ) -> None:
        self.skin = skin
        self.habits = habits
        self.level = width, height, mines
        self.rng = random.Random(seed)
        self.now = 0.0
        self.games = 0
        self.clicks: list[tuple[str, int | None]] = []
        self.keys: list[str] = []
        self.parked: list[tuple[float, float]] = []
        self.pointer: tuple[float, float] = (1.0, 1.0)
        self.trouble: Callable[[], object] = lambda: None
        self.dialog_open = self.asking = False
        self.closed = self.focused = False
        self.cover: Area | None = None
        self._displaced: str | None = None
        self._due: list[tuple[float, int, Picture]] = []
        self._desktop = desktop
        self._dialog_at: float | None = None
        self._tiles: dict[tuple[int, str], Picture] = {}
        self._drawn = 0
        self._busy_until = 0.0
        self._state: tuple[object, ...] = ()
        self.new_game()

    # What a bot may do

    def hands(self, halt: Callable[[], str | None] = lambda: None) -> Hands:
        """The callables for a bot."""
        return Hands(
            capture=self.capture,
            open=self.open,
            flag=self.flag,
            park=self.park,
            key=self.key,
            focus=self.focus,
            windows=self.windows,
            halt=halt,
            clock=lambda: self.now,
            wait=self.wait,
        )

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def capture(self, area: Area | None) -> Picture:
        self.now += CAPTURE
        picture = self._picture()
        if area is None:
            return picture.copy()
        return picture[area.top : area.bottom, area.left : area.right].copy()

    def open(self, x: float, y: float) -> None:
        self._click("open", x, y)

    def flag(self, x: float, y: float) -> None:
        self._click("flag", x, y)

    def park(self, x: float, y: float) -> None:
        self.now += CLICK
        self.pointer = x, y
        self.parked.append((x, y))

    def key(self, combination: str) -> None:
        self.now += CLICK
        self.keys.append(combination)
        if not self.focused:
            return
        if self.asking:
            self._answer()
        elif self.dialog_open:
            self.dialog_open = combination != "escape"
        elif combination == "escape":
            self.closed = True
        elif self.skin.program.new_game == f"key {combination}":
            self.asking = self.habits.asks and not self.truth.over
            if not self.asking:
                self.new_game()

    def focus(self, x: float, y: float) -> bool:
        self.now += CLICK
        if not self.habits.raised:
            self.focused = False
        else:
            self._give_keyboard(x, y)
        return self.focused

    def _give_keyboard(self, x: float, y: float) -> None:
        top = next((one for one in self._shown_windows() if _holds(one.area, x, y)), None)
        self.focused = top is not None and top.main == OWN

    def windows(self) -> Sequence[Shown] | None:
        return self._shown_windows() if self.habits.told else None

    def _shown_windows(self) -> list[Shown]:
        """The topmost first."""
        found = [Shown(FOREIGN, FOREIGN, "other", self.cover, False)] if self.cover else []
        if self.closed:
            return found
        if self.dialog_open or self.asking:
            found.append(Shown(DIALOG, OWN, self.skin.name, self._dialog(), self.focused))
        keyboard = self.focused and not (self.dialog_open or self.asking)
        return [*found, Shown(OWN, OWN, self.skin.name, self._area(), keyboard)]

    def _answer(self) -> None:
        yes = self.skin.program.confirm.split()
        if self.keys[-len(yes) :] == yes:
            self.asking = False
            self.new_game()
        elif self.keys[-1] in {"escape", "return"}:
            self.asking = False

    # What happens in the game

    @property
    def corner(self) -> tuple[int, int]:
        """The left and top of the first cell."""
        turn = min(len(self.clicks) // self.habits.stay, len(self.habits.places) - 1)
        return self.habits.places[turn]

    def new_game(self) -> None:
        width, height, mines = self.level
        self.games += 1
        self.truth = Truth(width, height, mines, self.skin.program.start, self.rng)
        if self.skin.program.start is StartRule.NONE:
            self._begin_open()
        self._shown = bytearray(self.truth.cells)
        self._draw_all()

    def _begin_open(self) -> None:
        """Open one empty area at the start, as xdemineur does."""
        self.truth.lay(0)
        empty = [c for c in range(len(self.truth.cells)) if self._is_empty(c)]
        if empty:
            self.truth.open(self.rng.choice(empty))

    def _is_empty(self, cell: int) -> bool:
        layout = self.truth.layout
        return layout is not None and cell not in layout and self.truth.number(cell) == 0

    def move(self, left: int, top: int, size: int | None = None) -> None:
        """Move the first cell's corner to this place; with a cell ``size``, resize the window."""
        self.habits = replace(self.habits, places=((left, top),), size=size or self.habits.size)
        self._tiles.clear()
        self._draw_all()

    def opened_by_another(self, cell: int) -> None:
        """Open a cell as another player's click does."""
        self.truth.open(cell)
        self._draw_changes(cell)

    def show(self, cells: bytes) -> None:
        """Set what the player sees, without a click."""
        self.truth.cells = bytearray(cells)
        self._shown = bytearray(cells)
        self._draw_all()

    def cell_at(self, x: float, y: float) -> int | None:
        """The cell at this point, or None."""
        left, top = self.corner
        column, row = int((x - left) // self.habits.size), int((y - top) // self.habits.size)
        width, height, _ = self.level
        return row * width + column if 0 <= column < width and 0 <= row < height else None

    def _click(self, button: str, x: float, y: float) -> None:
        self.now += CLICK
        self.pointer = x, y
        cell = self.cell_at(x, y)
        self.clicks.append((button, cell))
        self._busy_until = max(self.now, self._busy_until) + self.habits.handling
        self._give_keyboard(x, y)
        if self._displaced:
            self._deliver(self._displaced, cell)
            self._displaced = None
        if self.habits.deaf or self.rng.random() < self.habits.lost:
            return
        if self.rng.random() < self.habits.displaced:
            self._displaced = button
        else:
            self._deliver(button, cell)
        if cell is None:
            self._click_outside(x, y)
        self.trouble()

    def _click_outside(self, x: float, y: float) -> None:
        left, top = self.corner
        size = self.habits.size
        face = left + self.level[0] * size / 2, top - 1.8 * size
        if (
            self.skin.program.new_game.startswith("click")
            and max(abs(face[0] - x), abs(face[1] - y)) < 5
        ):
            self.new_game()

    def _deliver(self, button: str, cell: int | None) -> None:
        if cell is None or self.dialog_open or self.asking or self.closed:
            return
        over = self.truth.over
        if button == "open":
            self.truth.open(cell, self.habits.chords)
        else:
            self.truth.flag(cell)
        ended = self.truth.over and not over
        announced = ended and (self.habits.dialog if self.truth.won else self.habits.consoles)
        if announced and self.truth.won and not self.habits.bare:
            self.truth.flag_mines()
        self._draw_changes(cell)
        if announced:
            self._dialog_at = self.now + self.habits.delay + self.habits.later

    # How it is drawn

    def _tile(self, code: int, look: str = "") -> Picture:
        key = code, look
        if key not in self._tiles:
            board = Board(1, 1, bytes([code]))
            self._tiles[key] = draw_board(board, self.skin, self.habits.size)
        return self._tiles[key]

    def _draw_all(self) -> None:
        self._due = []
        self._drawn += 1
        width, height, _ = self.level
        board = Board(width, height, bytes(self._shown))
        self._cells = draw_board(board, self.skin, self.habits.size)

    def _draw_changes(self, cell: int) -> None:
        """Let every changed tile fade into its new picture, the clicked one first."""
        changed = [c for c, code in enumerate(self.truth.cells) if code != self._shown[c]]
        frames = self.habits.frames
        held = self.habits.held if self._shown[cell] == COVERED else 0.0
        if held and changed:
            self._due.append((self.now, cell, self._tile(0)))
        for c in changed:
            old, new = self._tile(self._shown[c]), self._tile(self.truth.cells[c])
            begin = self.now + held + self.habits.delay * (1 if c == cell else 1.5)
            for frame in range(1, frames + 1):
                mixed = old + (new.astype(float) - old) * frame / frames
                due = begin + (frame - 1) * self.habits.step
                self._due.append((due, c, mixed.astype(np.uint8)))
            self._shown[c] = self.truth.cells[c]
        self._due.sort(key=lambda event: event[0])

    def _picture(self) -> Picture:
        """The desktop as it is now, not a copy. Only changed parts are drawn again."""
        self._draw_due()
        shown = self.corner, self.closed, self.cover, self.dialog_open, self.asking
        moves = self.habits.pulses or self.habits.drifts or self.habits.lively
        frame = int(self.now * _FRAMES) if moves else 0
        state = self._drawn, *shown, self._cursor(), frame
        if state != self._state:
            self._state, self._seen = state, self._paint_all()
        return self._seen

    def _draw_due(self) -> None:
        if self.now < self._busy_until:
            return
        while self._due and self._due[0][0] <= self.now:
            _, cell, tile = self._due.pop(0)
            row, column = divmod(cell, self.level[0])
            size = self.habits.size
            self._cells[row * size : (row + 1) * size, column * size : (column + 1) * size] = tile
            self._drawn += 1
        if self._dialog_at is not None and self._dialog_at <= self.now:
            self.dialog_open, self._dialog_at = True, None

    def _area(self) -> Area:
        window, left, top = framed(self._cells, self.skin, self.habits.size)
        x, y = self.corner[0] - left, self.corner[1] - top
        return Area(x, y, x + window.shape[1], y + window.shape[0])

    def _paint_all(self) -> Picture:
        picture = np.full((self._desktop[1], self._desktop[0], 3), GREY, np.uint8)
        if self.closed:
            return picture
        lost = self.truth.over and not self.truth.won
        cells = (self._cells * _DIM).astype(np.uint8) if self.habits.dims and lost else self._cells
        window, left, top = framed(cells, self.skin, self.habits.size)
        x, y = self.corner[0] - left, self.corner[1] - top
        picture[y : y + window.shape[0], x : x + window.shape[1]] = window
        if self.habits.pulses:
            self._pulse(picture)
        if self.habits.drifts:
            picture = self._drifted(picture)
        if self.habits.lively:
            picture = self._livened(picture)
        self._paint(picture, self._dialog() if self.dialog_open or self.asking else None, 235)
        self._paint(picture, self._cursor(), 90)
        self._paint(picture, self.cover, 30)
        return picture

    def _pulse(self, picture: Picture) -> None:
        """Draw a line around the cell that was clicked last, now bright, now dark."""
        cell = next((cell for _, cell in reversed(self.clicks) if cell is not None), 0)
        row, column = divmod(cell, self.level[0])
        size, (left, top) = self.habits.size, self.corner
        corner = left + column * size, top + row * size
        level = round(130 + 120 * np.sin(2 * np.pi * self.now))
        end = corner[0] + size - 1, corner[1] + size - 1
        cv2.rectangle(picture, corner, end, (level, level // 3, level), 2)

    def _drifted(self, picture: Picture) -> Picture:
        """The picture with colours that are a bit lighter where a wave passes over it."""
        across = np.arange(picture.shape[1])
        wave = np.rint(6 + 6 * np.sin(across / 90 + self.now))[None, :, None]
        return np.asarray(np.clip(picture + wave, 0, 255), np.uint8)

    def _livened(self, picture: Picture) -> Picture:
        """The picture with a glow on it, and a disc that moves 250 pixels in a second."""
        glowing = np.clip(picture * (1 + 0.06 * np.sin(4 * self.now)), 0, 255).astype(np.uint8)
        height, width = glowing.shape[:2]
        x, y = int(250 * self.now) % width, height // 2 + int(0.2 * height * np.sin(self.now))
        cv2.circle(glowing, (x, y), round(0.7 * self.habits.size), (40, 150, 250), cv2.FILLED)
        return np.asarray(glowing)

    def _cursor(self) -> Area | None:
        """Where the cursor in a message is shown now."""
        blinks = self.habits.blinks
        if not (blinks and self.dialog_open) or int(self.now / blinks) % 2:
            return None
        left, top, right, bottom = self._dialog()
        x, y = (left + right) // 2, (top + bottom) // 2
        return Area(x, y, x + 3, y + 12)

    def _dialog(self) -> Area:
        left, top = self.corner
        width, height = (n * self.habits.size for n in self.level[:2])
        x, y, right, bottom = self.habits.message
        return Area(
            left + width * x // 100,
            top + height * y // 100,
            left + width * right // 100,
            top + height * bottom // 100,
        )

    @staticmethod
    def _paint(picture: Picture, area: Area | None, grey: int) -> None:
        if area:
            picture[area.top : area.bottom, area.left : area.right] = grey
            picture[area.top : area.top + 9, area.left : area.right] = (200, 120, 30)


def _holds(area: Area, x: float, y: float) -> bool:
    return area.left <= x < area.right and area.top <= y < area.bottom
