"""Times of the backends for Wayland on a headless sway, beside its refresh rate of 60 Hz.

    python -m benchmarks.wayland [--runs N]

The program is xdemineur, through XWayland. A click is a right click, so that it can be undone.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.faces import MouseFace, ScreenFace
from solver_bot.desktop.region import Region
from tests.real.desktop import XDEMINEUR
from tests.wayland.sway import Sway, on_sway, start_game

LONGEST = 2.0
"""Seconds after which a click counts as lost."""


def median_ms(action: Callable[[], object], runs: int) -> float:
    action()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def clicks(
    screen: ScreenFace, mouse: MouseFace, cell: tuple[int, int], runs: int
) -> tuple[float, float, int]:
    """How long a click takes and until it is seen, in ms (medians), and how many were lost."""
    x, y = cell
    tile = Region(x - 8, y - 8, 16, 16)
    took, seen, lost = [], [], 0
    for _ in range(runs):
        before = screen.grab(tile)
        began = time.perf_counter()
        mouse.flag(x, y)
        took.append(time.perf_counter() - began)
        while np.array_equal(screen.grab(tile), before):
            if time.perf_counter() - began > LONGEST:
                lost += 1
                break
        seen.append(time.perf_counter() - began)
    return 1000 * statistics.median(took), 1000 * statistics.median(seen), lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=50)
    runs = parser.parse_args().runs
    sway = Sway()
    try:
        game = start_game(sway, XDEMINEUR, XDEMINEUR.levels[0])
        window = game.region()
        cell = window.left + 27, window.bottom - 27
        print("| backend | desktop, ms | window, ms | click, ms | until seen, ms | clicks lost |")
        print("|---|---|---|---|---|---|")
        for name in ("wlroots", "xwayland"):
            with on_sway(sway):
                desktop = open_desktop(name)
                with desktop.screen as screen:
                    mouse = desktop.mouse()
                    whole, part = (
                        median_ms(lambda region=region: screen.grab(region), runs)  # type: ignore[misc]
                        for region in (screen.desktop, window)
                    )
                    click, seen, lost = clicks(screen, mouse, cell, runs)
            print(f"| `{name}` | {whole:.1f} | {part:.1f} | {click:.2f} | {seen:.1f} | {lost} |")
    finally:
        sway.close()


if __name__ == "__main__":
    main()
