"""Pictures as other programs give them: paths, Pillow images and arrays."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver_bot.vision.arrays import Picture
from solver_bot.vision.picture import MOST_PIXELS, PictureError, from_image, load_picture

Source: TypeAlias = str | Path | Image.Image | NDArray[np.uint8]


def pixels(source: Source) -> Picture:
    """The pixels of a picture, shape (height, width, 3), BGR.

    Raises:
        PictureError: it can't be read, or has another shape.

    """
    if isinstance(source, str | Path):
        return load_picture(Path(source))
    if isinstance(source, Image.Image):
        if source.width * source.height > MOST_PIXELS:
            raise PictureError(
                f"A picture of {source.width} x {source.height} pixels is too large."
            )
        return from_image(source)
    if not isinstance(source, np.ndarray):  # such as None, which cv2.imread gives without a file
        raise PictureError(
            f"{source!r:.60} is no picture: give a path, a Pillow image or an array."
        )
    if source.dtype != np.uint8 or source.ndim != 3 or source.shape[2] != 3 or not source.size:
        raise PictureError(
            f"An array of the shape {source.shape} and the type {source.dtype} is no picture: "
            "give bytes of the shape (height, width, 3)."
        )
    if source.shape[0] * source.shape[1] > MOST_PIXELS:
        raise PictureError(f"A picture of {source.shape[1]} x {source.shape[0]} is too large.")
    return np.ascontiguousarray(source)
