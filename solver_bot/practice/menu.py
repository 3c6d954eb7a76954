"""The screen on which a game is chosen."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from tkinter import ttk

from solver_bot.game.match import FairPlay
from solver_bot.practice.choice import (
    DEFAULT_MINES,
    DEFAULT_SECONDS,
    DEFAULT_SIDE,
    PRESETS,
    Entries,
    Preset,
    problems,
)
from solver_bot.practice.pieces import Field, button_row
from solver_bot.practice.theme import Theme

LIVES = (1, 2, 3, 5)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the menu holds: the text of its fields, the lives, and the fair-play options."""

    entries: Entries
    lives: int
    fair: FairPlay


class Menu(ttk.Frame):
    """The menu: fields for the board, presets that fill them, and the fair-play options.

    It begins with the values in ``before``. ``start`` is called with the chosen values once nothing
    is wrong with them.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        theme: Theme,
        start: Callable[[Wanted], object],
        before: Wanted,
    ) -> None:
        super().__init__(parent, padding=theme.px(28))
        self._theme = theme
        self._start = start
        self._lives = tkinter.IntVar(self, before.lives)
        self._rules = {
            name: tkinter.BooleanVar(self, wanted) for name, wanted in asdict(before.fair).items()
        }
        ttk.Label(self, text="Minesweeper", style="Title.TLabel").pack(anchor="w")
        self._presets().pack(fill="x", pady=(theme.px(14), theme.px(18)))
        self._table(asdict(before.entries)).pack(fill="x")
        self._fair_play().pack(fill="x", pady=(theme.px(20), 0))
        self._said = ttk.Label(self, style="Error.TLabel", justify="left")
        self._said.pack(anchor="w", pady=(theme.px(14), theme.px(8)))
        row = button_row(self, theme, [("Start", self.begin, "Main.TButton")])
        row.pack(fill="x")

    def begin(self) -> None:
        """Start the game that was chosen, or say what is wrong with the fields."""
        entries = self._entries()
        if wrong := problems(entries):
            self._said.configure(text="\n".join(wrong))
            return
        rules = {name: wanted.get() for name, wanted in self._rules.items()}
        self._start(Wanted(entries, self._lives.get(), FairPlay(**rules)))

    def _entries(self) -> Entries:
        return Entries(**{name: field.entered() for name, field in self._fields.items()})

    def _presets(self) -> ttk.Frame:
        entries: list[tuple[str, Callable[[], object], str]] = []
        for preset in PRESETS:
            table = preset.choice
            text = (
                f"{preset.name.capitalize()}\n{table.columns} × {table.rows}, {table.mines} mines"
            )

            def fill(preset: Preset = preset) -> None:
                self._fill(preset)

            entries.append((text, fill, "TButton"))
        row = button_row(self, self._theme, entries)
        for button in row.winfo_children():
            assert isinstance(button, ttk.Button)
            button.configure(width=15)
        return row

    def _fill(self, preset: Preset) -> None:
        table = preset.choice
        values = (table.rows, table.columns, table.seconds or 0, table.mines)
        for field, value in zip(self._fields.values(), values, strict=True):
            field.fill(value)
        self._said.configure(text="")

    def _table(self, before: dict[str, str | None]) -> ttk.Frame:
        table, theme = ttk.Frame(self), self._theme
        self._fields: dict[str, Field] = {}
        entries = (
            ("rows", "Height (rows)", DEFAULT_SIDE),
            ("columns", "Width (columns)", DEFAULT_SIDE),
            ("seconds", "Time limit in seconds (0: none)", DEFAULT_SECONDS),
            ("mines", "Mines", DEFAULT_MINES),
        )
        for number, (name, label, default) in enumerate(entries):
            row, side = divmod(number, 2)
            cell = ttk.Frame(table)
            gaps = theme.px(8) * side, theme.px(8) * (1 - side)
            cell.grid(row=row, column=side, sticky="ew", padx=gaps)
            cell.grid_configure(pady=(theme.px(10) * row, 0))
            table.columnconfigure(side, weight=1, uniform="sides")
            ttk.Label(cell, text=label).pack(anchor="w", pady=(0, theme.px(3)))
            field = Field(cell, theme, default, stays_empty=name in {"rows", "columns"})
            field.pack(fill="x")
            if text := before[name]:
                field.fill(int(text))
            self._fields[name] = field
        return table

    def _fair_play(self) -> ttk.Frame:
        part, theme = ttk.Frame(self), self._theme
        ttk.Label(part, text="Fair play", style="Strong.TLabel").pack(anchor="w")
        for name, text in (
            ("no_guess", "No-guess board: after the first click, every step can be proved"),
            ("kind", "Kind guesses: if no cell is proved safe, a guess that could be safe is safe"),
            ("assist", "Assist: if no cell is proved safe, a safe cell is opened for you"),
        ):
            box = ttk.Checkbutton(part, text=text, variable=self._rules[name])
            box.pack(anchor="w", pady=(theme.px(3), 0))
        row = ttk.Frame(part)
        row.pack(anchor="w", pady=(theme.px(8), 0))
        ttk.Label(row, text="Lives").pack(side="left", padx=(0, theme.px(10)))
        for lives in sorted({*LIVES, self._lives.get()}):
            ttk.Radiobutton(
                row,
                text=str(lives),
                style="Chip.Toolbutton",
                variable=self._lives,
                value=lives,
            ).pack(side="left")
        return part
