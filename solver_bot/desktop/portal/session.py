"""What the person has permitted in the dialog: to see monitors, and maybe to make input."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solver_bot.desktop.portal import permission
from solver_bot.desktop.portal.requests import CAST, REMOTE, Options, Portal, PortalError
from solver_bot.desktop.portal.stream import WITHDRAWN, Stream, StreamError
from solver_bot.desktop.region import Region

_KEYBOARD, _POINTER = 1, 2
_MONITORS = 1
_TOLD_BESIDE, _HIDDEN = 4, 1
_FOR_EVER = 2
_ANSWER = 180.0
"""Seconds that the person has for the dialog."""
_FIRST_PICTURE = 20.0
_QUIET = 0.3
"""Seconds without a picture after which one may have been kept back."""


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor that may be seen: its PipeWire node, its pictures, and its place in points."""

    node: int
    stream: Stream
    region: Region


class Session:
    """Monitors that may be seen, and input that may be made if it ``plays``.

    ``announce`` is called before the person is asked.

    Attributes:
        monitors: from left to right.
        has_input: whether input may be made.
        tells_pointer: whether the desktop tells where the pointer is.
        wake: makes the desktop send a picture that it may have kept back.

    Raises:
        RefusedError: the person has not permitted it.
        PortalError: the portals are not there, or have gone.

    """

    def __init__(self, portal: Portal, plays: bool, announce: Callable[[], object]) -> None:
        self._portal = portal
        self._closed = False
        self._woken = 0.0
        self.wake: Callable[[], object] = lambda: None
        self.monitors: tuple[Monitor, ...] = ()
        self._begin(REMOTE if plays else CAST)
        try:
            self._choose(plays)
            announce()
            told = portal.ask(
                REMOTE if plays else CAST, "Start", "os", (self._path, ""), {}, _ANSWER
            )
            if token := told.get("restore_token"):
                permission.remember(_purpose(plays), token)
            self.has_input = told.get("devices", 0) & _POINTER == _POINTER
            self.monitors = self._opened(told.get("streams", ()))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End it: nothing may be seen or done any more."""
        self._closed = True
        for monitor in self.monitors:
            monitor.stream.close()
        self._portal.close()

    def check(self) -> None:
        """Check that it is still permitted.

        Raises:
            PortalError: the person has withdrawn the permission, or the desktop has gone.

        """
        if self._closed or self._portal.has_closed():
            self._closed = True
            raise PortalError(WITHDRAWN)

    def wake_if_quiet(self, monitor: Monitor) -> None:
        """Have the desktop send what it may have kept back, if no picture has come for a while.

        On a busy machine mutter 43 sends no picture of the last change before the next one.
        """
        now = time.monotonic()
        if now - max(monitor.stream.came, self._woken) > _QUIET:
            self._woken = now
            self.wake()

    def make(self, method: str, signature: str, *values: Any) -> None:
        """Make input. It is on its way to the desktop when this returns, in the order of calls.

        Raises:
            PortalError: it is not permitted any more, or the desktop has gone.

        """
        self.check()
        self._portal.tell(REMOTE, method, f"oa{{sv}}{signature}", self._path, {}, *values)

    def _begin(self, interface: str) -> None:
        token = f"solver_bot_{secrets.token_hex(8)}"
        told = self._portal.ask(
            interface, "CreateSession", "", (), {"session_handle_token": ("s", token)}
        )
        self._path = told["session_handle"]
        self._portal.watch(self._path)

    def _choose(self, plays: bool) -> None:
        """Say what is wanted."""
        modes = self._portal.property(CAST, "AvailableCursorModes") or 0
        self.tells_pointer = bool(modes & _TOLD_BESIDE)
        sources: Options = {
            "types": ("u", _MONITORS),
            "multiple": ("b", True),
            "cursor_mode": ("u", _TOLD_BESIDE if self.tells_pointer else _HIDDEN),
        }
        if plays:
            devices: Options = {"types": ("u", _KEYBOARD | _POINTER)}
            devices |= self._kept(REMOTE, 2, _purpose(plays))
            self._portal.ask(REMOTE, "SelectDevices", "o", (self._path,), devices)
        else:
            sources |= self._kept(CAST, 4, _purpose(plays))
        self._portal.ask(CAST, "SelectSources", "o", (self._path,), sources)

    def _kept(self, interface: str, since: int, purpose: str) -> Options:
        """The options that keep a permission, where this version of the portal has them."""
        if (self._portal.property(interface, "version") or 0) < since:
            return {}
        kept: Options = {"persist_mode": ("u", _FOR_EVER)}
        if token := permission.remembered(purpose):
            kept["restore_token"] = "s", token
        return kept

    def _opened(self, streams: Any) -> tuple[Monitor, ...]:
        found: list[Monitor] = []
        try:
            for node, told in streams:
                found.append(
                    self._monitor(node, {name: value for name, (_, value) in told.items()})
                )
        except StreamError as error:
            for monitor in found:
                monitor.stream.close()
            raise PortalError(f"no picture comes, because {error}") from error
        if not found:
            raise PortalError("no monitor was chosen")
        return tuple(sorted(found, key=lambda one: (one.region.left, one.region.top)))

    def _monitor(self, node: int, told: dict[str, Any]) -> Monitor:
        (remote,) = self._portal.tell(CAST, "OpenPipeWireRemote", "oa{sv}", self._path, {})
        stream = Stream(node, remote.to_raw_fd())
        try:
            if not stream.wait(lambda: stream.pictures > 0, _FIRST_PICTURE):
                raise StreamError("the desktop sends none")
            left, top = told.get("position", (0, 0))
            width, height = told.get("size") or stream.size or (0, 0)
            return Monitor(node, stream, Region(left, top, width, height))
        except BaseException:
            stream.close()
            raise


def _purpose(plays: bool) -> str:
    return "play" if plays else "see"


def is_offered(portal: Portal, plays: bool) -> bool:
    """Whether there are portals that can do this. Nobody is asked."""
    monitors = portal.property(CAST, "AvailableSourceTypes") or 0
    devices = portal.property(REMOTE, "AvailableDeviceTypes") or 0
    return bool(monitors & _MONITORS and (not plays or devices & _POINTER))
