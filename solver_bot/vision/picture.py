"""Reads and writes picture files. Every picture is converted to 8-bit colour."""

from __future__ import annotations

import io
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from PIL import Image, UnidentifiedImageError

from solver_bot.vision.arrays import Picture

MOST_PIXELS = 80_000_000
"""The most pixels of a picture. Larger ones are refused unread; an 8K screen has 33 million."""
_JPEG: tuple[str, dict[str, Any]] = ("JPEG", {"quality": 95, "subsampling": 0})
_TIFF: tuple[str, dict[str, Any]] = ("TIFF", {"compression": "tiff_lzw"})
_FORMATS: dict[str, tuple[str, dict[str, Any]]] = {
    ".png": ("PNG", {}),
    ".jpg": _JPEG,
    ".jpeg": _JPEG,
    ".bmp": ("BMP", {}),
    ".gif": ("GIF", {}),
    ".webp": ("WEBP", {"lossless": True}),
    ".tif": _TIFF,
    ".tiff": _TIFF,
}
SUFFIXES = frozenset(_FORMATS)
"""The suffixes of picture files that can be read and written."""


class PictureError(Exception):
    """A picture can't be read or written. The message is a sentence for the user."""


def load_picture(path: Path) -> Picture:
    """Read a picture file: shape (height, width, 3), BGR.

    Grey, 16-bit and palette pictures are converted to this form. Transparent parts become white.

    Raises:
        PictureError: the file does not exist, is a folder, may not be read, is not a picture, is
            damaged, or is too large.

    """
    return _load(path, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture in a file's bytes, in the form of ``load_picture``.

    Raises:
        PictureError: as in ``load_picture``. ``name`` stands for the file in the message.

    """
    return _load(io.BytesIO(data), name)


def _load(source: Path | BinaryIO, name: str) -> Picture:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(source) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    raise _too_large(name, f"{width} x {height} pixels")
                return from_image(image)
    except FileNotFoundError:
        raise PictureError(f"There is no file {name}.") from None
    except IsADirectoryError:
        raise PictureError(f"{name} is a folder, not a picture.") from None
    except PermissionError:
        raise PictureError(f"{name} can't be read; check its permissions.") from None
    except UnidentifiedImageError:
        raise PictureError(
            f"{name} is not a picture this program can open (PNG, JPEG, BMP, GIF, WebP, TIFF)."
        ) from None
    except Image.DecompressionBombError:
        raise _too_large(name, "more pixels than is safe to decode") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise PictureError(f"{name} can't be opened: {error.strerror}.") from None
        raise PictureError(f"{name} is damaged or cut off; save it again.") from None


def _too_large(name: str, size: str) -> PictureError:
    return PictureError(
        f"{name} has {size}; at most {MOST_PIXELS // 1_000_000} million can be read. "
        "Crop it to the Minesweeper window."
    )


def from_image(image: Image.Image) -> Picture:
    """The pixels of an image, in the form of ``load_picture``."""
    if image.mode.startswith("I;16") or image.mode in {"I", "F"}:
        return _from_deep(np.asarray(image))
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, rgba)
    return np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])


def _from_deep(values: np.typing.NDArray[np.generic]) -> Picture:
    """A grey picture of more than 8 bits, converted to 8."""
    deep = values.astype(np.float64)
    full = 65535.0 if deep.max() > 255 else 255.0
    grey = np.clip(deep * (255.0 / full), 0, 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


def encode_picture(picture: Picture, suffix: str = ".png") -> bytes:
    """The bytes of a picture file in the format of this suffix.

    Raises:
        PictureError: the suffix has no format, or the format can't hold a picture of that size.

    """
    if suffix.lower() not in _FORMATS:
        allowed = ", ".join(sorted(_FORMATS))
        what = f"as {suffix!r}" if suffix else "without a suffix"
        raise PictureError(f"A picture can't be written {what}. End its name in one of {allowed}.")
    kind, options = _FORMATS[suffix.lower()]
    file = io.BytesIO()
    try:
        Image.fromarray(picture[:, :, ::-1]).save(file, format=kind, **options)
    except (KeyError, ValueError, OSError) as error:
        height, width = picture.shape[:2]
        raise PictureError(
            f"A picture of {width} x {height} pixels can't be written as {kind}: {error}."
        ) from None
    return file.getvalue()


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture file completely or not at all. An existing file is replaced.

    The suffix sets the format. If ``path`` is a link, the file that it leads to is replaced.

    Raises:
        PictureError: the folder is missing or can't be written to, the disk is full, the suffix
            has no format, or ``path`` is not a file but, for example, a folder or a device.

    """
    data = encode_picture(picture, path.suffix)
    place = Path(os.path.realpath(path))
    try:
        if place.exists() and not place.is_file():
            raise PictureError(f"{path} cannot be written: it is not a file.")
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".solver-bot.", suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            part.chmod(0o666 & ~_umask())
            part.replace(place)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise PictureError(f"{path} cannot be written: {error.strerror or error}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
