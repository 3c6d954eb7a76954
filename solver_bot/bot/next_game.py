"""From one game to the next: close what comes after a win, and start a new game."""

from __future__ import annotations

import re

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.bot import change
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.skin_observer import SkinObserver
from solver_bot.vision.arrays import Codes
from solver_bot.vision.skin import Skin

_DIALOG = 0.4
"""Seconds that a program may take to put a message over a board that was won."""
_LATE_MESSAGE = 5.0
"""Seconds after a win in which its message may still come, over the next game's board."""
_NEW_GAME = 2.0
_NEW_GAME_TRIES = 6
_LINGER = 0.1
"""Seconds, times the tries before, for which the pointer stays where it asked for a new game: on a
busy desktop a program may be told of a click only after the pointer has moved on."""

_NEW_GAME_FORM = re.compile(
    r"key (?P<keys>\S+)|click (?P<x>-?\d+(?:\.\d+)?)% (?P<y>-?\d+(?:\.\d+)?)"
)


def start_new_game(hands: Hands, observer: SkinObserver, give_up: bool = False) -> None:
    """Start a new game the way the skin says; ``give_up`` in the middle of one.

    Raises:
        Halted: none came.

    """
    before = observer.left
    if not give_up:
        dismiss(hands, observer)
    observer.forget()
    if not change.is_lost(before):
        observer.expect_message(_LATE_MESSAGE)
    for attempt in range(_NEW_GAME_TRIES):
        if attempt and observer.skin.program.dismiss:
            _closed(hands, observer)
        _ask(hands, observer, attempt * _LINGER)
        if _has_come(hands, observer, before, give_up):
            observer.settle()
            return
    raise Halted(
        f"No new game started after {observer.skin.program.new_game!r}; start one by hand."
    )


def _has_come(hands: Hands, observer: SkinObserver, before: Codes, give_up: bool) -> bool:
    """Whether a new game came; if the program first asks whether to give up, the answer is yes."""

    def is_fresh() -> bool:
        return change.is_new_game(before, observer.codes)

    def has_asked() -> bool:
        return give_up and bool(observer.skin.program.confirm) and UNREADABLE in observer.codes

    def is_interrupted() -> bool:
        hidden = not give_up and UNREADABLE in observer.codes
        return hidden and observer.front.dialog(observer.lattice) is not None

    if not observer.waited(lambda: is_fresh() or has_asked() or is_interrupted(), _NEW_GAME):
        return False
    if is_fresh() or not has_asked():
        return is_fresh()
    for keys in observer.skin.program.confirm.split():
        hands.key(keys)
    return observer.waited(is_fresh, _NEW_GAME)


def dismiss(hands: Hands, observer: SkinObserver) -> None:
    """Close the messages that the program puts over a board of which the game is over."""
    if not (
        observer.skin.program.dismiss and observer.waited(lambda: not observer.is_sound(), _DIALOG)
    ):
        return
    if _closed(hands, observer) and observer.waited(observer.is_sound, _DIALOG):
        return
    # KMines' own message, which is no window, goes at a click on it.
    place = _hidden_place(observer)
    if place and observer.front.is_own(*place):
        hands.open(*place)
        observer.park()
        observer.waited(observer.is_sound, _DIALOG)


def _closed(hands: Hands, observer: SkinObserver) -> bool:
    """Press the key that closes a message, where there may be one to get it; whether it was."""
    if observer.close_dialog():
        return True
    if observer.front.is_known:
        return False  # in GNOME Mines itself the key would leave the game
    hands.key(observer.skin.program.dismiss)
    return True


def _hidden_place(observer: SkinObserver) -> tuple[float, float] | None:
    """The middle of what hides the board."""
    rows, columns = np.nonzero(observer.codes == UNREADABLE)
    if not len(rows):
        return None
    row, column = (rows.min() + rows.max()) // 2, (columns.min() + columns.max()) // 2
    return observer.lattice.centre(int(row) * observer.lattice.columns + int(column))


def new_game(skin: Skin) -> tuple[str | None, tuple[float, float]]:
    """The keys that start a new game; or None and where to click.

    The place is in board widths from the left edge and in cells from the top edge.

    Raises:
        Halted: the skin does not say it in a way that is is_understood.

    """
    match = _NEW_GAME_FORM.fullmatch(skin.program.new_game)
    if not match:
        raise Halted(f"The skin {skin.name} does not say how a new game is started.")
    if match["keys"]:
        return match["keys"], (0.0, 0.0)
    return None, (float(match["x"]) / 100, float(match["y"]))


def is_understood(how: str) -> bool:
    """Whether this says how a new game is started in a way that can be followed."""
    return _NEW_GAME_FORM.fullmatch(how) is not None


def _ask(hands: Hands, observer: SkinObserver, linger: float) -> None:
    keys, (across, down) = new_game(observer.skin)
    if keys:
        observer.front.press(observer.lattice, keys)
        return
    lattice = observer.lattice
    x = lattice.left + across * (lattice.right - lattice.left)
    hands.open(x, lattice.top + down * lattice.cell_height)
    hands.pause(linger)
    observer.park()
