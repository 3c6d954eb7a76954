"""The virtual desktop, and a window on it that records its input."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from solver_bot.desktop.screen import Region
from tests.real.desktop import (
    Desktop,
    end_group,
    on_desktop,
    require,
    shared_desktop,
    wait_until,
)

RECORDER = """
import sys
from Xlib import X, XK, display
left, top, width, height = map(int, sys.argv[1:5])
d = display.Display()
mask = X.ButtonPressMask | X.ButtonReleaseMask | X.KeyPressMask | X.KeyReleaseMask
window = d.screen().root.create_window(
    left, top, width, height, 0, d.screen().root_depth,
    override_redirect=True, background_pixel=0x3060C0, event_mask=mask | X.ExposureMask,
)
window.map()
window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
names = {value: name[3:] for name, value in vars(XK).items() if name.startswith("XK_")}
while True:
    e = d.next_event()
    if e.type == X.Expose:
        print("ready", flush=True)
    elif e.type in (X.ButtonPress, X.ButtonRelease):
        print("press" if e.type == X.ButtonPress else "release", e.detail, e.root_x, e.root_y,
              flush=True)
    elif e.type in (X.KeyPress, X.KeyRelease):
        name = names.get(d.keycode_to_keysym(e.detail, 0), e.detail)
        print("down" if e.type == X.KeyPress else "up", name, flush=True)
"""


@dataclass(frozen=True, slots=True)
class Recorder:
    """A plain blue window that records the mouse buttons and keys that it receives."""

    region: Region
    notes: Path

    def lines(self) -> list[str]:
        """The record so far: ``press 1 X Y``, ``release 1 X Y``, ``down f2``, ``up f2``."""
        kinds = ("press", "release", "down", "up")
        return [line for line in self.notes.read_text().splitlines() if line.startswith(kinds)]

    def wait(self, count: int) -> list[str]:
        """Wait until the record has ``count`` lines, and return it."""
        wait_until(lambda: len(self.lines()) >= count, f"note {count} of the recorder")
        return self.lines()

    @contextmanager
    def first(self) -> Iterator[list[str]]:
        """The record as it is when its first line appears, while the block goes on."""
        seen: list[str] = []
        helper = Thread(target=lambda: seen.extend(self.wait(1)), daemon=True)
        helper.start()
        yield seen
        helper.join()


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """The virtual desktop, which this process then captures and clicks on."""
    require()
    with on_desktop(shared_desktop()) as shared:
        yield shared


@pytest.fixture
def recorder(desktop: Desktop, tmp_path: Path) -> Iterator[Recorder]:
    """A recorder, 300 x 200 at 100,80."""
    region, notes = Region(100, 80, 300, 200), tmp_path / "notes"
    place = map(str, (region.left, region.top, region.width, region.height))
    with notes.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", RECORDER, *place],
            env=desktop.environment() | {"XAUTHORITY": "/dev/null"},
            stdout=out,
            start_new_session=True,
        )
    try:
        wait_until(lambda: "ready" in notes.read_text(), "the recorder's window")
        yield Recorder(region, notes)
    finally:
        end_group(process)
