"""The pictures of one monitor, as they come through PipeWire, and where the pointer is in them.

The desktop sends a picture whenever something has changed on the monitor. The last one is kept in
the memory that it came in, so that a capture copies no more than it needs. The pointer is not in
the pictures: the desktop tells its place beside them.
"""

from __future__ import annotations

import atexit
import ctypes
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver_bot.desktop.portal import libpipewire as pw
from solver_bot.desktop.portal import pods

WITHDRAWN = "the permission was withdrawn, or the desktop has gone"
_EVERY_CHANGE = b"{ media.type = Video media.category = Capture media.role = Screen }"
_ENUM_FORMAT, _FORMAT, _BUFFERS, _META = 3, 4, 5, 6
_MEDIA_TYPE, _MEDIA_SUBTYPE, _VIDEO_FORMAT, _SIZE, _RATE = 1, 2, 0x20001, 0x20003, 0x20004
_VIDEO, _RAW = 2, 1
_BGR, _RGB = (0, 1, 2), (2, 1, 0)
_CHANNELS = {8: _BGR, 12: _BGR, 7: _RGB, 11: _RGB}  # BGRx, BGRA, RGBx, RGBA
_LARGEST = 16384
_CURSOR_HEAD, _BITMAP_HEAD = ctypes.sizeof(pw.Cursor), 20
_WITHOUT_A_BITMAP, _LARGEST_BITMAP = 1, 384


class StreamError(RuntimeError):
    """The pictures can't come, or come no longer. The message is the reason."""


class Stream:
    """A stream of pictures from a PipeWire node.

    ``remote`` is the file of a connection to PipeWire, which is the stream's from then on, or None
    for the PipeWire of this session.

    Attributes:
        size: width and height of its pictures, in pixels; None until that is agreed.
        pictures: how many have come.
        came: when the last one came, by ``time.monotonic``.
        pointer: where the pointer is, in pixels; None if it is not on this monitor.
        ended: why no picture comes any more; None as long as pictures come.

    Raises:
        StreamError: there is no PipeWire, or it refuses.

    """

    def __init__(self, node: int, remote: int | None = None) -> None:
        try:
            self._library = pw.library()
        except OSError as error:
            raise StreamError("libpipewire-0.3 is not installed") from error
        self.size: tuple[int, int] | None = None
        self.pictures = 0
        self.came = time.monotonic()
        self.pointer: tuple[int, int] | None = None
        self.ended: str | None = None
        self._channels = _BGR
        self._held: Any = None
        self._news = threading.Condition()
        self._objects: list[tuple[str, Any]] = []
        self._running = False
        self._events = pw.StreamEvents(
            version=2,
            state_changed=pw.STATE_CHANGED(self._on_state),
            param_changed=pw.PARAM_CHANGED(self._on_param),
            remove_buffer=pw.REMOVE_BUFFER(self._on_removed),
            process=pw.PROCESS(self._on_pictures),
        )
        self._hook = pw.Hook()
        self._loop = self._made(
            "pw_thread_loop_destroy", self._library.pw_thread_loop_new(b"", None)
        )
        atexit.register(self.close)
        try:
            self._connect(node, remote)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the stream."""
        atexit.unregister(self.close)
        if self._running:
            self._running = False
            self._library.pw_thread_loop_stop(self._loop)
        self._held = None
        while self._objects:
            end, thing = self._objects.pop()
            getattr(self._library, end)(thing)
        with self._news:
            self.ended = self.ended or "it was closed"
            self._news.notify_all()

    @contextmanager
    def shot(self) -> Iterator[tuple[NDArray[np.uint8], tuple[int, int, int]]]:
        """The last picture, shape (height, width, 4), and which bytes are blue, green and red.

        It must be copied within the block: the memory is the desktop's.

        Raises:
            StreamError: there is none any more.

        """
        with self._locked():
            if self.ended or not self._held:
                raise StreamError(self.ended or "there is no picture")
            yield _pixels(self._held.contents.buffer.contents, self.size or (0, 0)), self._channels

    def wait(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Wait until ``ready``, which is asked whenever something has come. Returns whether it is.

        Raises:
            StreamError: the stream has ended.

        """
        end = time.monotonic() + seconds
        with self._news:
            while not self.ended and not ready():
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(left)
        if self.ended:
            raise StreamError(self.ended)
        return True

    def _connect(self, node: int, remote: int | None) -> None:
        library = self._library
        context = library.pw_context_new(library.pw_thread_loop_get_loop(self._loop), None, 0)
        self._made("pw_context_destroy", context)
        if remote is None:
            core = library.pw_context_connect(context, None, 0)
        else:
            core = library.pw_context_connect_fd(context, remote, None, 0)
        self._made("pw_core_disconnect", core)
        wishes = library.pw_properties_new_string(_EVERY_CHANGE)
        self._stream = self._made(
            "pw_stream_destroy", library.pw_stream_new(core, b"solver-bot", wishes)
        )
        library.pw_stream_add_listener(
            self._stream, ctypes.byref(self._hook), ctypes.byref(self._events), None
        )
        flags = pw.AUTOCONNECT | pw.MAP_BUFFERS | pw.DONT_RECONNECT
        with _array([_wanted_format()]) as (wanted, count):
            if library.pw_stream_connect(self._stream, pw.INPUT, node, flags, wanted, count) < 0:
                raise StreamError("PipeWire refuses the stream")
        if library.pw_thread_loop_start(self._loop) < 0:
            raise StreamError("PipeWire's thread can't be started")
        self._running = True

    def _made(self, end: str, thing: Any) -> Any:
        """Note how to end an object that the library has made, and return it."""
        if not thing:
            raise StreamError("PipeWire can't be reached")
        self._objects.append((end, thing))
        return thing

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """No picture comes or goes within this block."""
        if not self._running:
            raise StreamError(self.ended or "it was closed")
        self._library.pw_thread_loop_lock(self._loop)
        try:
            yield
        finally:
            self._library.pw_thread_loop_unlock(self._loop)

    def _on_state(self, _: int, old: int, new: int, error: bytes | None) -> None:
        with self._news:
            if new == pw.ERROR:
                self.ended = (error or b"").decode(errors="replace") or "PipeWire reports an error"
            elif new == pw.UNCONNECTED or (old == pw.STREAMING and new < old and not self._resized):
                self.ended = WITHDRAWN
            self._news.notify_all()

    _resized = False

    def _on_param(self, _: int, parameter: int, pod: int | None) -> None:
        """The format of the pictures is agreed: tell what else is wanted."""
        if parameter != _FORMAT or not pod:
            return
        told = pods.properties(ctypes.string_at(pod, pods.length(ctypes.string_at(pod, 8))))
        width, height = pods.numbers(told[_SIZE])
        (form,) = pods.numbers(told[_VIDEO_FORMAT])
        with self._news:
            self._resized = self.size is not None
            self.size, self._channels = (width, height), _CHANNELS[form]
        with _array([_wanted_buffers(), _wanted_pointer()]) as (wanted, count):
            self._library.pw_stream_update_params(self._stream, wanted, count)

    def _on_removed(self, _: int, buffer: Any) -> None:
        if self._held and _address(buffer) == _address(self._held):
            self._held = None

    def _on_pictures(self, _: int) -> None:
        newest, came = None, 0
        while buffer := self._library.pw_stream_dequeue_buffer(self._stream):
            told = buffer.contents.buffer.contents
            self._note_pointer(told)
            if not _has_picture(told):
                self._give_back(buffer)
                continue
            if newest:
                self._give_back(newest)
            newest, came = buffer, came + 1
        if newest and self._held:
            self._give_back(self._held)
        with self._news:
            self._held = newest or self._held
            self.pictures += came
            if came:
                self.came = time.monotonic()
            self._news.notify_all()

    def _give_back(self, buffer: Any) -> None:
        self._library.pw_stream_queue_buffer(self._stream, buffer)

    def _note_pointer(self, buffer: pw.SpaBuffer) -> None:
        for meta in buffer.metas[: buffer.n_metas]:
            if meta.type == pw.META_CURSOR and meta.data and meta.size >= _CURSOR_HEAD:
                cursor = pw.Cursor.from_address(meta.data)
                self.pointer = (cursor.x, cursor.y) if cursor.id else None


