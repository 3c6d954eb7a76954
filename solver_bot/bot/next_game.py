"""Closes the messages after a win and starts the next game."""

from __future__ import annotations

import re

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.bot import change
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.occlusion import NOT_IN_FRONT, Front
from solver_bot.bot.skin_observer import SkinObserver
from solver_bot.vision.arrays import Codes
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin

_DIALOG = 0.4
"""Seconds that a program may take to put a message over a won board."""
_LATE_MESSAGE = 5.0
"""Seconds after a win in which its message may still appear, then over the next game's board."""
_NEW_GAME = 2.0
_NEW_GAME_TRIES = 6
_FADES = 0.06
"""Seconds without a change after which a message has faded: a fading one is drawn every 0.04 s at
least, and catches clicks even where cells can be read through it."""
_LINGER = 0.1
"""Seconds, times the number of earlier tries, for which the pointer stays where it clicked for a
new game. On a busy desktop a program may receive a click only after the pointer has moved on."""

_NEW_GAME_FORM = re.compile(
    r"key (?P<keys>\S+)|click (?P<x>-?\d+(?:\.\d+)?)% (?P<y>-?\d+(?:\.\d+)?)"
)


def start_new_game(hands: Hands, observer: SkinObserver, give_up: bool = False) -> None:
    """Start a new game in the way that the skin gives.

    With ``give_up`` a game is still being played, so the program may ask for confirmation.

    Raises:
        Halted: no new game began.

    """
    before = observer.left
    had_message = not give_up and dismiss(hands, observer)
    observer.forget()
    if not change.is_lost(before):
        observer.expect_message(_LATE_MESSAGE)
    for attempt in range(_NEW_GAME_TRIES):
        if attempt and observer.skin.program.dismiss:
            _closed(hands, observer)
        if _is_behind_another(observer):
            raise Halted(NOT_IN_FRONT)
        ask_for_new_game(hands, observer.front, observer.lattice, observer.skin, attempt * _LINGER)
        observer.park()
        if _has_come(hands, observer, before, give_up):
            if had_message:
                observer.waited(observer.is_sound, _NEW_GAME, _FADES)
            observer.settle()
            return
    raise Halted(
        f"No new game started after {observer.skin.program.new_game!r}; start one by hand."
    )


def _is_behind_another(observer: SkinObserver) -> bool:
    """Whether the board is hidden although its program shows no messages.

    If the desktop tells which windows there are, it is asked later.
    """
    program, front = observer.skin.program, observer.front
    if front.is_known or program.dismiss or UNREADABLE not in observer.codes:
        return False
    return not observer.relocate()


def _has_come(hands: Hands, observer: SkinObserver, before: Codes, give_up: bool) -> bool:
    """Whether a new game began. If the program asks whether to give up, the bot confirms it."""

    def is_fresh() -> bool:
        return change.is_new_game(before, observer.codes)

    def has_asked() -> bool:
        return give_up and bool(observer.skin.program.confirm) and UNREADABLE in observer.codes

    def is_interrupted() -> bool:
        hidden = not give_up and UNREADABLE in observer.codes
        return hidden and observer.front.dialog(observer.lattice) is not None

    if not observer.waited(lambda: is_fresh() or has_asked() or is_interrupted(), _NEW_GAME):
        return UNREADABLE in observer.codes and observer.relocate() and is_fresh()
    if is_fresh() or not has_asked():
        return is_fresh()
    for keys in observer.skin.program.confirm.split():
        hands.key(keys)
    return observer.waited(is_fresh, _NEW_GAME)


def dismiss(hands: Hands, observer: SkinObserver) -> bool:
    """Close the messages that the program puts over the board of a finished game.

    Returns whether there was one.
    """
    if not (
        observer.skin.program.dismiss and observer.waited(lambda: not observer.is_sound(), _DIALOG)
    ):
        return False
    if _closed(hands, observer) and observer.waited(observer.is_sound, _DIALOG):
        return True
    # The message of KMines is not a window; it closes when it is clicked.
    place = _hidden_place(observer)
    if place and observer.front.is_own(*place):
        hands.open(*place)
        observer.park()
        observer.waited(observer.is_sound, _DIALOG)
    return True


def _closed(hands: Hands, observer: SkinObserver) -> bool:
    """Press the key that closes a message, if one may be there. Returns whether it did."""
    if observer.close_dialog():
        return True
    if observer.front.is_known or UNREADABLE not in observer.codes:
        return False  # without a dialog, the same key would leave the game in GNOME Mines
    hands.key(observer.skin.program.dismiss)
    return True


def _hidden_place(observer: SkinObserver) -> tuple[float, float] | None:
    """The middle of the hidden part of the board; None if no cell is hidden."""
    rows, columns = np.nonzero(observer.codes == UNREADABLE)
    if not len(rows):
        return None
    row, column = (rows.min() + rows.max()) // 2, (columns.min() + columns.max()) // 2
    return observer.lattice.centre(int(row) * observer.lattice.columns + int(column))


def new_game(skin: Skin) -> tuple[str | None, tuple[float, float]]:
    """The keys that start a new game, or None, and the place to click if there are none.

    The place is (board widths from the left edge, cells from the top edge).

    Raises:
        Halted: the skin's ``new_game`` is empty or has another form.

    """
    match = _NEW_GAME_FORM.fullmatch(skin.program.new_game)
    if not match:
        raise Halted(f"The skin {skin.name} does not say how a new game is started.")
    if match["keys"]:
        return match["keys"], (0.0, 0.0)
    return None, (float(match["x"]) / 100, float(match["y"]))


def is_understood(how: str) -> bool:
    """Whether this text has the form of a skin's ``new_game``."""
    return _NEW_GAME_FORM.fullmatch(how) is not None


def ask_for_new_game(
    hands: Hands, front: Front, lattice: Lattice, skin: Skin, linger: float = 0.0
) -> None:
    """Press the keys, or click the place, that start a new game in this skin.

    After a click the pointer stays there for ``linger`` seconds.

    Raises:
        Halted: the skin does not say how, or the window does not get the keyboard.

    """
    keys, (across, down) = new_game(skin)
    if keys:
        front.press(lattice, keys)
        return
    x = lattice.left + across * (lattice.right - lattice.left)
    hands.open(x, lattice.top + down * lattice.cell_height)
    hands.pause(linger)
