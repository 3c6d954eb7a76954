"""How a simulated window behaves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """How the window behaves.

    Attributes:
        size: pixels a cell.
        delay: seconds from a click to its first visible effect.
        handling: seconds that the program takes for each click, one after the other; it draws
            nothing until it has handled all.
        frames: how many steps a tile takes to change its picture, ``step`` seconds each.
        held: seconds for which a clicked covered cell looks empty before the click takes effect.
        lost: the share of clicks that have no effect.
        displaced: the share of clicks that take effect at the next click's place.
        dialog: whether after a win the mines are flagged and a message appears over the board,
            ``later`` seconds late.
        bare: whether the mines of a won game stay covered all the same.
        consoles: whether a message appears over the board after a loss too.
        message: the part of the board that messages cover, in percent: left, top, right, bottom.
        blinks: the seconds between two changes of a cursor in a message; 0 for no cursor.
        pulses: whether a line around the cell that was clicked last pulses.
        drifts: whether colours drift slowly over all of the window.
        lively: whether the window glows, now more, now less, and a disc passes over it all the
            time.
        asks: whether a new game in the middle of another has to be confirmed as the skin says.
        chords: whether a left click on a number with enough flags beside it opens its other
            neighbours.
        places: places of the first cell; after ``stay`` clicks the window moves to the next one.
        deaf: whether clicks never have any effect.
        told: whether the desktop tells which windows there are.
        dims: whether the whole board is drawn darker once the game is lost.
        raised: whether the window gets the keyboard when the bot asks for that.

    """

    size: int = 20
    delay: float = 0.003
    handling: float = 0.0
    frames: int = 1
    step: float = 0.004
    held: float = 0.0
    lost: float = 0.0
    displaced: float = 0.0
    dialog: bool = False
    bare: bool = False
    consoles: bool = False
    later: float = 0.0
    message: tuple[int, int, int, int] = (25, 25, 100, 50)
    blinks: float = 0.0
    pulses: bool = False
    drifts: bool = False
    lively: bool = False
    asks: bool = False
    chords: bool = False
    places: tuple[tuple[int, int], ...] = ((120, 90),)
    stay: int = 10**9
    deaf: bool = False
    told: bool = True
    dims: bool = False
    raised: bool = True
