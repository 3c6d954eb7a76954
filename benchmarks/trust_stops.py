"""Measures how fast ``play`` stops, in every way and at random moments of games of xdemineur.

A thread of this process asks for the stop: it writes a byte to the terminal that the bot reads,
sends a signal to the process, or pushes the pointer into a corner through a second connection to
the screen. Measured from there are the time to the end of the last click, the number of clicks, and
the time to the end of the session.

Usage: python -m benchmarks.trust_stops [--times 50]
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from solver_bot.bot import Bot, Hands, Session, Wishes
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import stop_keys
from solver_bot.solve.guess import warm_up
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import XDEMINEUR, Desktop, on_desktop, start_game
from tests.real.test_stop import button_is_down

WAYS = ("Esc", "Ctrl-C", "SIGTERM", "corner", "--max-seconds")


@dataclass
class Trial:
    """One stop: the times of the request, of the clicks and of the end of the session."""

    asked: float = 0.0
    clicks: list[tuple[float, float]] = field(default_factory=list)
    ended: float = 0.0
    session: Session | None = None

    @property
    def after(self) -> int:
        """The number of clicks that began after the request."""
        return sum(began > self.asked for began, _ in self.clicks)

    @property
    def last_click(self) -> float:
        """Milliseconds to the end of the last click; 0 if it ended before the request."""
        return 1000 * max(0.0, max((end for _, end in self.clicks), default=0.0) - self.asked)

    @property
    def whole(self) -> float:
        """Milliseconds to the end of the session."""
        return 1000 * (self.ended - self.asked)


def timed(hands: Hands, trial: Trial) -> Hands:
    """The same hands, which also note the times of their clicks."""

    def noting(click: Callable[[float, float], None]) -> Callable[[float, float], None]:
        def act(x: float, y: float) -> None:
            began = time.perf_counter()
            click(x, y)
            trial.clicks.append((began, time.perf_counter()))

        return act

    return replace(hands, open=noting(hands.open), flag=noting(hands.flag))


def stopper(way: str, trial: Trial, terminal: int, display: str) -> Callable[[], None]:
    """A function for a thread that stops the bot in this way."""

    def push() -> None:
        from Xlib.display import Display

        other = Display(display)
        trial.asked = time.perf_counter()
        while not trial.ended and time.perf_counter() < trial.asked + 5:
            other.screen().root.warp_pointer(0, 0)
            other.sync()
            time.sleep(0.002)
        other.close()

    def act() -> None:
        trial.asked = time.perf_counter()
        if way == "Esc":
            os.write(terminal, b"\x1b")
        else:
            os.kill(os.getpid(), signal.SIGTERM if way == "SIGTERM" else signal.SIGINT)

    return push if way == "corner" else act


def tried(way: str, seed: int, screen: Screen, terminal: int, display: str) -> Trial:
    """Play, and stop at a random moment."""
    trial = Trial()
    moment = random.Random(seed).uniform(0.15, 0.9)
    wishes = Wishes(games=10_000, mines=40, max_seconds=moment if way == "--max-seconds" else 60)
    timer = threading.Timer(moment, stopper(way, trial, terminal, display))
    with stop_keys() as stop:
        hands = timed(
            desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), stop), trial
        )
        if way == "--max-seconds":
            trial.asked = time.perf_counter() + moment
        else:
            timer.start()
        trial.session = Bot(hands, SkinChoice.of(shipped_skins()), wishes).play()
        trial.ended = time.perf_counter()
    if way != "--max-seconds":
        timer.join()
    return trial


def row(way: str, trials: Sequence[Trial], pressed: int) -> list[str]:
    """The figures of one way to stop, as text."""
    last = [trial.last_click for trial in trials]
    whole = [trial.whole for trial in trials]
    return [
        way,
        str(len(trials)),
        str(max(trial.after for trial in trials)),
        f"{statistics.median(last):.1f}",
        f"{max(last):.1f}",
        f"{statistics.median(whole):.1f}",
        f"{max(whole):.1f}",
        str(pressed),
    ]


def main() -> None:
    """Stop and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--times", type=int, default=50)
    wanted = parser.parse_args()
    warm_up()
    os.environ.setdefault("XAUTHORITY", os.devnull)  # python-xlib wants one even if none is needed
    ours, theirs = pty.openpty()
    sys.stdin = os.fdopen(theirs)
    table = Table(
        "Way", "Times", "Clicks after,\nat most", "Last click\nmedian ms", "most",
        "Session over\nmedian ms", "most", "Button left\npressed",
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="solver-bot-", ignore_cleanup_errors=True) as name:
        desktop = Desktop(Path(name))
        try:
            with on_desktop(desktop), Screen() as screen:
                game = start_game(desktop, XDEMINEUR, XDEMINEUR.level("medium"))
                for way in WAYS:
                    trials, pressed = [], 0
                    for seed in range(wanted.times):
                        desktop.park()
                        trials.append(tried(way, seed, screen, ours, desktop.display))
                        pressed += seed % 10 == 0 and button_is_down(desktop)
                    table.add_row(*row(way, trials, pressed))
                    said = {str(t.session.halted) for t in trials if t.session}
                    Console(stderr=True).print(way, said)
                game.close()
        finally:
            desktop.close()
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
