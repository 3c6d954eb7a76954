"""Asks the portals of the desktop over D-Bus.

A portal answers most questions with a signal, after the person has answered a dialog. The signal
comes from an object whose path is known beforehand, so it can't be missed.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from contextlib import suppress
from typing import Any

from jeepney import DBusAddress, MatchRule, MessageType, Properties, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
CAST, REMOTE = "org.freedesktop.portal.ScreenCast", "org.freedesktop.portal.RemoteDesktop"
_PATIENCE = 20.0
"""Seconds after which a portal that does not answer counts as gone."""
_ALLOWED, _REFUSED = 0, 1

Options = dict[str, tuple[str, Any]]


class PortalError(RuntimeError):
    """A portal is not there, has gone, or does not do what is asked. The message is the reason."""


class RefusedError(PortalError):
    """The person has refused, or has not answered."""


class Portal:
    """A connection to the portals of this session.

    Raises:
        PortalError: there is no message bus.

    """

    def __init__(self) -> None:
        try:
            self._bus: DBusConnection = open_dbus_connection(bus="SESSION", enable_fds=True)
        except Exception as error:  # jeepney raises many kinds of errors
            raise PortalError("the message bus of this session can't be reached") from error
        self._signals: deque[Any] = deque()

    def close(self) -> None:
        """End the connection, and with it all that was permitted."""
        with suppress(Exception):
            self._bus.close()

    def property(self, interface: str, name: str) -> Any:
        """A property of a portal; None if there is no such portal."""
        try:
            ((_, value),) = self._call(Properties(_address(interface)).get(name))
        except PortalError:
            return None
        return value

    def ask(
        self,
        interface: str,
        method: str,
        signature: str,
        values: tuple[Any, ...],
        options: Options,
        seconds: float = _PATIENCE,
    ) -> dict[str, Any]:
        """Ask a question that is answered with a signal, within ``seconds``.

        ``signature`` and ``values`` are without the options, which come last.

        Raises:
            RefusedError: the person has refused, or has not answered in time.
            PortalError: the portal has gone.

        """
        token = f"solver_bot_{secrets.token_hex(8)}"
        sender = str(self._bus.unique_name).lstrip(":").replace(".", "_")
        rule = self._listen(f"{PATH}/request/{sender}/{token}", "Request", "Response")
        with self._bus.filter(rule) as answers:
            more = options | {"handle_token": ("s", token)}
            self.tell(interface, method, f"{signature}a{{sv}}", *values, more)
            code, found = self._answer(answers, seconds)
        if code != _ALLOWED:
            raise RefusedError("it was refused" if code == _REFUSED else "the dialog was closed")
        return {name: value for name, (_, value) in found.items()}

    def tell(self, interface: str, method: str, signature: str, *values: Any) -> Any:
        """Call a method of a portal, and return its answer.

        Raises:
            PortalError: the portal refuses, or it has gone.

        """
        return self._call(new_method_call(_address(interface), method, signature, values))

    def watch(self, path: str) -> None:
        """Notice from now on that the session at this path ends."""
        rule = self._listen(path, "Session", "Closed")
        self._bus.filter(rule, queue=self._signals).__enter__()

    def has_closed(self) -> bool:
        """Whether a watched session has ended.

        Raises:
            PortalError: the message bus has gone.

        """
        with suppress(TimeoutError):
            while not self._signals:
                self._receive(0)
        return bool(self._signals)

    def _listen(self, path: str, kind: str, signal: str) -> MatchRule:
        """Have the bus send a signal, and return the rule by which it is known."""
        interface = f"org.freedesktop.portal.{kind}"
        rule = MatchRule(type="signal", path=path, interface=interface, member=signal)
        self._call(message_bus.AddMatch(rule))
        return rule

    def _answer(self, answers: deque[Any], seconds: float) -> Any:
        end = time.monotonic() + seconds
        while not answers:
            try:
                self._receive(max(0.0, end - time.monotonic()))
            except TimeoutError:
                raise RefusedError("nobody has answered") from None
        return answers.popleft().body

    def _receive(self, seconds: float) -> None:
        try:
            self._bus.recv_messages(timeout=seconds)
        except TimeoutError:
            raise
        except Exception as error:  # jeepney raises many kinds of errors
            raise PortalError("the message bus has gone") from error

    def _call(self, message: Any) -> Any:
        try:
            reply = self._bus.send_and_get_reply(message, timeout=_PATIENCE)
        except TimeoutError as error:
            raise PortalError("the desktop does not answer") from error
        except Exception as error:  # jeepney raises many kinds of errors
            raise PortalError("the message bus has gone") from error
        if reply.header.message_type is MessageType.error:
            raise PortalError(" ".join(map(str, reply.body)) or "the desktop refuses")
        return reply.body


def _address(interface: str) -> DBusAddress:
    return DBusAddress(PATH, SERVICE, interface)
