"""Faults of the desktop in the middle of a game of a real program."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import NUMBERS
from solver_bot.bot import Action, Bot, Decided, Event, Session, Wishes
from solver_bot.bot.change import is_same_game
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Region, Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.recording import Recorder, replay
from solver_bot.live.stop import Stop
from solver_bot.solve.odds import odds
from solver_bot.vision.arrays import Codes
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.faults.promises import BY_NAME, GOES_ON
from tests.lacking import need_tkinter
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    PATIENCE,
    XDEMINEUR,
    Desktop,
    Game,
    end_group,
    require,
    settled,
    wait_until,
)
from tests.real.test_stop import button_is_down

CLICKS = 4
"""The number of clicks after which the fault happens. The pointer must rest meanwhile."""
MOST_GAMES = 20


@dataclass
class Trial:
    """A game of a real program with a fault in it, how it was played, and its record.

    Attributes:
        before: the number of clicks before the fault; 0 if the game ended too soon.
        after: the places of the clicks after the fault, and what they were decided on.
        broken: the broken invariants, in words.

    """

    folder: Path
    session: Session | None = None
    before: int = 0
    after: list[tuple[float, float, Decided]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


def tried(game: Game, screen: Screen, fault: Callable[[Game], object], folder: Path) -> Trial:
    """Play games until one lasts long enough for the fault to happen in it.

    A ``fault`` that can't happen at the moment returns False.
    """
    for attempt in range(MOST_GAMES):
        trial = _played(game, screen, fault, folder / str(attempt))
        if trial.before:
            return trial
        assert trial.session
        assert trial.session.halted is None
    raise AssertionError(f"{MOST_GAMES} games were lost before the fault could happen")


def _played(game: Game, screen: Screen, fault: Callable[[Game], object], folder: Path) -> Trial:
    """Play one game. The fault happens after a few clicks, right after one that is no guess."""
    hands = desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), Stop())
    trial = Trial(folder)
    last: list[Decided] = []
    clicks = 0

    def opened(x: float, y: float) -> None:
        nonlocal clicks
        hands.open(x, y)
        if not last:
            return  # it starts a new game
        kind = last[-1].decision.action
        if kind not in {Action.OPEN, Action.GUESS, Action.FIRST, Action.OVER}:
            trial.broken.append(f"a click for {last[-1].decision}")
        clicks += 1
        if trial.before:
            trial.after.append((x, y, last[-1]))
        if (
            clicks >= CLICKS
            and kind is Action.OPEN
            and not trial.before
            and fault(game) is not False
        ):
            trial.before = clicks

    noting = replace(hands, open=opened)
    with Recorder(folder) as recorder:

        def tell(event: Event) -> None:
            recorder.note(event)
            if isinstance(event, Decided):
                last.append(event)

        wishes = Wishes(mines=game.level.mines, max_seconds=PATIENCE)
        trial.session = Bot(noting, SkinChoice.of(shipped_skins()), wishes, tell).play()
    return trial


def move(right: int) -> Callable[[Game], object]:
    def act(game: Game) -> None:
        region = game.region()
        game.desktop.place(game.window, replace(region, left=region.left + right))

    return act


def resize(game: Game) -> None:
    region = game.region()
    game.desktop.run("xdotool", "windowsize", game.window, region.width - 150, region.height - 90)
    wait_until(lambda: game.region().width != region.width, "the new size")


def minimise(game: Game) -> None:
    with gone(game):
        game.desktop.run("xdotool", "windowminimize", game.window)


def close(game: Game) -> None:
    with gone(game):
        end_group(game.process)


@contextmanager
def gone(game: Game) -> Iterator[None]:
    """Do something that hides the window, then wait until the screen shows that.

    A busy display server draws later than the program.
    """
    region = game.region()
    with Screen() as own:
        before = own.grab(region).copy()
        yield
        wait_until(lambda: (own.grab(region) != before).any(axis=2).mean() > 0.5, "the screen")


SEND = """
import sys
from Xlib import X, display
from Xlib.protocol import event
window, x, y = (int(word, 0) for word in sys.argv[1:])
d = display.Display()
root, target = d.screen().root, d.create_resource_object("window", window)
while (there := target.translate_coords(root, x, y)).child:
    target = there.child
