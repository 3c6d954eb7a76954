"""Shows a record of ``play --record`` again: as frames, in a window, or as an animation file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from solver_bot.live.recording import Entry, RecordError
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lettering import text_plate
from solver_bot.vision.marks import CellMark, certain_marks, draw_marks, guess_mark
from solver_bot.vision.stamps import Form

if TYPE_CHECKING:
    import tkinter

FORMATS = {".gif": "GIF", ".webp": "WEBP", ".png": "PNG"}
"""The formats of animation files, by their suffix."""
LAST = 4
"""The last picture of an animation stays so many times as long."""
_GO_ON = "   (Space: go on)"
_CAPTION = 360
"""The least width of a frame in pixels, so that its sentence fits."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A decision as a picture, and in words."""

    picture: Picture
    sentence: str


def frames(entries: Sequence[Entry]) -> Iterator[Frame]:
    """Every decision, with marks on the cells that the bot was about to click.

    Raises:
        PictureError: a picture of the record can't be loaded.

    """
    for number, entry in enumerate(entries, 1):
        picture = entry.picture()
        if entry.place:
            picture = draw_marks(picture, entry.place, _marks(entry))
        yield Frame(picture, f"{number} of {len(entries)}, game {entry.game}: {_in_words(entry)}")


def _marks(entry: Entry) -> list[CellMark]:
    inside = [cell for cell in entry.cells if 0 <= cell < len(entry.board.cells)]
    if entry.kind == "flag":
        return [CellMark(cell, Form.MINE) for cell in inside]
    if entry.kind == "guess":
        return [
            CellMark(cell, Form.GUESS) if entry.odds is None else guess_mark(cell, entry.odds)
            for cell in inside[:1]
        ]
    return list(certain_marks(entry.board, inside, ()))


def _in_words(entry: Entry) -> str:
    count = len(entry.cells)
    cells = "1 cell" if count == 1 else f"{count} cells"
    if entry.kind == "guess":
        share = "odds unknown" if entry.odds is None else f"{entry.odds:.1%} a mine"
        return f"a guess, {share}"
    if entry.kind == "flag":
        return f"flag {cells}"
    return f"open {cells}" if count else entry.kind


def captioned(frame: Frame) -> Picture:
    """The frame's picture with its sentence below."""
    tall, wide = frame.picture.shape[:2]
    width = max(wide, _CAPTION)
    plate = text_plate(frame.sentence, width)
    whole = np.full((tall + plate.shape[0], width, 3), plate[0, 0], np.uint8)
    whole[:tall, :wide] = frame.picture
    whole[tall:, : plate.shape[1]] = plate
    return whole


def animation(shown: Sequence[Picture], seconds: float, suffix: str) -> bytes:
    """An animation file of pictures, each shown for so many seconds and the last for longer.

    Raises:
        RecordError: the suffix has no format, or there is no picture.

    """
    if suffix.lower() not in FORMATS:
        raise RecordError(f"An animation can't be written as {suffix!r}: use .gif, .webp or .png.")
    if not shown:
        raise RecordError("The record has no decision to show.")
    height = max(picture.shape[0] for picture in shown)
    width = max(picture.shape[1] for picture in shown)
    images = [_padded(picture, width, height) for picture in shown]
    lasts = [round(seconds * 1000)] * len(images)
    lasts[-1] *= LAST
    file = io.BytesIO()
    images[0].save(
        file,
        FORMATS[suffix.lower()],
        save_all=True,
        append_images=images[1:],
        duration=lasts,
        loop=0,
    )
    return file.getvalue()


def _padded(picture: Picture, width: int, height: int) -> Image.Image:
    whole = np.zeros((height, width, 3), np.uint8)
    whole[: picture.shape[0], : picture.shape[1]] = picture
    return Image.fromarray(np.ascontiguousarray(whole[..., ::-1]))


def write(path: Path, data: bytes) -> None:
    """Write an animation file.

    Raises:
        RecordError: it can't be written.

    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise RecordError(f"{path} can't be written: {error.strerror}.") from None


def show(shown: Sequence[Frame], seconds: float) -> None:
    """Play the frames in a window until it is closed. Space pauses, arrow keys step, Esc closes.

    Raises:
        TclError: the window can't be opened.

    """
    import tkinter

    root = tkinter.Tk()
    root.title("solver-bot: replay")
    label = tkinter.Label(root, borderwidth=0)
    longest = max(len(frame.sentence) for frame in shown) + len(_GO_ON)
    text = tkinter.Label(root, anchor="w", padx=8, pady=4, width=longest)  # it never grows
    label.pack()
    text.pack(fill="x")
    player = _Player(root, label, text, shown, seconds)
    root.bind("<Escape>", lambda _: root.destroy())
    root.bind("<space>", lambda _: player.pause())
    root.bind("<Right>", lambda _: player.step(1))
    root.bind("<Left>", lambda _: player.step(-1))
    player.draw()
    root.after(round(seconds * 1000), player.go_on)
    root.mainloop()


class _Player:
    """The frame that a window shows, and whether it goes on by itself."""

    def __init__(
        self,
        root: tkinter.Tk,
        label: tkinter.Label,
        text: tkinter.Label,
        shown: Sequence[Frame],
        seconds: float,
    ) -> None:
        self._root, self._label, self._text = root, label, text
        self._shown = shown
        self._seconds = seconds
        self._at = 0
        self._paused = False
        self._image: tkinter.PhotoImage | None = None

    def draw(self) -> None:
        import tkinter

        frame = self._shown[self._at]
        data = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(frame.picture[..., ::-1])).save(data, "PPM")
        self._image = tkinter.PhotoImage(data=data.getvalue(), format="ppm")
        self._label.configure(image=self._image)
        hint = _GO_ON if self._paused else ""
        self._text.configure(text=frame.sentence + hint)

    def pause(self) -> None:
        self._paused = not self._paused
        self.draw()

    def step(self, by: int) -> None:
        self._paused = True
        self._at = max(0, min(len(self._shown) - 1, self._at + by))
        self.draw()

    def go_on(self) -> None:
        if not self._paused and self._at + 1 < len(self._shown):
            self._at += 1
            self.draw()
        self._root.after(round(self._seconds * 1000), self.go_on)
