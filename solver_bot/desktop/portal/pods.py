"""The values in which PipeWire writes parameters (SPA pods), as far as a video stream needs them.

A pod is its length and its type, each an unsigned int of four bytes, and its content, filled up to
eight bytes. Numbers have the order of bytes of the machine.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_ID, _INT, _RECTANGLE, _FRACTION, _OBJECT, _CHOICE = 3, 4, 10, 11, 15, 19
_RANGE, _ENUM, _FLAGS = 1, 3, 4

FORMAT, BUFFERS, META = 0x40003, 0x40004, 0x40005
"""Types of objects."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its type, and its content without padding."""

    kind: int
    content: bytes

    def pod(self) -> bytes:
        """The value with its head, filled up to eight bytes."""
        head = struct.pack("=II", len(self.content), self.kind)
        return head + self.content + bytes(-len(self.content) % 8)


def enumerated(number: int) -> Value:
    """A number of an enumeration."""
    return Value(_ID, struct.pack("=I", number))


def integer(number: int) -> Value:
    """A signed number of four bytes."""
    return Value(_INT, struct.pack("=i", number))


def rectangle(width: int, height: int) -> Value:
    """A width and a height."""
    return Value(_RECTANGLE, struct.pack("=II", width, height))


def fraction(over: int, under: int) -> Value:
    """A rational number."""
    return Value(_FRACTION, struct.pack("=II", over, under))


def one_of(first: Value, *others: Value) -> Value:
    """A choice between values of one type, the preferred one first."""
    return _choice(_ENUM, (first, first, *others))


def between(preferred: Value, least: Value, most: Value) -> Value:
    """A choice of all values from the least to the most."""
    return _choice(_RANGE, (preferred, least, most))


def bits(mask: int) -> Value:
    """A choice of flags."""
    return _choice(_FLAGS, (integer(mask),))


def _choice(kind: int, values: Sequence[Value]) -> Value:
    head = struct.pack("=IIII", kind, 0, len(values[0].content), values[0].kind)
    return Value(_CHOICE, head + b"".join(value.content for value in values))


def thing(kind: int, parameter: int, properties: dict[int, Value]) -> bytes:
    """The pod of an object: its type, the parameter that it is of, and its properties."""
    parts = [struct.pack("=II", key, 0) + value.pod() for key, value in properties.items()]
    return Value(_OBJECT, struct.pack("=II", kind, parameter) + b"".join(parts)).pod()


def length(head: bytes) -> int:
    """The whole length of a pod that begins with these eight bytes."""
    return 8 + int(struct.unpack("=I", head[:4])[0])


def properties(pod: bytes) -> dict[int, Value]:
    """The properties of an object's pod. A choice counts as its preferred value."""
    return dict(_properties(pod))


def _properties(pod: bytes) -> Iterator[tuple[int, Value]]:
    at, end = 16, min(length(pod), len(pod))
    while at + 16 <= end:
        key, _, size, kind = struct.unpack_from("=IIII", pod, at)
        content = pod[at + 16 : at + 16 + size]
        if kind == _CHOICE and len(content) >= 16:
            inner, kind_of_inner = struct.unpack_from("=II", content, 8)
            yield key, Value(kind_of_inner, content[16 : 16 + inner])
        else:
            yield key, Value(kind, content)
        at += 16 + size + -size % 8


def numbers(value: Value) -> tuple[int, ...]:
    """The numbers of four bytes that a value consists of."""
    count = len(value.content) // 4
    return struct.unpack_from(f"={count}I", value.content)