for kind, state in ((event.ButtonPress, 0), (event.ButtonRelease, X.Button1Mask)):
    target.send_event(kind(
        detail=1, time=X.CurrentTime, root=root, window=target, child=X.NONE, root_x=x, root_y=y,
        event_x=there.x, event_y=there.y, state=state, same_screen=1,
    ))
d.sync()
"""


def clicked_by_another(game: Game, x: float, y: float) -> None:
    """Click without moving the pointer, by events sent to the window."""
    place = [game.window, str(round(x)), str(round(y))]
    environment = game.desktop.environment() | {"XAUTHORITY": "/dev/null"}
    subprocess.run([sys.executable, "-c", SEND, *place], env=environment, check=True)


def seen(game: Game) -> Extraction:
    with Screen() as own:
        settled(own, game.region(), 0.1)
        (found,) = read(own.grab(), shipped_skins())
    return found


def restart(game: Game) -> None:
    """Start a new game by a click on the face above the board."""
    there = seen(game)
    place = there.lattice
    clicked_by_another(game, (place.left + place.right) / 2, place.top - 1.8 * place.cell_height)
    wait_until(lambda: not is_same_game(codes_of(there), codes_of(seen(game))), "the new game")


def open_another(game: Game) -> bool:
    """Open a certainly safe cell. Returns whether there is one."""
    there = seen(game)
    safe = odds(replace(there.board, mines=game.level.mines)).safe
    if not safe:
        return False
    clicked_by_another(game, *there.lattice.centre(safe[0]))
    wait_until(lambda: seen(game).board != there.board, "the cell to open")
    return True


def codes_of(there: Extraction) -> Codes:
    board = there.board
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


OLIVE = (0x3A, 0x8A, 0x7A)
COVER = """
import sys, tkinter
root = tkinter.Tk()
root.overrideredirect(True)
root.geometry(sys.argv[1])
root.configure(bg="#7a8a3a")
root.mainloop()
"""


def cover_of(region: Region, part: float) -> Region:
    """The region of a window over this part of the board's width and height.

    It begins at the left side, below the counters.
    """
    size = round(region.width * part), round(region.height * part)
    return Region(region.left, region.top + 90, *size)


@contextmanager
def covers(part: float) -> Iterator[Callable[[Game], object]]:
    """A fault that puts a window over this part of the board, as a dialog would be."""
    started: list[subprocess.Popen[bytes]] = []

    def act(game: Game) -> None:
        region = game.region()
        there = cover_of(region, part)
        place = f"{there.width}x{there.height}+{there.left}+{there.top}"
        started.append(game.desktop.start([sys.executable, "-c", COVER, place]))
        with Screen() as own:
            wait_until(lambda: tuple(own.grab(region)[120, 20]) == OLIVE, "the window")

    try:
        yield act
    finally:
        for process in started:
            end_group(process)


def check(name: str, trial: Trial, desktop: Desktop) -> None:
    promise = BY_NAME[name]
    assert trial.session
    assert trial.broken == []
    assert not button_is_down(desktop)
    assert all(entry.picture().size for entry in replay(trial.folder))
    assert sum(game.wrong_certain for game in trial.session.games) == 0
    if promise.outcome == GOES_ON:
        assert trial.session.halted is None
    else:
        assert promise.says in str(trial.session.halted)
        assert len(trial.after) <= 1


@pytest.mark.parametrize(
    ("name", "fault"),
    [("moved-1", move(1)), ("moved-300", move(300)), ("moved-cells", move(32)),
     ("minimised", minimise), ("closed", close), ("restarted", restart),
     ("opened", open_another)],
)  # fmt: skip
def test_what_happens_to_the_window(
    name: str,
    fault: Callable[[Game], object],
    start: Start,
    screen: Screen,
    desktop: Desktop,
    tmp_path: Path,
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    check(name, tried(game, screen, fault, tmp_path), desktop)


def test_a_resized_window(
    start: Start,
    screen: Screen,
    desktop: Desktop,
    tmp_path: Path,
) -> None:
    game = start(KMINES, KMINES.level("Hard"), KMINES.sizes[-1])
    check("resized", tried(game, screen, resize, tmp_path), desktop)


@pytest.mark.parametrize(
    ("name", "part"), [("covered-partly", 0.5), ("dialog", 0.4), ("covered", 1.0)]
)
def test_a_window_in_front(
    name: str,
    part: float,
    start: Start,
    screen: Screen,
    desktop: Desktop,
    tmp_path: Path,
) -> None:
    need_tkinter()
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    with covers(part) as fault:
        trial = tried(game, screen, fault, tmp_path)
    hidden = cover_of(game.region(), part)
    trial.after = [click for click in trial.after if not beside(hidden, *click)]
    check(name, trial, desktop)


def beside(hidden: Region, x: float, y: float, decided: Decided) -> bool:
    """Whether nothing is hidden that the bot looks at before it clicks here.

    That is the frame and the open cells in the three rows and the three columns around the cell.
    The window begins at the left, so it hides the frame beside all rows that it meets. The bot may
    still click here if it decided on the cell before the fault.
    """
    lattice, board = decided.on_screen, decided.board
    column = int((x - lattice.left) // lattice.cell_width)
    across = range(max(0, column - 1), min(lattice.columns, column + 2))
    columns = [cell for cell in range(len(board.cells)) if cell % lattice.columns in across]
    return y - 1.5 * lattice.cell_height > hidden.bottom and not any(
        board.cells[cell] in NUMBERS and meets(hidden, *lattice.box(cell)) for cell in columns
    )


def meets(hidden: Region, left: float, top: float, right: float, bottom: float) -> bool:
    across = left < hidden.right and hidden.left < right
    return across and top < hidden.bottom and hidden.top < bottom


def shrink(own: Desktop) -> None:
    """Make the screen smaller than the board."""
    timings = [25, 640, 664, 728, 800, 400, 405, 407, 420]
    for words in (["--newmode", "low", *timings], ["--addmode", "screen", "low"]):
        own.run("xrandr", *words)
    own.run("xrandr", "--output", "screen", "--mode", "low")


TAKEN_ALONG = """
from solver_bot.bot import Halted
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
with Screen() as screen:
    hands = desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), Stop())
    hands.park(900, 600)
    input("parked\\n")
    try:
        print(hands.halt())
    except Halted as halted:
        print(halted)
