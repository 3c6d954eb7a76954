"""A server of the pages on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from benchmarks.looks.pages.designs import WEB


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Tell nothing."""


@contextmanager
def server() -> Iterator[int]:
    """Serve the pages. Gives the port."""
    handler = partial(_Quiet, directory=str(WEB))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        try:
            yield serving.server_port
        finally:
            serving.shutdown()
            thread.join()
