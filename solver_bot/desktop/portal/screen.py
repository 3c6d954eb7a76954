"""The monitors that the person has permitted to see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver_bot.desktop.faces import gone
from solver_bot.desktop.monitors import MonitorsScreen
from solver_bot.desktop.portal.requests import PortalError
from solver_bot.desktop.portal.session import Monitor, Session
from solver_bot.desktop.portal.stream import StreamError
from solver_bot.desktop.region import ScreenError
from solver_bot.desktop.virtual_mouse import DriverError


class PortalScreen(MonitorsScreen[Monitor]):
    """The monitors of a session.

    A capture is the last picture that has come, which is as old as the desktop takes to send one.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        super().__init__(session.monitors)

    def close(self) -> None:
        """End the session."""
        self._session.close()

    @contextmanager
    def _shot(self, monitor: Monitor) -> Iterator[tuple[Any, tuple[int, int, int]]]:
        try:
            self._session.check()
            self._session.wake_if_quiet(monitor)
            with monitor.stream.shot() as shot:
                yield shot
        except (PortalError, DriverError, StreamError) as error:
            raise ScreenError(gone(error)) from error
