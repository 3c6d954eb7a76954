"""Declares Wayland interfaces that pywayland does not bring, from their wire formats.

A message is written as its name and the kinds of its arguments, in the order of the protocol:

    i, u, f, s, h   an int, an unsigned int, a fixed-point number, a text, a file descriptor
    o:NAME, ?o:NAME an object of this interface; with ``?`` it may be None
    o               an object whose interface does not matter, because the request is never made
    n:NAME          a new object of this interface, which the request returns
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pywayland.protocol import wayland
from pywayland.protocol_core import Argument, ArgumentType, Interface, Proxy
from pywayland.protocol_core.interface import InterfaceMeta
from pywayland.protocol_core.message import Message

Messages: TypeAlias = Mapping[str, Sequence[str]]

DESTRUCTOR = "destroy"
"""The request that ends an object."""
_PLAIN = {
    "i": ArgumentType.Int,
    "u": ArgumentType.Uint,
    "f": ArgumentType.Fixed,
    "s": ArgumentType.String,
    "h": ArgumentType.FileDescriptor,
}
_known: dict[str, type[Interface]] = {
    "wl_buffer": wayland.WlBuffer,
    "wl_output": wayland.WlOutput,
    "wl_seat": wayland.WlSeat,
    "wl_surface": wayland.WlSurface,
}


def interface(name: str, version: int, requests: Messages, events: Messages) -> type[Interface]:
    """Declare an interface. Those that its messages name must have been declared before.

    A message that came with a later version than 1 has that number in front of its arguments.
    """
    made: Any = InterfaceMeta(name, (Interface,), {"name": name, "version": version})
    methods = {key: _add_request(made, key, words) for key, words in requests.items()}
    for key, words in events.items():
        since, arguments = _arguments(words)
        made.events.append(Message(_named(key), tuple(arguments), since))
    made.proxy_class = type(f"{name}_proxy", (Proxy,), {"interface": made, **methods})
    made._gen_c()
    _known[name] = made
    finished: type[Interface] = made
    return finished


def _add_request(made: Any, name: str, words: Sequence[str]) -> Callable[..., Any]:
    """Add a request to an interface, and return the method of its objects that makes it."""
    since, arguments = _arguments(words)
    number = len(made.requests)
    returned = next((a.interface for a in arguments if a.argument_type is ArgumentType.NewId), None)
    made.requests.append(Message(_named(name), tuple(arguments), since))

    def request(proxy: Any, *values: Any) -> Any:
        if returned is not None:
            return proxy._marshal_constructor(number, returned, *values)
        proxy._marshal(number, *values)
        return proxy._destroy() if name == DESTRUCTOR else None

    return request


def _named(name: str) -> Callable[[], None]:
    """A function of this name, from which pywayland takes the name of a message."""

    def message() -> None: ...

    message.__name__ = name
    return message


def _arguments(words: Sequence[str]) -> tuple[int | None, list[Argument]]:
    """The version that a message came with, and its arguments."""
    since = int(words[0]) if words and words[0].isdigit() else None
    return since, [_argument(word) for word in words[since is not None :]]


def _argument(word: str) -> Argument:
    kind, _, name = word.removeprefix("?").partition(":")
    if kind in _PLAIN:
        return Argument(_PLAIN[kind])
    types = {"o": ArgumentType.Object, "n": ArgumentType.NewId}
    return Argument(
        types[kind], nullable=word.startswith("?"), interface=_known[name] if name else None
    )
