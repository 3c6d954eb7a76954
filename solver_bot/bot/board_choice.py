"""Chooses the board to play among those in a shipped skin on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    NUMBERS,
    QUESTION,
    SHOWN_MINES,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    StartRule,
)
from solver_bot.bot.decision import Action, think
from solver_bot.bot.hands import Area, Hands
from solver_bot.solve.odds import Contradiction
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction, plausible, read
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track

_PASSING, _OBSTRUCTED = 0.3, 7.0
"""Seconds from one search to the next, and seconds to wait for a board that can't be read."""


class NoBoard(RuntimeError):
    """There is no board that can be played. The message says what to do.

    Attributes:
        unreadable: whether a part of a board in a shipped skin is seen.
        hidden: the places of boards that are seen in part, with numbers in their skin.
        maybe: the places of grids that may be new games, with a margin, in the whole picture.

    """

    def __init__(
        self,
        message: str,
        unreadable: bool = False,
        hidden: Sequence[Lattice] = (),
        maybe: Sequence[Area] = (),
    ) -> None:
        self.unreadable = unreadable
        self.hidden = tuple(hidden)
        self.maybe = tuple(maybe)
        super().__init__(message)


def search(hands: Hands, skins: Sequence[Skin]) -> tuple[Picture, list[Extraction], Extraction]:
    """The whole picture, the boards in it and the one to play.

    If a board is hidden, the search is repeated for a while. If no board can be played, a finished
    one behind its program's message is taken. If no board is seen but the window of a known program
    is, the search closes that program's dialogs or brings its window to the front.

    Raises:
        NoBoard: there is no board, or after a while still none that can be read as a whole.
        Halted: the hands gave a reason to stop.

    """
    end = hands.clock() + _OBSTRUCTED
    treated: set[int] = set()
    while True:
        picture = hands.capture(None)
        found = boards(picture, skins)
        try:
            return picture, found, choose(found, skins, not hands.can_count())
        except NoBoard as error:
            for other in found:
                if not other.cut and is_over_behind(other.board):
                    return picture, found, other
            hidden = _bring_out(hands, skins, treated) or error.unreadable
            if not hidden or hands.clock() > end:
                raise
        hands.check()
        hands.pause(_PASSING)


def _bring_out(hands: Hands, skins: Sequence[Skin], treated: set[int]) -> bool:
    """Close a dialog of a known program, or bring the program's window to the front.

    Some programs hide their board while a dialog is open or another window is in front. Each window
    is ``treated`` once. Returns whether there is any such window, so that a board may yet appear.
    """
    keys = {skin.name: skin.program.dismiss for skin in skins}
    windows = [one for one in hands.windows() or () if one.program in keys]
    for window in windows:
        if window.id in treated:
            continue
        treated.add(window.id)
        if window.is_dialog and keys[window.program]:
            if hands.focus(*window.middle):
                hands.key(keys[window.program])
            break
        if not window.is_dialog and hands.window_at(*window.middle) == window:
            hands.focus(*window.middle)
            break
    return bool(windows)


def boards(picture: Picture, skins: Sequence[Skin]) -> list[Extraction]:
    """The boards in a picture, each read as exactly as the observer will read it."""
    return [_closer(picture, found) for found in read(picture, skins)]


def _closer(picture: Picture, found: Extraction) -> Extraction:
    """The board read again by ``Track``, which also tries its tiles a pixel to each side."""
    if found.cut or not found.board.has_unreadable:
        return found
    track = Track(found.lattice, found.skin)
    track.look(picture)
    track.codes = plausible(track.codes)
    return replace(found, board=track.board(found.board.mines))


def choose(
    found: Sequence[Extraction], skins: Iterable[Skin], scan_only: bool = False
) -> Extraction:
    """The board to play: the largest that is still being played, else the largest.

    With ``scan_only``, only what single numbers prove decides whether a game is over.

    Raises:
        NoBoard: there is no board, or none that can be read as a whole.

    """
    if not found:
        names = ", ".join(skin.name for skin in skins)
        other = f"a skin other than {names}" if names else "an unknown skin"
        raise NoBoard(
            "No Minesweeper board was found on the screen. "
            "Show the whole board: some programs hide it while another window is in front. "
            f"A new game in {other} may look like any grid: open some of its cells by hand, or say "
            "with --region where it is."
        )
    whole = [e for e in found if not e.cut and not e.board.has_unreadable]
    if not whole:
        raise NoBoard(
            "A board is on the screen, but not all of it can be read. "
            "Is a window or a message in front of it, or does it reach beyond the edge of the "
            "screen?",
            unreadable=any(map(_is_partly_seen, found)),
            hidden=[one.lattice for one in found if has_numbers(one.board)],
        )
    return max(whole, key=lambda e: (is_going_on(e.board, scan_only), _size(e.lattice)))


def _is_partly_seen(one: Extraction) -> bool:
    """Whether a part of a board in its skin is seen: some cells, and its frame on some side.

    Cells of another skin that look alike have neither numbers nor a frame of this skin.
    """
    read = len(one.board.cells) - one.board.count({UNREADABLE})
    return bool(read) and len(one.cut) < len(SIDES)


def has_numbers(board: Board) -> bool:
    """Whether a number is read. Then the board is surely in that skin."""
    return bool(board.count(NUMBERS - {EMPTY}))


def is_over_behind(board: Board) -> bool:
    """Whether a message hides part of the board and the visible rest shows that the game is over.

    It does if mines are shown, or if every visible unopened cell is flagged.
    """
    if not board.has_unreadable:
        return False
    shown = board.count(SHOWN_MINES | {WRONG_FLAG})
    return bool(shown or (board.count({FLAG}) and not board.count({COVERED, QUESTION})))


def is_going_on(board: Board, scan_only: bool = False) -> bool:
    """Whether the board itself shows that cells are left to open."""
    return _next_action(board, scan_only) not in {Action.OVER, None}


def is_over(board: Board) -> bool:
    """Whether the board itself shows that the game is over."""
    return _next_action(board) is Action.OVER


def _next_action(board: Board, scan_only: bool = False) -> Action | None:
    """What to do on the board; None if it contradicts itself."""
    try:
        return think(board, StartRule.NONE, scan_only=scan_only).action
    except Contradiction:
        return None


def _size(lattice: Lattice) -> float:
    return (lattice.right - lattice.left) * (lattice.bottom - lattice.top)
