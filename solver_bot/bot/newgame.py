"""From one game to the next: close what comes after a win, and start a new game."""

from __future__ import annotations

import re

from solver_bot.board import UNREADABLE
from solver_bot.bot import change
from solver_bot.bot.eyes import Eyes
from solver_bot.bot.hands import Halted, Hands
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Codes

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


def start_new_game(hands: Hands, eyes: Eyes, give_up: bool = False) -> None:
    """Start a new game the way the skin says; ``give_up`` in the middle of one.

    Raises:
        Halted: none came.

    """
    skin = eyes.skin
    before = eyes.codes.copy()
    if not give_up:
        dismiss(hands, eyes)
    eyes.forget()
    if not change.lost(before):
        eyes.expect_message(_LATE_MESSAGE)
    for attempt in range(_NEW_GAME_TRIES):
        if attempt and skin.dismiss:
            hands.key(skin.dismiss)
        _ask(hands, eyes, attempt * _LINGER)
        if _came(hands, eyes, before, give_up):
            eyes.settle()
            return
    raise Halted(f"No new game started after {skin.new_game!r}; start one by hand.")


def _came(hands: Hands, eyes: Eyes, before: Codes, give_up: bool) -> bool:
    """Whether a new game came; if the program first asks whether to give up, the answer is yes."""

    def fresh() -> bool:
        return change.new_game(before, eyes.codes)

    def asked() -> bool:
        return give_up and bool(eyes.skin.confirm) and UNREADABLE in eyes.codes

    if not eyes.waited(lambda: fresh() or asked(), _NEW_GAME):
        return False
    if fresh():
        return True
    for keys in eyes.skin.confirm.split():
        hands.key(keys)
    return eyes.waited(fresh, _NEW_GAME)


def dismiss(hands: Hands, eyes: Eyes) -> None:
    """Close the message that the program puts over a board that was won, if it does."""
    keys = eyes.skin.dismiss
    if keys and eyes.waited(lambda: not eyes.sound(), _DIALOG):
        hands.key(keys)
        if not eyes.waited(eyes.sound, _DIALOG):
            # KMines' own message goes at a click anywhere in the window.
            hands.open(*eyes.resting_place)
            eyes.waited(eyes.sound, _DIALOG)


def new_game(skin: Skin) -> tuple[str | None, tuple[float, float]]:
    """The keys that start a new game; or None and where to click.

    The place is in board widths from the left edge and in cells from the top edge.

    Raises:
        Halted: the skin does not say it in a way that is understood.

    """
    match = _NEW_GAME_FORM.fullmatch(skin.new_game)
    if not match:
        raise Halted(f"The skin {skin.name} does not say how a new game is started.")
    if match["keys"]:
        return match["keys"], (0.0, 0.0)
    return None, (float(match["x"]) / 100, float(match["y"]))


def understood(how: str) -> bool:
    """Whether this says how a new game is started in a way that can be followed."""
    return _NEW_GAME_FORM.fullmatch(how) is not None


def _ask(hands: Hands, eyes: Eyes, linger: float) -> None:
    keys, (across, down) = new_game(eyes.skin)
    if keys:
        # Keys go to the window in front, and a click beside the board brings it there.
        hands.open(*eyes.resting_place)
        hands.key(keys)
        return
    lattice = eyes.lattice
    x = lattice.left + across * (lattice.right - lattice.left)
    hands.open(x, lattice.top + down * lattice.cell_height)
    hands.pause(linger)
    eyes.park()
