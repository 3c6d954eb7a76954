"""What is used of libpipewire 0.3, the C library of PipeWire: its structures and functions.

The names of structures and of their fields are PipeWire's, without prefixes.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from functools import cache
from typing import Any

NAME = "libpipewire-0.3.so.0"
INPUT = 0
AUTOCONNECT, MAP_BUFFERS, DONT_RECONNECT = 1, 4, 128
ERROR, UNCONNECTED, STREAMING = -1, 0, 3
META_CURSOR = 5
MEM_PTR, MEM_FD = 1, 2
CORRUPTED = 1


class Meta(Structure):
    """What is told about a buffer."""

    _fields_ = [("type", c_uint32), ("size", c_uint32), ("data", c_void_p)]


class Chunk(Structure):
    """Which part of a memory is filled."""

    _fields_ = [
        ("offset", c_uint32),
        ("size", c_uint32),
        ("stride", c_int32),
        ("flags", c_int32),
    ]


class Data(Structure):
    """A memory."""

    _fields_ = [
        ("type", c_uint32),
        ("flags", c_uint32),
        ("fd", c_int64),
        ("mapoffset", c_uint32),
        ("maxsize", c_uint32),
        ("data", c_void_p),
        ("chunk", POINTER(Chunk)),
    ]


class SpaBuffer(Structure):
    """A picture: its memories, and what is told about it."""

    _fields_ = [
        ("n_metas", c_uint32),
        ("n_datas", c_uint32),
        ("metas", POINTER(Meta)),
        ("datas", POINTER(Data)),
    ]


class Buffer(Structure):
    """The beginning of a stream's buffer; later fields depend on the version."""

    _fields_ = [("buffer", POINTER(SpaBuffer)), ("user_data", c_void_p), ("size", c_uint64)]


class Cursor(Structure):
    """Where the pointer is, in pixels. An ``id`` of 0 means that it is not in the picture."""

    _fields_ = [
        ("id", c_uint32),
        ("flags", c_uint32),
        ("x", c_int32),
        ("y", c_int32),
        ("hotspot_x", c_int32),
        ("hotspot_y", c_int32),
        ("bitmap_offset", c_uint32),
    ]


class Hook(Structure):
    """The place of a listener in a list. PipeWire alone writes it."""

    _fields_ = [("words", c_void_p * 6)]


STATE_CHANGED = CFUNCTYPE(None, c_void_p, c_int, c_int, c_char_p)
PARAM_CHANGED = CFUNCTYPE(None, c_void_p, c_uint32, c_void_p)
REMOVE_BUFFER = CFUNCTYPE(None, c_void_p, POINTER(Buffer))
PROCESS = CFUNCTYPE(None, c_void_p)


class StreamEvents(Structure):
    """The functions that a stream calls. Those of type ``c_void_p`` are not used here."""

    _fields_ = [
        ("version", c_uint32),
        ("destroy", c_void_p),
        ("state_changed", STATE_CHANGED),
        ("control_info", c_void_p),
        ("io_changed", c_void_p),
        ("param_changed", PARAM_CHANGED),
        ("add_buffer", c_void_p),
        ("remove_buffer", REMOVE_BUFFER),
        ("process", PROCESS),
        ("drained", c_void_p),
        ("command", c_void_p),
        ("trigger_done", c_void_p),
    ]


_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "pw_init": (None, [c_void_p, c_void_p]),
    "pw_thread_loop_new": (c_void_p, [c_char_p, c_void_p]),
    "pw_thread_loop_get_loop": (c_void_p, [c_void_p]),
    "pw_thread_loop_start": (c_int, [c_void_p]),
    "pw_thread_loop_stop": (None, [c_void_p]),
    "pw_thread_loop_destroy": (None, [c_void_p]),
    "pw_thread_loop_lock": (None, [c_void_p]),
    "pw_thread_loop_unlock": (None, [c_void_p]),
    "pw_context_new": (c_void_p, [c_void_p, c_void_p, c_size_t]),
    "pw_context_connect": (c_void_p, [c_void_p, c_void_p, c_size_t]),
    "pw_context_connect_fd": (c_void_p, [c_void_p, c_int, c_void_p, c_size_t]),
    "pw_context_destroy": (None, [c_void_p]),
    "pw_core_disconnect": (c_int, [c_void_p]),
    "pw_properties_new_string": (c_void_p, [c_char_p]),
    "pw_stream_new": (c_void_p, [c_void_p, c_char_p, c_void_p]),
    "pw_stream_add_listener": (
        None,
        [c_void_p, POINTER(Hook), POINTER(StreamEvents), c_void_p],
    ),
    "pw_stream_connect": (
        c_int,
        [c_void_p, c_int, c_uint32, c_int, POINTER(c_void_p), c_uint32],
    ),
    "pw_stream_update_params": (c_int, [c_void_p, POINTER(c_void_p), c_uint32]),
    "pw_stream_dequeue_buffer": (POINTER(Buffer), [c_void_p]),
    "pw_stream_queue_buffer": (c_int, [c_void_p, POINTER(Buffer)]),
    "pw_stream_destroy": (None, [c_void_p]),
}


@cache
def library() -> Any:
    """The library, ready for use.

    Raises:
        OSError: it is not installed.

    """
    found = ctypes.CDLL(NAME)
    for name, (result, arguments) in _FUNCTIONS.items():
        function: Any = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    found.pw_init(None, None)
    return found
