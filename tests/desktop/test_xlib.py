"""Waiting for an X server, which may go at any time."""

from __future__ import annotations

import socket

from solver_bot.desktop.xlib import XServer
from tests.real.desktop import Desktop


def test_the_connection_to_a_server_that_has_gone_is_closed(desktop: Desktop) -> None:
    desktop.park()
    server = XServer()
    assert server._display
    connection = server._display.display.socket
    connection.shutdown(socket.SHUT_RDWR)
    server.wait()
    assert connection.fileno() == -1
    server.wait()
    server.close()
