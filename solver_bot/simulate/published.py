"""Win rates published by the authors of other solvers, to compare ours with."""

from __future__ import annotations

from dataclasses import dataclass

from solver_bot.board import StartRule

HILL = "D. Hill's solver"
PSEQ = "PSEQ-D256"


@dataclass(frozen=True, slots=True)
class Published:
    """One published win rate.

    Attributes:
        system: the name of the solver.
        level: the name of the level, as in ``solver_bot.game.levels.LEVELS``.
        start: the start rule.
        win_rate: the share of games won, from 0 to 1.
        either_way: half the width of the published interval, as a share; None if none is given.

    """

    system: str
    level: str
    start: StartRule
    win_rate: float
    either_way: float | None = None


PUBLISHED = (
    # JSMinesweeper, issue 38: the first click is in a corner; under zero at row 4, column 4
    Published(HILL, "expert", StartRule.SAFE, 0.41132, 0.0003),
    Published(HILL, "expert", StartRule.ZERO, 0.543),
    # README of MineSweeperProb, 100 million games: the first click is in a corner; under zero at
    # (3,3), on expert boards at (4,4)
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
    """The published win rates for a level under a start rule."""
    return [figure for figure in PUBLISHED if (figure.level, figure.start) == (level, start)]