def _has_picture(buffer: pw.SpaBuffer) -> bool:
    """Whether a buffer has pixels, and not only news of the pointer."""
    if not buffer.n_datas:
        return False
    data = buffer.datas[0]
    chunk = data.chunk.contents
    return bool(data.data) and chunk.size > 0 and not chunk.flags & pw.CORRUPTED


def _pixels(buffer: pw.SpaBuffer, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The pixels of a buffer, in its own memory."""
    width, height = size
    data = buffer.datas[0]
    chunk = data.chunk.contents
    start = data.data + chunk.offset % max(1, data.maxsize)
    memory = (ctypes.c_uint8 * (chunk.stride * height)).from_address(start)
    lines = np.frombuffer(memory, np.uint8).reshape(height, chunk.stride)
    return lines[:, : 4 * width].reshape(height, width, 4)


def _address(pointer: Any) -> int | None:
    return ctypes.cast(pointer, ctypes.c_void_p).value


@contextmanager
def _array(parameters: Sequence[bytes]) -> Iterator[tuple[Any, int]]:
    """The C array of some pods, and how many they are."""
    kept = [ctypes.create_string_buffer(one, len(one)) for one in parameters]
    array = (ctypes.c_void_p * len(kept))(*(ctypes.addressof(one) for one in kept))
    yield array, len(kept)


def _wanted_format() -> bytes:
    largest = pods.rectangle(_LARGEST, _LARGEST)
    return pods.thing(
        pods.FORMAT,
        _ENUM_FORMAT,
        {
            _MEDIA_TYPE: pods.enumerated(_VIDEO),
            _MEDIA_SUBTYPE: pods.enumerated(_RAW),
            _VIDEO_FORMAT: pods.one_of(*map(pods.enumerated, _CHANNELS)),
            _SIZE: pods.between(pods.rectangle(1920, 1080), pods.rectangle(1, 1), largest),
            _RATE: pods.between(pods.fraction(0, 1), pods.fraction(0, 1), pods.fraction(1000, 1)),
        },
    )


def _wanted_buffers() -> bytes:
    """Memory that this process can read, and enough of it to keep one picture."""
    return pods.thing(
        pods.BUFFERS,
        _BUFFERS,
        {
            1: pods.between(pods.integer(8), pods.integer(3), pods.integer(16)),
            6: pods.bits(1 << pw.MEM_PTR | 1 << pw.MEM_FD),
        },
    )


def _wanted_pointer() -> bytes:
    def size(side: int) -> pods.Value:
        return pods.integer(_CURSOR_HEAD + _BITMAP_HEAD + 4 * side * side)

    return pods.thing(
        pods.META,
        _META,
        {
            1: pods.enumerated(pw.META_CURSOR),
            2: pods.between(size(64), size(_WITHOUT_A_BITMAP), size(_LARGEST_BITMAP)),
        },
    )
