"""The promised outcome of every fault. The tests check it, and docs/trust.md shows it.

``GOES_ON``: the game is played to its end. ``STOPS``: the game ends with the given exit code and a
sentence that contains ``says``.
"""

from __future__ import annotations

from dataclasses import dataclass

GOES_ON = "goes on"
STOPS = "stops"


@dataclass(frozen=True, slots=True)
class Promise:
    """One fault and its promised outcome.

    Attributes:
        name: a short name for the tests.
        fault: what happens in the middle of a game.
        outcome: ``GOES_ON`` or ``STOPS``.
        says: a part of the printed sentence; empty if the game goes on.
        code: the exit code.
        real: whether it is also tried on a real program.

    """

    name: str
    fault: str
    outcome: str
    says: str = ""
    code: int = 0
    real: bool = False


MOVED = "The window was moved or resized."
UNSEEN = "The board can't be seen any more: its window was covered, moved or closed."
OTHER = "The board is not the one it was"

PROMISES = (
    Promise("moved-1", "the window moves by 1 pixel", GOES_ON, real=True),
    Promise("moved-300", "the window moves by 300 pixels", STOPS, MOVED, 5, real=True),
    Promise("moved-cells", "the window moves by whole cells", STOPS, MOVED, 5, real=True),
    Promise("resized", "the window is resized", STOPS, MOVED, 5, real=True),
    Promise("covered-partly", "a window covers a part of the board", STOPS, UNSEEN, 5, real=True),
    Promise("covered", "a window covers all of it", STOPS, UNSEEN, 5, real=True),
    Promise("covered-briefly", "a window covers a part for 2 s", GOES_ON),
    Promise("minimised", "the window is minimised", STOPS, UNSEEN, 5, real=True),
    Promise("closed", "the window is closed", STOPS, UNSEEN, 5, real=True),
    Promise("restarted", "somebody else starts a new game", STOPS, OTHER, 5, real=True),
    Promise("opened", "somebody else opens a cell", GOES_ON, real=True),
    Promise(
        "resolution", "the screen becomes smaller", STOPS, "can no longer be captured", 5, real=True
    ),
    Promise("server-dies", "the display server dies", STOPS, "can no longer be", 5, real=True),
    Promise("black", "captures come back black", STOPS, UNSEEN, 5),
    Promise("stale", "captures are the one before", GOES_ON),
    Promise("torn", "captures are half old, half new", GOES_ON),
    Promise("late", "captures show what was 200 ms ago", GOES_ON),
    Promise("lost-clicks", "every fifth click is lost", GOES_ON),
    Promise("doubled-clicks", "every click counts twice", GOES_ON),
    Promise("late-clicks", "clicks take effect 200 ms late", GOES_ON),
    Promise("misplaced-clicks", "clicks land where the next one goes", GOES_ON),
    Promise("animated", "tiles fade for 2 s", GOES_ON),
    Promise("hover", "the last cell clicked stays highlighted", GOES_ON),
    Promise("dialog", "a dialog opens over the board", STOPS, UNSEEN, 5, real=True),
)
BY_NAME = {promise.name: promise for promise in PROMISES}


def table() -> str:
    """The promises as a table, with one row each, as in docs/trust.md."""
    lines = ["| fault, in the middle of a game | outcome | exit code | test |", "|---|---|---|---|"]
    for p in PROMISES:
        says = f'stops: "{p.says}"' if p.says else p.outcome
        where = "simulated, real" if p.real else "simulated"
        lines.append(f"| {p.fault} | {says} | {p.code} | `{p.name}`, {where} |")
    return "\n".join(lines)
