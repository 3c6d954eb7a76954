"""Names of keys, and the codes of keys and buttons in Linux (``input-event-codes.h``)."""

from __future__ import annotations

from solver_bot.desktop.mouse import Button

_ROWS = {16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm", 2: "1234567890"}
"""Rows of keys by the code of their first key, on a keyboard with the US layout."""

CODES: dict[str, int] = {
    **{key: first + place for first, row in _ROWS.items() for place, key in enumerate(row)},
    **{f"f{number}": 58 + number for number in range(1, 11)},
    "f11": 87, "f12": 88,
    "esc": 1, "escape": 1, "backspace": 14, "tab": 15, "enter": 28, "return": 28, "space": 57,
    "ctrl": 29, "shift": 42, "alt": 56, "win": 125,
    "-": 12, "=": 13, "[": 26, "]": 27, ";": 39, "'": 40, "`": 41, "\\": 43, ",": 51, ".": 52,
    "/": 53,
    "home": 102, "up": 103, "pageup": 104, "left": 105, "right": 106, "end": 107, "down": 108,
    "pagedown": 109, "insert": 110, "delete": 111,
}  # fmt: skip
"""The code of every key that can be pressed."""

BUTTONS = {Button.LEFT: 0x110, Button.RIGHT: 0x111, Button.MIDDLE: 0x112}
"""The code of every button of the mouse."""

MODIFIERS = {"shift": 1, "ctrl": 4, "alt": 8, "win": 64}
"""The bit of each modifier in the state of a keyboard."""


def split(combination: str) -> list[str]:
    """The keys of a combination such as ``ctrl+n``.

    Raises:
        ValueError: there is no such key; the message tells which.

    """
    keys = combination.lower().split("+")
    unknown = [key for key in keys if key not in CODES]
    if unknown:
        raise ValueError(f"There is no key {unknown[0]!r}: write it like f2 or ctrl+n.")
    return keys
