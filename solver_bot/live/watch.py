"""Advises on a game that somebody plays: finds its board, follows it and solves it.

The caller provides the function that captures the screen. Nothing here can use the mouse.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from solver_bot.board import UNREADABLE, Board, Outcome, StartRule
from solver_bot.bot import Area, NoBoard, Rest, around, boards, choose
from solver_bot.live.turned import Turned
from solver_bot.marking import Wanted
from solver_bot.solve.advice import Advice, advise
from solver_bot.solve.explain import lacking_total
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import CellMark, draw_marks
from solver_bot.vision.reader import Follower, SkinChoice, follow, read_picture
from solver_bot.vision.skin import Skin
from solver_bot.vision.skin_files import named_skin

SEARCH_EVERY = 1.0
"""Seconds between two searches of the whole screen, at least. A search of a large screen may take
longer, and then so does the pause after it."""


_MOST_UNREAD = 0.25
"""The largest share of cells of an unknown skin that may be unread while there is advice."""


GIVE_UP_AFTER = 0.5
"""Seconds that a board may be unreadable before the whole screen is searched again."""


_UNKNOWN_SKIN = " A board in an unknown skin is found once a few of its numbers are open."


_DRAWN = "classic"
"""The skin used to draw a board whose own skin is not completely known."""


_GREY = 128


@dataclass(frozen=True, slots=True, eq=False)
class AdviceView:
    """What to show: a sentence, and the board with its advice if there is a board.

    Attributes:
        skin: the skin to draw the board in.
        area: where the board is in the whole picture.
        lattice: where its cells are in the whole picture.
        marks: what to mark on the board.

    """

    sentence: str
    board: Board | None = None
    advice: Advice | None = None
    skin: Skin | None = None
    area: Area | None = None
    lattice: Lattice | None = None
    marks: tuple[CellMark, ...] = ()

    def picture(self, cell: int) -> Picture | None:
        """The board drawn with its advice, ``cell`` pixels a cell; None without a board."""
        if not (self.board and self.advice and self.skin):
            return None
        return drawn(self.board, self.skin, self.marks, cell)


EVERYTHING = Wanted(odds=True)


class Solver(Protocol):
    """Whether the compiled half of the solver is ready."""

    def progress(self) -> str:
        """The progress in words; empty once the solver is ready."""


class Watcher:
    """Finds a board, follows it and advises.

    ``capture`` gives the picture of an area, or the whole picture for None. A board in an unknown
    skin is found once some numbers are open. Until the solver is ``ready``, the advice is only what
    the scan loop proves. ``wanted`` says what to mark. ``turned`` tells which of several games is
    the player's; without it the largest is taken. ``start`` is what the first click promises, None
    for the rule of the program.
    """

    def __init__(
        self,
        capture: Callable[[Area | None], Picture],
        skins: SkinChoice,
        mines: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        ready: Solver | None = None,
        wanted: Wanted = EVERYTHING,
        turned: Turned | None = None,
        start: StartRule | None = None,
    ) -> None:
        self._start = start
        self._wanted = wanted
        self._turned = turned
        self._ready = ready
        self._capture = capture
        self._skins = skins
        self._mines = mines
        self._clock = clock
        self._track: Follower | None = None
        self._area: Area | None = None
        self._search_at = float("-inf")
        self._unread: tuple[float, float] | None = None
        self._changed = float("-inf")
        self._news = False
        self._waits_for = self._progress()

    def _progress(self) -> str:
        """What is not ready yet, in words."""
        return self._ready.progress() if self._ready else ""

    def look(self, hidden: Area | None = None) -> AdviceView | None:
        """Look once; None if nothing has changed. ``hidden`` is the area of the advice window."""
        if self._waits_for != (waits_for := self._progress()):
            self._waits_for, self._news = waits_for, True
        if self._track is None:
            return self._search(hidden)
        now = self._clock()
        if self._track.look(self._capture(self._area)):
            self._changed, self._news = now, True
        if self._is_readable():
            self._unread = None
            return self._view() if self._news and self._is_at_rest(now) else None
        self._unread = self._unread[0] if self._unread else now, now
        if self.unreadable_for > GIVE_UP_AFTER:
            self.lose()
        return None

    def _is_readable(self) -> bool:
        """Whether enough is read for advice: all of a known skin, most of an unknown one."""
        assert self._track is not None
        unread = float((self._track.codes == UNREADABLE).mean())
        return unread <= (0 if self._track.skin.known else _MOST_UNREAD)

    @property
    def unreadable_for(self) -> float:
        """Seconds between the first and the last of the latest looks, as no board could be read.

        Time that advice takes does not count: it would hide the marks of a hard position.
        """
        return self._unread[1] - self._unread[0] if self._unread else 0.0

    def is_elsewhere(self, hidden: Area | None = None) -> bool:
        """Whether the player has turned to another game than the one that is followed.

        ``hidden`` is the area of the advice window, which shows a board, too.
        """
        if self._track is None or self._turned is None:
            return False
        skins = self._skins.shipped
        return self._turned.is_elsewhere(self._lattice, skins, bool(self._waits_for), hidden)

    def lose(self) -> None:
        """Follow no board, and search the whole screen at the next look."""
        self._track = self._unread = None
        self._search_at = float("-inf")

    def _is_at_rest(self, now: float) -> bool:
        """Whether no tile is in the middle of an animation."""
        assert self._track is not None
        still = now - self._changed
        return self._rest.is_reached(self._track.codes, self._track.certainty, still)

    def _search(self, hidden: Area | None) -> AdviceView | None:
        began = self._clock()
        if began < self._search_at:
            return None
        view = self._found(hidden)
        now = self._clock()
        self._search_at = now + max(SEARCH_EVERY, now - began)
        return view

    def _found(self, hidden: Area | None) -> AdviceView:
        picture = self._capture(None)
        if hidden:
            picture[hidden.top : hidden.bottom, hidden.left : hidden.right] = _GREY
        try:
            skins = self._skins.shipped
            seen = boards(picture, skins)
            pick = self._turned.choice if self._turned else choose
            self._follow(pick(seen, skins, scan_only=bool(self._waits_for)), picture)
        except NoBoard as error:
            if other := self._in_any_look(picture):
                self._follow(other, picture)
                return self._view()
            hint = " If it is this window, move it aside." if error.unreadable else ""
            more = hint + (_UNKNOWN_SKIN if self._skins.unknown else "")
            return AdviceView(f"{error}{more} {self._waits_for}".rstrip())
        return self._view()

    def _in_any_look(self, picture: Picture) -> Extraction | None:
        """The largest whole board in an unknown skin; None if these are not searched."""
        if self._waits_for or not self._skins.any_look:
            return None
        found = read_picture(picture, self._skins.without_shipped(), possible)
        whole = [one for one in found if not one.cut]
        return max(whole, key=lambda one: len(one.board.cells), default=None)

    def _follow(self, found: Extraction, picture: Picture) -> None:
        place = found.lattice
        self._lattice = place
        self._place = Area(*map(round, (place.left, place.top, place.right, place.bottom)))
        self._area = around(place, picture)
        lattice = place.moved(-self._area.left, -self._area.top)
        self._track = follow(found, lattice, self._skins, possible)
        self._track.look(self._capture(self._area))
        self._rest = Rest(self._track.skin.program.settle)
        self._changed, self._unread = self._clock(), None

    def _view(self) -> AdviceView:
        assert self._track is not None
        self._news = False
        skin = self._track.skin
        lattice = self._track.lattice
        fits = self._mines is not None and self._mines <= lattice.columns * lattice.rows
        mines = self._mines if fits else skin.program.mines(lattice.columns, lattice.rows)
        board = self._track.board(mines)
        if not self._is_readable():
            return AdviceView("Something is in front of the board.")
        start = self._start or skin.program.start
        advice = advise(board, scan_only=bool(self._waits_for), start=start)
        shown = self._skins.shipped_as(skin.name) or named_skin(_DRAWN)
        marks = tuple(self._wanted.marks(board, advice))
        said = f"{sentence(board, advice)} {self._waits_for}".rstrip()
        return AdviceView(said, board, advice, shown, self._place, self._lattice, marks)


def drawn(board: Board, skin: Skin, marks: Iterable[CellMark], cell: int) -> Picture:
    """The board drawn in a skin with marks, ``cell`` pixels a cell."""
    lattice = Lattice.even(0, 0, cell, cell, board.width, board.height)
    return draw_marks(draw_board(board, skin, cell), lattice, marks)


def sentence(board: Board, advice: Advice) -> str:
    """The advice, or the game's end, in a sentence."""
    if advice.outcome is not Outcome.PLAYING:
        return f"The game is {advice.outcome}."
    if advice.contradiction is not None:
        return "These numbers can't all be right."
    if advice.start is not StartRule.NONE:
        return "A new game: by the usual rule the first click is safe (if not: --start none)."
    mines = "mines unknown" if board.mines is None else f"{board.mines} mines"
    if advice.safe:
        return f"{len(advice.safe)} safe, {len(advice.mines)} certain mines ({mines})."
    if advice.guess:
        row, column = board.place(advice.guess.cell)
        return (
            f"Nothing is certain. Best guess: row {row + 1}, column {column + 1}, "
            f"{advice.guess.odds:.1%} a mine ({mines})."
        )
    lacking = lacking_total(board, advice) or f"nothing is certain ({mines})"
    return f"{lacking[:1].upper()}{lacking[1:]}."
