"""Fields, cards and rows of buttons in the theme."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk

from solver_bot.practice.choice import is_digits
from solver_bot.practice.theme import MUTED, TEXT, Theme


class Field(ttk.Entry):
    """A field for a whole number. It shows its default value in grey until the player touches it.

    If the player types something and erases it again, the default value comes back. With
    ``stays_empty``, the field stays empty instead.
    """

    def __init__(
        self, parent: tkinter.Misc, theme: Theme, default: int, stays_empty: bool = False
    ) -> None:
        super().__init__(parent, width=8, font=theme.fonts["text"])
        self._default = str(default)
        self._stays_empty = stays_empty
        self._touched = self._by_program = False
        self._shows_default = True
        self.configure(validate="key", validatecommand=(self.register(self._typed), "%P"))
        self.bind("<FocusIn>", lambda _: self._entered())
        self.bind("<<PasteSelection>>", lambda _: self._pasted())
        self.bind("<FocusOut>", lambda _: self._left())
        for keys in ("<Control-a>", "<Control-A>"):
            self.bind(keys, self._select_all)
        for keys in ("<Control-BackSpace>", "<Control-Delete>"):
            self.bind(keys, self._erase)
        self.clear()

    def entered(self) -> str | None:
        """The text that the player has typed; None if the default value counts."""
        text = str(self.get())
        if self._shows_default or (not text and not self._touched):
            return None
        return text

    def clear(self) -> None:
        """Show the default value, as if nobody had touched the field."""
        self._touched, self._shows_default = False, True
        self._put(self._default, MUTED)

    def fill(self, number: int) -> None:
        """Write a number as if the player had typed it."""
        self._touched, self._shows_default = True, False
        self._put(str(number), TEXT)

    def _put(self, text: str, colour: str) -> None:
        self._by_program = True
        self.delete(0, "end")
        self.insert(0, text)
        self.configure(foreground=colour)
        self._by_program = False

    def _typed(self, text: str) -> bool:
        if self._by_program:
            return True
        self._touched = self._touched or is_digits(text)
        return is_digits(text)

    def _entered(self) -> None:
        if self._shows_default:
            self._shows_default = False
            self._put("", TEXT)

    def _select_all(self, _: object) -> str:
        self.selection_range(0, "end")
        self.icursor("end")
        return "break"  # Tk's own binding would move the cursor to the beginning

    def _erase(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Erase the digits on one side of the cursor, as these keys erase a word."""
        first, last = (0, "insert") if event.keysym == "BackSpace" else ("insert", "end")
        self.delete(first, last)
        return "break"

    def _pasted(self) -> None:
        """Enter the field before a paste: the middle button pastes but does not move the focus."""
        self.focus_set()
        self._entered()

    def _left(self) -> None:
        if not self.get() and not (self._touched and self._stays_empty):
            self.clear()


class Card(ttk.Frame):
    """A number or a time below its name."""

    def __init__(self, parent: tkinter.Misc, theme: Theme, name: str) -> None:
        pad = theme.px(12), theme.px(5)
        super().__init__(parent, style="Card.TFrame", padding=pad, borderwidth=1)
        self._name = ttk.Label(self, text=name, style="CardName.TLabel")
        self._value = ttk.Label(self, style="Value.TLabel", width=7)
        for label in (self._name, self._value):
            label.pack(anchor="w")

    def rename(self, name: str) -> None:
        """Show another name."""
        self._name.configure(text=name)

    def show(self, value: str, colour: str = TEXT) -> None:
        """Show another number or time."""
        self._value.configure(text=value, foreground=colour)


def button_row(
    parent: tkinter.Misc, theme: Theme, entries: Sequence[tuple[str, Callable[[], object], str]]
) -> ttk.Frame:
    """Buttons side by side with equal widths. An entry has the text, the action and the style."""
    row = ttk.Frame(parent)
    for column, (text, act, style) in enumerate(entries):
        button = ttk.Button(row, text=text, command=act, style=style, takefocus=True)
        button.grid(row=0, column=column, sticky="ew", padx=(theme.px(8) if column else 0, 0))
        row.columnconfigure(column, weight=1)
    return row
