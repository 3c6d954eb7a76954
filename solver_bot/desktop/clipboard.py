"""The picture that was copied last, through Pillow."""

from __future__ import annotations

import subprocess

import numpy as np

from solver_bot.desktop.screen import (
    NO_DISPLAY,
    Picture,
    ScreenError,
    is_wayland,
    missing_display,
)

MOST_PIXELS = 80_000_000
"""The most pixels of a copied picture."""


class ClipboardError(RuntimeError):
    """There is no picture in the clipboard. The message is a sentence that says what to do."""


def clipboard_picture() -> Picture:
    """The picture in the clipboard, shape (height, width, 3), BGR.

    Raises:
        ClipboardError: there is none, it can't be read, or the tool that reads it is missing.
        ScreenError: there is no desktop, and so no clipboard.

    """
    from PIL import Image, ImageGrab, UnidentifiedImageError

    if missing_display() == NO_DISPLAY:
        raise ScreenError(NO_DISPLAY)

    try:
        found = ImageGrab.grabclipboard()
        if isinstance(found, list):  # files that were copied in a file manager
            found = Image.open(found[0]) if found else None
        if found is None:
            raise ClipboardError("The clipboard holds no picture: copy a screenshot first.")
        if found.width * found.height > MOST_PIXELS:
            raise ClipboardError("The picture in the clipboard is too large.")
        # Transparent parts become white, as in picture files.
        white = Image.new("RGBA", found.size, "white")
        flat = Image.alpha_composite(white, found.convert("RGBA")).convert("RGB")
    except NotImplementedError:
        tool = "wl-clipboard" if is_wayland() else "xclip"
        raise ClipboardError(
            f"The clipboard can't be read without a tool for it: install {tool}."
        ) from None
    except UnidentifiedImageError:  # its message names an object in memory
        raise ClipboardError(
            "The clipboard holds no picture that can be read: copy a screenshot first."
        ) from None
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        # xclip says so if what was copied is no picture, or if there is no display.
        detail = " ".join(str(error).split()).removesuffix(".")
        raise ClipboardError(
            f"The clipboard holds no picture that can be read ({detail}): copy a screenshot first."
        ) from error
    return np.ascontiguousarray(np.asarray(flat, dtype=np.uint8)[..., ::-1])
