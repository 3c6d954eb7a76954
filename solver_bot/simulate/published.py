"""Win rates that the authors of other solvers have published, to see ours beside them."""

from __future__ import annotations

from dataclasses import dataclass

from solver_bot.board import StartRule

HILL = "D. Hill's solver"
PSEQ = "PSEQ-D256"


@dataclass(frozen=True, slots=True)
class Published:
    """One figure of one system.

    Attributes:
        level: the level's name, as in ``solver_bot.game.levels.LEVELS``.
        win_rate: the share of games won.
        either_way: half the width of its interval as published; None where none is given.

    """

    system: str
    level: str
    start: StartRule
    win_rate: float
    either_way: float | None = None


PUBLISHED = (
    # JSMinesweeper, issue 38: first click in a corner; with zero at row 4, column 4
    Published(HILL, "expert", StartRule.SAFE, 0.41132, 0.0003),
    Published(HILL, "expert", StartRule.ZERO, 0.543),
    # README of MineSweeperProb, 100 million games: corner; zero at (3,3), expert at (4,4)
    Published(PSEQ, "beginner8", StartRule.SAFE, 0.8177),
    Published(PSEQ, "beginner", StartRule.SAFE, 0.9169),
    Published(PSEQ, "intermediate", StartRule.SAFE, 0.7823),
    Published(PSEQ, "expert", StartRule.SAFE, 0.4005),
    Published(PSEQ, "beginner8", StartRule.ZERO, 0.9034),
    Published(PSEQ, "beginner", StartRule.ZERO, 0.9717),
    Published(PSEQ, "intermediate", StartRule.ZERO, 0.8908),
    Published(PSEQ, "expert", StartRule.ZERO, 0.5345),
    Published("minesolve, depth 4", "expert", StartRule.SAFE, 0.408),
    Published("gamescomputersplay", "expert", StartRule.SAFE, 0.386, 0.003),
    Published("MinesweeperAI", "expert", StartRule.SAFE, 0.380),
)


def published(level: str, start: StartRule) -> list[Published]:
    """The figures for a level under a start rule."""
    return [figure for figure in PUBLISHED if (figure.level, figure.start) == (level, start)]
