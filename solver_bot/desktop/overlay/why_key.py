"""The key that asks for the reason of a mark, whichever window has the keyboard."""

from __future__ import annotations

from typing import Any

from Xlib import XK, X

NAME = "Ctrl+Alt+W"
_KEY, _MODIFIERS = "w", X.ControlMask | X.Mod1Mask
_LOCKS = (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)
"""Caps Lock and Num Lock count as modifiers, and each may be on."""


def grab(display: Any) -> None:
    """Have this combination reported to us, and no other key.

    A program that has it already keeps it. The server gives it back when the connection ends.
    """
    code = display.keysym_to_keycode(XK.string_to_keysym(_KEY))
    root = display.screen().root
    for lock in _LOCKS if code else ():
        root.grab_key(code, _MODIFIERS | lock, False, X.GrabModeAsync, X.GrabModeAsync)
