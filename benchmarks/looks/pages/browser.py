"""Chromium on a virtual screen, and its DevTools protocol over a loopback socket."""

from __future__ import annotations

import base64
import json
import math
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from websockets.sync.client import ClientConnection, connect

from benchmarks.looks.pages.designs import HOST
from benchmarks.looks.pages.fonts import font_config
from benchmarks.looks.pages.server import server
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import decode_picture
from tests.real.desktop import Desktop, DesktopError, end_group, settled, wait_until

FLAGS = (
    "--no-sandbox",
    "--test-type",  # no bar that warns of the flag above
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
    "--remote-debugging-port=0",
)
_BLANK = "data:text/html,<title>blank</title><body style='background:%23f0f'>"
_MAGENTA = (255, 0, 255)
_SAME = 0.004
"""The share of pixels that may differ between two pictures of the same page. Scaled images do."""
_UNEVEN = 0.03
"""How far a cell may be from its place among equal cells, in cells."""


class PageError(RuntimeError):
    """A page shows something else than it was asked to."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How the browser shows pages.

    Attributes:
        zoom: the browser's own zoom; 1 is 100 %.
        scale: pixels of the screen per point of the desktop.
        window: "maximised", "kiosk" (nothing but the page), "app" (without tabs and tool bar), or
            "window" (with them, on part of the desktop).
        region: left, top, width and height of an "app" or a "window", in pixels.

    """

    zoom: float = 1.0
    scale: float = 1.0
    window: str = "maximised"
    region: tuple[int, int, int, int] = (90, 50, 1300, 880)

    def flags(self) -> list[str]:
        """What Chromium is started with."""
        left, top, width, height = (round(part / self.scale) for part in self.region)
        placed = [f"--window-position={left},{top}", f"--window-size={width},{height}"]
        shape = {
            "maximised": ["--start-maximized", _BLANK],
            "kiosk": ["--kiosk", _BLANK],
            "app": [*placed, f"--app={_BLANK}"],
            "window": [*placed, _BLANK],
        }
        return [f"--force-device-scale-factor={self.scale:g}", *shape[self.window]]


