"""Long unattended runs: looks for growing resources, stuck games and lost results.

Plays many games of one real program on a virtual screen. After every game it samples this process's
memory and open files, and the windows on the screen. ``--kills N`` instead kills ``play --results
FILE --record DIR`` N times with SIGKILL at random moments, and checks whether the files that it
left can be read.

Usage: python -m benchmarks.trust_long PROGRAM [--games 1000] [--kills 0]
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from solver_bot.bot import Bot, Ended, Event, Result, Session, Wishes
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.recording import replay
from solver_bot.live.results import adding, load
from solver_bot.live.stop import stop_keys
from solver_bot.solve.guess import warm_up
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import PROGRAMS, Desktop, Game, end_group, on_desktop, start_game

PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Sample:
    """The resources after a game: memory in MiB, open files, and windows on the screen."""

    memory: float
    files: int
    windows: int


def sample(desktop: Desktop) -> Sample:
    """Take a sample now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Sample(pages * PAGE / 2**20, files, len(desktop.windows()))


def long_run(game: Game, games: int, results: Path) -> tuple[Session, list[Sample]]:
    """Play ``games`` games. Each is added to the results and followed by a sample."""
    samples: list[Sample] = []
    with Screen() as screen, adding(results) as add, stop_keys() as stop:

        def tell(event: Event) -> None:
            add(event)
            if isinstance(event, Ended):
                samples.append(sample(game.desktop))

        hands = desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), stop)
        wishes = Wishes(games=games, mines=game.level.mines)
        session = Bot(hands, SkinChoice.of(shipped_skins()), wishes, tell).play()
    return session, samples


def report(session: Session, samples: Sequence[Sample], saved: int) -> list[str]:
    """The results of a run, in sentences."""
    games = session.games
    quarter = max(1, len(samples) // 4)
    lines = [
        f"{len(games)} games, {session.won} won, {saved} in the file of results",
        f"stopped: {sum(game.result is Result.STOPPED for game in games)}; {session.halted or ''}",
        f"wrong certain: {sum(game.wrong_certain for game in games)}",
    ]
    for name in ("memory", "files", "windows"):
        first = max(getattr(s, name) for s in samples[:quarter])
        last = max(getattr(s, name) for s in samples[-quarter:])
        change = 100 * (last / first - 1)
        lines.append(
            f"{name}, peak of the first and last quarter: {first:.1f}, {last:.1f} ({change:+.1f} %)"
        )
    return lines


def killed(game: Game, folder: Path, seed: int) -> str:
    """Kill ``play`` once at a random moment, and say how much of its files can be read."""
    folder.mkdir(exist_ok=True)
    results = folder / "results.jsonl"
    before = len(load(results)) if results.exists() else 0
    command = [sys.executable, "-m", "solver_bot", "play", "--games=999", "--json"]
    process = subprocess.Popen(
        [*command, f"--results={results}", f"--record={folder}", f"--mines={game.level.mines}"],
        env=os.environ | {"DISPLAY": game.desktop.display},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(lambda: results.exists() and len(load(results)) > before, 60)
        time.sleep(random.Random(seed).uniform(0, 1.5))
        process.kill()
        process.wait()
    finally:
        end_group(process)
    lines = results.read_text(encoding="utf-8").splitlines()
    damaged = len([line for line in lines if line]) - len(load(results))
    decisions = len(list(replay(folder)))
    return (
        f"{len(load(results)) - before} games, {damaged} damaged lines, {decisions} decisions read"
    )


def _wait_for(ask: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not ask():
        if time.monotonic() > end:
            raise TimeoutError("no game ended")
        time.sleep(0.02)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", choices=list(PROGRAMS))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=0)
    wanted = parser.parse_args()
    program = PROGRAMS[wanted.program]
    warm_up()
    with tempfile.TemporaryDirectory(prefix="solver-bot-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        desktop = Desktop(folder)
        try:
            with on_desktop(desktop):
                game = start_game(desktop, program, program.levels[1])
                if wanted.kills:
                    for number in range(wanted.kills):
                        print(killed(game, folder / "record", number), flush=True)
                else:
                    session, samples = long_run(game, wanted.games, folder / "results.jsonl")
                    print(*report(session, samples, len(load(folder / "results.jsonl"))), sep="\n")
                game.close()
        finally:
            desktop.close()


if __name__ == "__main__":
    main()
