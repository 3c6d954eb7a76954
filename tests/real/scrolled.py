"""A window with a picture of a game that can be scrolled: python -m tests.real.scrolled PICTURE.

Up and Down scroll by 37 pixels, Page Up and Page Down by 32, which is a row of the board.
"""

from __future__ import annotations

import sys
import tkinter
from functools import partial


def scroll(canvas: tkinter.Canvas, by: int, _event: object) -> None:
    canvas.yview_scroll(by, "units")


def main(path: str) -> None:
    root = tkinter.Tk()
    root.title("scrolled")
    root.geometry("760x960+80+60")
    image = tkinter.PhotoImage(file=path)
    size = 0, 0, image.width(), image.height() + 1900
    canvas = tkinter.Canvas(
        root, scrollregion=size, background="#dddddd", highlightthickness=0, yscrollincrement=1
    )
    canvas.create_image(0, 200, image=image, anchor="nw")
    canvas.pack(fill="both", expand=True)
    for key, by in (("Up", -37), ("Down", 37), ("Prior", -32), ("Next", 32)):
        root.bind(f"<{key}>", partial(scroll, canvas, by))
    root.mainloop()


if __name__ == "__main__":
    main(sys.argv[1])
