"""Makes the standard streams accept whatever is at their other end.

If a reader closes its end early, as ``head`` does, later output is discarded without an error. A
stream that is closed from the start is replaced by an empty one. If the encoding lacks a character,
the nearest plain one is written. A file name that is not text is written as its original bytes.
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
"""The code points (``surrogateescape``) with which Python stands for bytes that are not text."""


class Outlet(io.FileIO):
    """A file for output that ignores a closed pipe.

    Attributes:
        heard: False once the reader has closed the pipe.

    """

    heard = True

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self.heard = False
            return len(data)


def mend_streams() -> None:
    """Replace the standard streams, see this module's docstring."""
    _fill_closed()
    codecs.register_error(PLAINLY, _plainly)
    codecs.register(_plain_ascii)
    if sys.stdout:
        sys.stdout = _mended(sys.stdout)
    if sys.stderr:
        sys.stderr = _mended(sys.stderr)


def is_heard() -> bool:
    """Whether the reader of standard output is still there, as far as is known."""
    buffer = getattr(sys.stdout, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    return not isinstance(raw, Outlet) or raw.heard


def _fill_closed() -> None:
    """Open closed standard streams, so that no other file gets their descriptor numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            mode = os.O_WRONLY if number else os.O_RDONLY
            os.dup2(os.open(os.devnull, mode), number)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _mended(stream: TextIO) -> TextIO:
    buffer = getattr(stream, "buffer", None)
    if type(getattr(buffer, "raw", buffer)) is not io.FileIO:
        return stream  # for example a Windows console, which accepts all characters
    stream.flush()
    outlet = Outlet(stream.fileno(), "w", closefd=False)
    plain = codecs.lookup(stream.encoding).name == "ascii"
    return io.TextIOWrapper(
        # Unbuffered if Python was started so.
        io.BufferedWriter(outlet) if hasattr(buffer, "raw") else outlet,
        encoding=_PLAIN_ASCII if plain else stream.encoding,
        errors=PLAINLY,
        line_buffering=stream.isatty() or stream is sys.stderr,
        write_through=getattr(stream, "write_through", False),
    )


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name. At the name ``ascii``, click assumes a misconfigured stream."""
    if name.replace("_", "-") != _PLAIN_ASCII:
        return None
    true = codecs.lookup("ascii")
    return codecs.CodecInfo(
        true.encode, true.decode, true.streamreader, true.streamwriter,
        true.incrementalencoder, true.incrementaldecoder, _PLAIN_ASCII,
    )  # fmt: skip


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace a character that the encoding lacks. An error handler for ``codecs``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    after = error.start + 1
    if ord(character) in _ESCAPED:
        return bytes([ord(character) - 0xDC00]), after
    nearest = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return _SIGNS.get(character) or nearest or "?", after
