"""The best times of the practice game, in a file in the user's data folder.

The file holds one JSON object: seconds by level. A level is the part of a game's ID that tells its
size, mines and start rule, such as ``9x9n10s``; ``no-guess`` follows on boards that need no guess.
Times are kept in hundredths of a second, as the window shows them.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from solver_bot.board import Outcome
from solver_bot.game.match import Match
from solver_bot.vision.learned import missing_home

MOST_BYTES = 2**20
"""The largest file that is read."""


class BestTimesError(RuntimeError):
    """The file can't be read or written. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best time of a level, in seconds.

    Attributes:
        before: the best time before this game; None if there was none.

    """

    seconds: float
    before: float | None

    @property
    def is_new(self) -> bool:
        """Whether this game is better than all before it."""
        return self.before is None or self.seconds < self.before


def best_times_file() -> Path:
    """The file with the user's best times."""
    from platformdirs import user_data_path

    return user_data_path("solver-bot", appauthor=False) / "best-times.json"


def level_name(match: Match) -> str:
    """The name under which the times of a match are kept."""
    size = str(match.game.game_id).partition("#")[0]
    return f"{size} no-guess" if match.fair.no_guess else size


def note_time(match: Match, file: Path) -> Best | None:
    """The best time of the match's level after this match, which is kept if it is the best.

    It is None if the match does not count, because it was not won or the player was helped, and if
    the user's home folder does not exist. Nothing is written then.

    Raises:
        BestTimesError: the file can't be read or written. It stays as it is.

    """
    if match.outcome is not Outcome.WON or not match.is_unhelped or missing_home(file):
        return None
    times, level, seconds = load(file), level_name(match), round(match.game.seconds, 2)
    before = times.get(level)
    if before is None or seconds < before:
        _save(file, times | {level: seconds})
        return Best(seconds, before)
    return Best(before, before)


def load(file: Path) -> dict[str, float]:
    """The best times by level; none if there is no file.

    Raises:
        BestTimesError: the file can't be read, or holds something else.

    """
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BestTimesError(f"{file} is too large to hold best times.")
        times = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BestTimesError(f"{file} can't be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise BestTimesError(f"{file} is damaged: it holds no best times.") from None
    if not isinstance(times, dict) or not all(map(_is_time, times.values())):
        raise BestTimesError(f"{file} is damaged: it holds no best times.")
    return times


def _is_time(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf


def _save(file: Path, times: dict[str, float]) -> None:
    """Write the file in one step, so that it is never half written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(times, indent=1, sort_keys=True) + "\n"
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=".best-times", delete=False
        ) as new:
            new.write(text)
        Path(new.name).replace(file)
    except OSError as error:
        raise BestTimesError(f"{file} can't be written: {error.strerror}.") from None