class Page:
    """The page that the browser shows, and where it is on the screen.

    Attributes:
        corner: the top left pixel of the page.

    """

    def __init__(self, socket: ClientConnection, screen: Screen) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._session = ""
        self.screen = screen
        target = wait_until(self._target, "a page")
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.corner = self._find_corner()

    def _target(self) -> str | None:
        infos = self._call("Target.getTargets")["targetInfos"]
        return next((str(one["targetId"]) for one in infos if one["type"] == "page"), None)

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            answer: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == number:
                if "error" in answer:
                    raise DesktopError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self._call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in found:
            raise DesktopError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def open(self, url: str) -> None:
        """Open a page of ours. Returns when its game is drawn."""
        self._call("Page.navigate", url=url)
        ready = f"window.asked === {json.dumps(url)} && window.ready === true"
        wait_until(lambda: self._is_true(ready), f"the page {url[:120]}")

    def _is_true(self, expression: str) -> bool:
        try:
            return bool(self.ask(expression))
        except DesktopError:  # the page is just being replaced
            return False

    def version(self) -> str:
        """The browser's name and version."""
        return str(self._call("Browser.getVersion")["product"])

    def picture(self) -> Picture:
        """The whole screen once it shows the page as it is now, and does not change any more."""
        wait_until(self._is_on_screen, "the page on the screen", 20)
        return settled(self.screen, self.screen.desktop, quiet=0.25)

    def _is_on_screen(self) -> bool:
        """Whether the screen shows what the browser says that it draws."""
        data = self._call("Page.captureScreenshot", format="png")["data"]
        drawn = decode_picture(base64.b64decode(data), "the page")
        left, top, right, bottom = map(math.floor, self.view())
        shown = self.screen.grab()[top:bottom, left:right]
        high, wide = shown.shape[:2]  # rounding may put the last line beyond the screen
        difference = shown.astype(np.int16) - drawn[:high, :wide]
        return float((np.abs(difference).max(axis=2) > 8).mean()) < _SAME

    def _find_corner(self) -> tuple[int, int]:
        self._call("Page.navigate", url=_BLANK)
        box = wait_until(self._magenta, "an empty page on the screen")
        settled(self.screen, self.screen.desktop)
        box = self._magenta() or box
        return box.left, box.top

    def _magenta(self) -> Region | None:
        rows, columns = np.nonzero((self.screen.grab() == _MAGENTA).all(axis=2))
        if len(rows) < 10_000:
            return None
        left, top = int(columns.min()), int(rows.min())
        return Region(left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top)

    def on_screen(self, box: list[float]) -> tuple[float, float, float, float]:
        """Left, top, right and bottom in pixels of the screen, from those in the page."""
        ratio = float(self.ask("devicePixelRatio"))
        x, y = self.corner
        left, top, right, bottom = (edge * ratio for edge in box)
        return x + left, y + top, x + right, y + bottom

    def lattice(self, columns: int, rows: int) -> Lattice:
        """Where the page says that the cells are, in pixels of the screen.

        Raises:
            PageError: the cells are not equal.

        """
        if (uneven := float(self.ask("uneven()"))) > _UNEVEN:
            page = self.ask("location.pathname")
            raise PageError(f"{page}: a cell is {uneven:.3f} cells away from its place")
        left, top, right, bottom = self.on_screen(self.ask("lattice()"))
        width, height = (right - left) / columns, (bottom - top) / rows
        return Lattice.even(left, top, width, height, columns, rows)

    def middle(self, selector: str) -> tuple[int, int] | None:
        """The middle of the first element that can be seen, in pixels of the screen."""
        box: list[float] | None = self.ask(
            f"""(() => {{
              const found = [...document.querySelectorAll({json.dumps(selector)})];
              const box = found.find((e) => e.checkVisibility())?.getBoundingClientRect();
              return box ? [box.left, box.top, box.right, box.bottom] : null;
            }})()"""
        )
        if box is None:
            return None
        left, top, right, bottom = self.on_screen(box)
        return round((left + right) / 2), round((top + bottom) / 2)

    def view(self) -> tuple[float, float, float, float]:
        """The edges of the part of the page that can be seen, in pixels of the screen."""
        root = "document.documentElement"
        return self.on_screen(self.ask(f"[0, 0, {root}.clientWidth, {root}.clientHeight]"))

    def over(self) -> list[tuple[float, float, float, float]]:
        """The boxes of what stands in front of the board, in pixels of the screen."""
        return [self.on_screen(box) for box in self.ask("over()")]


@contextmanager
def browser(desktop: Desktop, screen: Screen, home: Path, sight: Sight) -> Iterator[Page]:
    """Chromium, started with an empty profile in ``home`` and ended with the context."""
    profile = home / "profile"
    _set_zoom(profile, sight.zoom)
    fonts = f"FONTCONFIG_FILE={font_config()}"
    with server() as port:
        rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{port}"
        own = [f"--user-data-dir={profile}", rules]
        command = ["env", fonts, "chromium", *own, *FLAGS, *sight.flags()]
        with _running(desktop.start(command, home)), _connected(profile) as socket:
            yield Page(socket, screen)


@contextmanager
def _running(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        end_group(process)


@contextmanager
def _connected(profile: Path) -> Iterator[ClientConnection]:
    told = profile / "DevToolsActivePort"
    wait_until(lambda: told.exists() and len(told.read_text().split()) == 2, "Chromium")
    port, path = told.read_text().split()
    url = f"ws://127.0.0.1:{port}{path}"
    with connect(url, proxy=None, max_size=None, compression=None) as socket:
        yield socket


def _set_zoom(profile: Path, zoom: float) -> None:
    level = math.log(zoom, 1.2)
    preferences = {"partition": {"default_zoom_level": {"x": level}}}
    path = profile / "Default" / "Preferences"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(preferences), encoding="utf-8")
