"""The standard streams, made to bear what may be at their other end.

A reader that goes, as ``head`` does, is no failure: what is written after that is thrown away. A
stream that is closed from the start is empty. A terminal or file that takes fewer characters than
Unicode has gets the nearest plain ones, and a file name that is no text comes out as it is.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Any, TextIO

PLAINLY = "solver-bot-plainly"
"""The name of the error handler."""
_PLAIN_ASCII = "plain-ascii"
_SIGNS = {"×": "x", "→": "->", "←": "<-", "–": "-", "—": "-", "’": "'", "‘": "'", "·": "-"}
_ESCAPED = range(0xDC80, 0xDD00)
"""What Python makes of the bytes of a file name that are no text."""


class Outlet(io.FileIO):
    """Where output goes. ``heard`` is false once nobody reads it any more."""

    heard = True

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self.heard = False
            return len(data)


def mend_streams() -> None:
    """Put streams that bear what comes in the place of the standard ones."""
    _fill_closed()
    codecs.register_error(PLAINLY, _plainly)
    codecs.register(_plain_ascii)
    if sys.stdout:
        sys.stdout = _mended(sys.stdout)
    if sys.stderr:
        sys.stderr = _mended(sys.stderr)


def is_heard() -> bool:
    """Whether somebody still reads standard output, as far as can be told."""
    buffer = getattr(sys.stdout, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    return not isinstance(raw, Outlet) or raw.heard


def _fill_closed() -> None:
    """Open standard streams that are closed, so that no other file takes their places."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            mode = os.O_WRONLY if number else os.O_RDONLY
            os.dup2(os.open(os.devnull, mode), number)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _mended(stream: TextIO) -> TextIO:
    buffer = getattr(stream, "buffer", None)
    if (
        type(getattr(buffer, "raw", buffer)) is not io.FileIO
    ):  # such as a console of Windows, which takes all characters
        return stream
    stream.flush()
    outlet = Outlet(stream.fileno(), "w", closefd=False)
    plain = codecs.lookup(stream.encoding).name == "ascii"
    return io.TextIOWrapper(
        # Without a buffer, where Python was asked for that.
        io.BufferedWriter(outlet) if hasattr(buffer, "raw") else outlet,
        encoding=_PLAIN_ASCII if plain else stream.encoding,
        errors=PLAINLY,
        line_buffering=stream.isatty() or stream is sys.stderr,
        write_through=getattr(stream, "write_through", False),
    )


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII by another name: at its own, click takes a stream for one set up wrongly."""
    if name.replace("_", "-") != _PLAIN_ASCII:
        return None
    true = codecs.lookup("ascii")
    return codecs.CodecInfo(
        true.encode, true.decode, true.streamreader, true.streamwriter,
        true.incrementalencoder, true.incrementaldecoder, _PLAIN_ASCII,
    )  # fmt: skip


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """What is written in place of a character that the encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    after = error.start + 1
    if ord(character) in _ESCAPED:
        return bytes([ord(character) - 0xDC00]), after
    nearest = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return _SIGNS.get(character) or nearest or "?", after
