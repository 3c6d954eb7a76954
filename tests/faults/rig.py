"""The fault rig: a simulated window with a fault, and the invariants that must hold in spite of it.

Every click is judged when it is made, by the true game behind the window. It must hit a cell of the
board that the bot has just decided on. Unless that was announced as a guess, the cell must be safe.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from solver_bot.board import COVERED
from solver_bot.bot import Action, Area, Bot, Decided, Event, Halted, Session, Wishes
from solver_bot.desktop.faces import gone
from solver_bot.live.recording import Recorder
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Habits, Window

OF_CAPTURES_AND_CLICKS = frozenset({
    "black", "stale", "torn", "late", "lost-clicks", "doubled-clicks", "late-clicks",
    "misplaced-clicks", "animated", "hover",
})  # fmt: skip
"""The faults of which no desktop tells."""
LATE = 0.2
"""Seconds by which captures and clicks may be late."""


@dataclass
class Rig:
    """A window, its fault, and every broken invariant.

    Attributes:
        when: the number of clicks after which the fault happens. Faults of captures and clicks
            last from then on.
        broken: the broken invariants, in words.

    """

    scene: Window
    fault: str
    when: int
    broken: list[str] = field(default_factory=list)
    decided: Decided | None = None
    done: bool = False
    _seen: deque[tuple[float, Picture]] = field(default_factory=deque)
    _coming: list[tuple[float, Callable[[float, float], None], float, float]] = field(
        default_factory=list
    )
    _disturbed: bool = False
    _hover: int | None = None
    _until: float = 0.0

    def play(self, folder: Path, **wishes: Any) -> Session:
        """Play one game with the fault in it, and record it."""
        self.scene.trouble = self._trouble
        hands = replace(
            self.scene.hands(),
            capture=self._capture,
            open=self._click("open"),
            flag=self._click("flag"),
            undisturbed=self._undisturbed,
        )
        wanted = Wishes(**{"mines": self.scene.level[2]} | wishes)
        with Recorder(folder) as recorder:

            def tell(event: Event) -> None:
                recorder.note(event)
                if isinstance(event, Decided):
                    self.decided = event

            return Bot(hands, SkinChoice.of(shipped_skins()), wanted, tell).play()

    @property
    def on(self) -> bool:
        """Whether the fault has begun."""
        return len(self.scene.clicks) >= self.when

    # Clicks

    def _click(self, button: str) -> Callable[[float, float], None]:
        act = self.scene.open if button == "open" else self.scene.flag

        def click(x: float, y: float) -> None:
            self._judge(button, self.scene.cell_at(x, y))
            if self.on and self.fault == "late-clicks":
                self._coming.append((self.scene.now + LATE, act, x, y))
                self.scene.now += 0.0005
                return
            act(x, y)
            self._hover = self.scene.cell_at(x, y)
            if self.on and self.fault == "doubled-clicks":
                act(x, y)

        return click

    def _judge(self, button: str, cell: int | None) -> None:
        truth, decided = self.scene.truth, self.decided
        if truth.over or decided is None:  # a click beside the board closes a message
            return
        if cell is None:
            self.broken.append(f"a click outside the board, after {self.decided}")
        elif cell not in decided.decision.cells:
            self.broken.append(f"a click on {cell}, which was not decided on")
        elif (
            button == "open"
            and decided.decision.action is Action.OPEN
            and (truth.layout is None or cell in truth.layout)
        ):
            self.broken.append(f"a click on {cell}, which is not proved safe")

    # Captures

    def _capture(self, area: Area | None) -> Picture:
        scene = self.scene
        while self._coming and self._coming[0][0] <= scene.now:
            _, act, x, y = self._coming.pop(0)
            act(x, y)
        if self._until and scene.now > self._until:
            scene.cover = None
        if self.on and self.fault in {"resolution", "server-dies"}:
            raise Halted(gone(RuntimeError("BadMatch")))
        whole = self._whole()
        return whole if area is None else whole[area.top : area.bottom, area.left : area.right]

    def _whole(self) -> Picture:
        new = self.scene.capture(None)
        if self.fault == "hover" and self._hover is not None:
            self._highlight(new)
        self._remember(new)
        if not self.on or len(self._seen) < 2:
            return new
        old = self._seen[-2][1]
        if self.fault == "black":
            return np.zeros_like(new)
        if self.fault == "stale":
            return old
        if self.fault == "torn":
            middle = self._tear()
            return np.concatenate([new[:middle], old[middle:]])
        if self.fault == "late":
            before = [p for at, p in self._seen if at <= self.scene.now - LATE]
            return before[-1] if before else self._seen[0][1]
        return new

    def _remember(self, new: Picture) -> None:
        """Keep a picture, and of those before it the ones that may be shown again."""
        if self._seen and np.array_equal(new, self._seen[-1][1]):
            new = self._seen[-1][1]
        self._seen.append((self.scene.now, new))
        late = LATE if self.fault == "late" else 0.0
        while len(self._seen) > 2 and self._seen[1][0] <= self.scene.now - late:
            self._seen.popleft()

    def _tear(self) -> int:
        _, top = self.scene.corner
        return self.scene.rng.randrange(top, top + self.scene.level[1] * self.scene.habits.size)

    def _highlight(self, picture: Picture) -> None:
        cell = self._hover
        assert cell is not None
        if self.scene.truth.cells[cell] != COVERED:
            return
        size, (left, top) = self.scene.habits.size, self.scene.corner
        row, column = divmod(cell, self.scene.level[0])
        tile = self.scene.skin.look.picture(COVERED, size, "hover")
        y, x = top + row * size, left + column * size
        picture[y : y + size, x : x + size] = tile

    # What happens to the window

    def _undisturbed(self) -> bool:
        """As X11 tells it: a window has not changed, and nobody has pressed a key."""
        disturbed, self._disturbed = self._disturbed, False
        return not disturbed

    def _trouble(self) -> None:
        if self.done or not self.on:
            return
        self.done = True
        self._disturbed = self.fault not in OF_CAPTURES_AND_CLICKS
        scene, size = self.scene, self.scene.habits.size
        left, top = scene.corner
        happen: dict[str, Callable[[], object]] = {
            "moved-1": lambda: scene.move(left + 1, top),
            "moved-300": lambda: scene.move(left + 300, top + 10),
            "moved-cells": lambda: scene.move(left + 2 * size, top),
            "resized": lambda: scene.move(left, top, size - 4),
            "covered-partly": self._cover_part,
            "covered-briefly": lambda: self._cover_part(2.0),
            "covered": self._cover_all,
            "minimised": self._close,
            "closed": self._close,
            "restarted": scene.new_game,
            "opened": self._open_another,
            "dialog": self._open_dialog,
        }
        happen.get(self.fault, lambda: None)()  # other faults are of captures and clicks

    def _cover_part(self, seconds: float = 0.0) -> None:
        """Cover a part of the board: for so long, or without a time for good."""
        size, (left, top) = self.scene.habits.size, self.scene.corner
        self.scene.cover = Area(left + 2 * size, top + size, left + 7 * size, top + 6 * size)
        self._until = self.scene.now + seconds if seconds else 0.0

    def _cover_all(self) -> None:
        size, (left, top) = self.scene.habits.size, self.scene.corner
        width, height, _ = self.scene.level
        right, bottom = left + width * size + 30, top + height * size + 30
        self.scene.cover = Area(left - 30, top - 60, right, bottom)

    def _close(self) -> None:
        self.scene.closed = True

    def _open_dialog(self) -> None:
        self.scene.dialog_open = True

    def _open_another(self) -> None:
        truth = self.scene.truth
        mines = truth.layout or frozenset()
        covered = [c for c, code in enumerate(truth.cells) if code == COVERED and c not in mines]
        if covered:
            self.scene.opened_by_another(covered[len(covered) // 2])


HABITS = {
    "lost-clicks": Habits(lost=0.2),
    "misplaced-clicks": Habits(displaced=0.2, chords=True),
    "doubled-clicks": Habits(chords=True),
    "late-clicks": Habits(chords=True),
    "animated": Habits(delay=0.05, frames=20, step=0.1),
}
"""How the window behaves if the fault lasts for the whole game."""


def rig(fault: str, name: str, seed: int, when: int) -> Rig:
    """A game of 16x16 with 40 mines in which the fault happens after ``when`` clicks."""
    habits = HABITS.get(fault, Habits())
    level = 16, 16, 40
    scene = Window(named_skin(name), *level, seed=seed, habits=habits, desktop=(820, 470))
    return Rig(scene, fault, when)
