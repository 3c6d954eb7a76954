"""Waiting for an X server, which may go at any time."""

from __future__ import annotations

import gc
import socket
import struct
import threading
from warnings import catch_warnings, simplefilter

from solver_bot.desktop.xlib import XServer, open_display
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


def test_a_connection_that_is_refused_is_closed() -> None:
    """Python warns of a socket that nobody has closed."""
    with socket.create_server(("127.0.0.1", 0)) as server, catch_warnings(record=True) as warned:
        simplefilter("always")
        refusing = threading.Thread(target=_refuse, args=(server,))
        refusing.start()
        assert _is_refused(f"127.0.0.1:{server.getsockname()[1] - 6000}")
        refusing.join()
        gc.collect()
    assert [str(one.message) for one in warned] == []


def _refuse(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(struct.pack("<BBHHH8s", 0, 6, 11, 0, 2, b"no more!"))


def _is_refused(display: str) -> bool:
    try:
        open_display(display)
    except Exception:  # python3-xlib raises many kinds of errors
        return True
    return False