"""


def test_a_smaller_screen_that_takes_the_pointer_along_is_not_the_player(tmp_path: Path) -> None:
    own = Desktop(tmp_path)
    try:
        asked = subprocess.Popen(
            [sys.executable, "-c", TAKEN_ALONG],
            env=os.environ | {"DISPLAY": own.display},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert asked.stdout
        assert asked.stdout.readline() == "parked\n"
        shrink(own)
        said, _ = asked.communicate("\n", timeout=PATIENCE)
    finally:
        own.close()
    assert BY_NAME["resolution"].says in said


@pytest.mark.parametrize(
    ("name", "happen"),
    [("server-dies", lambda own: end_group(own.server)), ("resolution", shrink)],
)
def test_what_happens_to_the_screen(
    name: str, happen: Callable[[Desktop], object], tmp_path: Path
) -> None:
    require(XDEMINEUR)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        own = Desktop(Path(home))
        try:
            game = own.start(
                ["xdemineur", "-geometry", "30x16+60+60", "-m", "99"], own.folder / "x"
            )
            wait_until(own.windows, "the window")
            command = [sys.executable, "-m", "solver_bot", "play", "--games=99", "--delay=100"]
            played = subprocess.Popen(
                [*command, f"--record={tmp_path}"],
                env=os.environ | {"DISPLAY": own.display},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            record = tmp_path / "decisions.jsonl"
            wait_until(lambda: record.exists() and record.read_text(), "the first decision")
            happen(own)
            output, errors = played.communicate(timeout=PATIENCE)
            end_group(game)
        finally:
            own.close()
    promise = BY_NAME[name]
    assert promise.says in output + errors
    assert played.returncode == promise.code
    assert "Traceback" not in errors
    assert list(replay(tmp_path))
