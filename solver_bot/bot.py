"""Look, think, act, until the game is over.

The bot sees and moves nothing by itself: all it does goes through the callables in ``Hands``, so
that a simulated window serves as well as a real one. Places are pixels of the whole picture, the
one that ``capture(None)`` gives; what they are on the desktop is the business of who hands in.

A look is over when the tiles that may change have stopped changing, never after a fixed time. A
click that did nothing is seen at the next look, and made again because its cell is still safe.
"""

from __future__ import annotations

import enum
import re
import statistics
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    SHOWN_MINES,
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    Outcome,
    StartRule,
)
from solver_bot.solve.advice import advise, first_cell
from solver_bot.solve.explain import place_name
from solver_bot.solve.odds import Contradiction, TooWide, odds
from solver_bot.solve.scan import scan
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice, Picture
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Codes, Track

MOST_TRIES = 12
"""So often a cell is clicked that stays covered, before the clicks are thought to go nowhere."""
MOST_FLAG_TRIES = 6
MARGIN = 2.0
"""How much around the board is captured, in cells: enough to see its frame."""
_SHORT, _LONG, _EAGER = 0.0003, 0.002, 0.02
"""Seconds between two looks: at first, and once so many have gone by."""
_NEVER_STILL = 10.0
"""After so many seconds of steady change a board is thought never to stop."""
_PASSING = 0.3
"""Seconds that an animation may take."""
_OBSTRUCTED = 5.0
"""Seconds that something may be before the board, a message that goes by itself say."""
_DIALOG = 0.4
"""Seconds that a program may take to put a message over a board that was won."""
_LATE_MESSAGE = 5.0
"""Seconds after a win in which its message may still come, over the next game's board."""
_NEW_GAME = 2.0
_NEW_GAME_TRIES = 3
_FEW_REDRAWS = 3
_LEAST_PATIENCE = 0.004
_TIMES_USUAL = 3.0
_MOST_SLACK = 8
_AFTER_LOSS = [*SHOWN_MINES, WRONG_FLAG]
_BESIDE = 2.0
"""Pixels from the board's edge to where the pointer is parked."""

Mask: TypeAlias = NDArray[np.bool_]

_NEW_GAME_FORM = re.compile(
    r"key (?P<keys>\S+)|click (?P<x>-?\d+(?:\.\d+)?)% (?P<y>-?\d+(?:\.\d+)?)"
)


class Area(NamedTuple):
    """A rectangle of the whole picture, in pixels; ``right`` and ``bottom`` are outside it."""

    left: int
    top: int
    right: int
    bottom: int


class NoBoard(RuntimeError):  # noqa: N818
    """There is no board that can be played. The message says what to do.

    Attributes:
        unreadable: there is one, but it can't be read as a whole.

    """

    def __init__(self, message: str, unreadable: bool = False) -> None:
        self.unreadable = unreadable
        super().__init__(message)


class Halted(RuntimeError):  # noqa: N818
    """The session can't go on, or shall not. The message is the reason.

    Attributes:
        impossible: because the board contradicts itself.

    """

    def __init__(self, reason: str, impossible: bool = False) -> None:
        self.impossible = impossible
        super().__init__(reason)


def _beside(cells: Mask) -> Mask:
    """The cells that are one of these, or beside one."""
    return cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0


def _nothing() -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Hands:
    """What the bot looks and acts with. Each may raise ``Halted``.

    Attributes:
        capture: the picture of an area, or the whole picture.
        open: a left click at x and y.
        flag: a right click there.
        park: moves the pointer there without a click.
        key: presses keys together, such as ``ctrl+n``.
        halt: why to stop now (a stop key, the player has taken the mouse), or None.
        clock: the time in seconds, from any moment on.
        wait: lets so many seconds pass.

    """

    capture: Callable[[Area | None], Picture]
    open: Callable[[float, float], None]
    flag: Callable[[float, float], None]
    park: Callable[[float, float], None]
    key: Callable[[str], None]
    halt: Callable[[], str | None] = _nothing
    clock: Callable[[], float] = time.perf_counter
    wait: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to play.

    Attributes:
        games: how many games.
        dry_run: decide once and click nothing.
        flags: also flag what is certainly a mine.
        no_guess: end a game where nothing is certain.
        delay: seconds after every click.
        mines: the mine total; None leaves it to the skin.
        start: what the first click promises; None leaves it to the skin.
        max_seconds: how long the whole session may take.

    """

    games: int = 1
    dry_run: bool = False
    flags: bool = False
    no_guess: bool = False
    delay: float = 0.0
    mines: int | None = None
    start: StartRule | None = None
    max_seconds: float | None = None


class Kind(enum.StrEnum):
    """The kinds of decision."""

    FIRST = "first"
    OPEN = "open"
    FLAG = "flag"
    GUESS = "guess"
    STUCK = "stuck"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do on a board.

    Attributes:
        kind: ``FIRST`` opens the first cell of a game as its start rule promises, ``OPEN`` opens
            safe cells, ``FLAG`` right-clicks cells, ``GUESS`` opens a cell that may be a mine.
        cells: which cells.
        odds: of a guess, the probability that it is a mine; None where it is not known.
        mines: covered cells that certainly are mines, as far as they were asked for.
        outcome: how the game stands.

    """

    kind: Kind
    cells: tuple[int, ...] = ()
    odds: float | None = None
    mines: tuple[int, ...] = ()
    outcome: Outcome = Outcome.PLAYING


class Result(enum.StrEnum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: how it ended and what it took.

    Attributes:
        reason: the result in words.
        wrong_certain: cells called safe that were mines.
        reaction_ms: the median time from a settled picture to the click that follows.
        click_seconds: the part of ``seconds`` that went into clicking.
        redraw_seconds: the part from a batch's last click to the last change that it made.

    """

    result: Result
    reason: str
    seconds: float
    clicks: int
    guesses: int
    wrong_certain: int
    reaction_ms: float | None
    click_seconds: float = 0.0
    redraw_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Session:
    """All games of a run, and why it ended before its time, if it did.

    ``impossible`` is set where that was a board that contradicts itself.
    """

    games: tuple[GameResult, ...]
    halted: str | None = None
    impossible: bool = False

    @property
    def won(self) -> int:
        return sum(game.result is Result.WON for game in self.games)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Told once: the boards on the screen, and which of them is played."""

    boards: tuple[Extraction, ...]
    chosen: Extraction


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """Told before every batch: what is seen, what will be done."""

    game: int
    board: Board
    decision: Decision
    picture: Picture
    skin: Skin


@dataclass(frozen=True, slots=True)
class Ended:
    """Told after every game."""

    game: int
    result: GameResult


@dataclass(frozen=True, slots=True)
class Said:
    """Told where the player should know something."""

    sentence: str


Event: TypeAlias = Found | Decided | Ended | Said


def think(
    board: Board, start: StartRule, flags: bool = False, unflaggable: Collection[int] = ()
) -> Decision:
    """What to do: what is certain by the exact odds, and a guess only where nothing is.

    Counting takes less time than the scan loop, which is needed only where it can't be done.
    With ``flags``, mines are flagged first, except on cells that are ``unflaggable``.

    Raises:
        Contradiction: no layout of mines fits the board.

    """
    outcome = board.outcome()
    if outcome is not Outcome.PLAYING:
        return Decision(Kind.OVER, outcome=outcome)
    if start is not StartRule.NONE and board.count(UNOPENED) == len(board.cells):
        cell = first_cell(board.width, board.height, start is StartRule.ZERO)
        return _reachable(board, Decision(Kind.FIRST, (cell,)), ())
    safe, mines = _certain(board)
    unflagged = {cell for cell in mines if board.cells[cell] != FLAG}.difference(unflaggable)
    if flags and unflagged:
        return Decision(Kind.FLAG, tuple(sorted(unflagged)), mines=mines)
    if safe:
        return _reachable(board, Decision(Kind.OPEN, safe, mines=mines), mines)
    if len(mines) == board.count(UNOPENED) and not board.has_unreadable:
        return Decision(Kind.OVER, mines=mines, outcome=Outcome.WON)
    return _reachable(board, _guess(board, mines), mines)


def _certain(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells that are certainly safe, and those that certainly are mines."""
    try:
        exact = odds(board)
    except TooWide:
        found = scan(board)
        if found.contradictions:
            raise Contradiction(board, found.contradictions) from None
        return tuple(sorted(found.safe)), tuple(sorted(found.mines))
    return exact.safe, exact.mines


def _guess(board: Board, mines: tuple[int, ...]) -> Decision:
    if board.count(UNOPENED) == len(board.cells):
        share = None if board.mines is None else board.mines / len(board.cells)
        return Decision(Kind.GUESS, (first_cell(board.width, board.height, False),), share)
    guess = advise(board).guess
    if guess is None:
        return Decision(Kind.STUCK, mines=mines)
    return Decision(Kind.GUESS, (guess.cell,), guess.odds, mines)


def _reachable(board: Board, decision: Decision, mines: Collection[int]) -> Decision:
    """The decision as far as it can be acted on now.

    A flag keeps its cell from being opened, so it goes first. And where flags stand that may be
    wrong, one cell is opened at a time: a second click would find a number that the first has
    opened, and on numbers with enough flags beside them some programs open all the rest.
    """
    flagged = tuple(cell for cell in decision.cells if board.cells[cell] == FLAG)
    if flagged:
        return Decision(Kind.FLAG, flagged, mines=decision.mines)
    if any(cell not in mines for cell in board.where({FLAG})):
        return Decision(decision.kind, decision.cells[:1], decision.odds, decision.mines)
    return decision


@dataclass(slots=True)
class _Tally:
    """What is counted while a game goes on."""

    began: float
    clicks: int = 0
    guesses: int = 0
    claimed: set[int] = field(default_factory=set)
    tries: Counter[int] = field(default_factory=Counter)
    reactions: list[float] = field(default_factory=list)
    click_seconds: float = 0.0
    redraw_seconds: float = 0.0
    last_guess: tuple[int, float | None] | None = None

    def result(self, result: Result, reason: str, now: float, wrong: int = 0) -> GameResult:
        reaction = 1000 * statistics.median(self.reactions) if self.reactions else None
        return GameResult(
            result,
            reason,
            now - self.began,
            self.clicks,
            self.guesses,
            wrong,
            reaction,
            self.click_seconds,
            self.redraw_seconds,
        )


class Bot:
    """Plays the game it finds on the screen.

    ``tell`` is called with everything that happens, see ``Event``.
    """

    def __init__(
        self,
        hands: Hands,
        skins: Sequence[Skin],
        wishes: Wishes = Wishes(),
        tell: Callable[[Event], object] = lambda _: None,
    ) -> None:
        self._hands = hands
        self._skins = skins
        self._wishes = wishes
        self._tell = tell
        self._began = hands.clock()
        self._slack = 1
        self._redraws: deque[float] = deque(maxlen=16)
        self._settled_at = 0.0
        self._parked = False
        self._won = False
        self._hurried = False

    def play(self) -> Session:
        """Find the board and play as many games as wished.

        Raises:
            NoBoard: there is none, or none that can be read as a whole.
            BoardError: the wished mine total does not fit on the board.

        """
        results: list[GameResult] = []
        self._tally = _Tally(self._hands.clock())
        try:
            self._find()
            if not self._wishes.dry_run:
                self._skip_finished()
            while True:
                self._tally = _Tally(self._hands.clock())
                self._game = len(results) + 1
                results.append(self._play_game())
                self._tell(Ended(len(results), results[-1]))
                if len(results) >= self._wishes.games or self._wishes.dry_run:
                    if results[-1].result is Result.WON:
                        self._dismiss()
                    return Session(tuple(results))
                self._new_game()
        except Halted as halted:
            if len(results) < self._wishes.games and not self._between_games(results):
                results.append(self._tally.result(Result.STOPPED, str(halted), self._hands.clock()))
                self._tell(Ended(len(results), results[-1]))
            return Session(tuple(results), str(halted), halted.impossible)

    def _between_games(self, results: Sequence[GameResult]) -> bool:
        return bool(results) and self._game == len(results)

    # Looking

    def _find(self) -> None:
        """Find the boards on the whole picture and settle on one."""
        self._game = 0
        picture, found, chosen = self._search()
        self._tell(Found(tuple(found), chosen))
        # By its name: a board of covered cells is grey, and so may be the skin it was read with.
        self.skin = next(skin for skin in self._skins if skin.name == chosen.skin.name)
        self._start = self._wishes.start or self.skin.start
        self.mines = self._wishes.mines
        if self.mines is None:
            self.mines = self.skin.mines(chosen.board.width, chosen.board.height)
        self._area = around(chosen.lattice, picture)
        self._whole = picture.shape[:2]
        self._track = Track(chosen.lattice.moved(-self._area.left, -self._area.top), self.skin)
        self._known: Codes | None = None
        self._message_until = 0.0
        self._track.board(self.mines)
        self._settle()

    def _search(self) -> tuple[Picture, list[Extraction], Extraction]:
        """The whole picture, the boards in it and the one to play; messages may pass first."""
        end = self._hands.clock() + _OBSTRUCTED
        while True:
            picture = self._hands.capture(None)
            found = read(picture, self._skins)
            try:
                return picture, found, choose(found, self._skins)
            except NoBoard as error:
                if not error.unreadable or self._hands.clock() > end:
                    raise
            self._check_stop()
            self._hands.wait(_PASSING)

    @property
    def _board(self) -> Board:
        return self._track.board(self.mines)

    def _check_stop(self) -> None:
        limit = self._wishes.max_seconds
        if limit is not None and self._hands.clock() - self._began > limit:
            raise Halted(f"The time limit of {limit:g} s is over.")
        if reason := self._hands.halt():
            raise Halted(reason)

    def _settle(self, clicked: Sequence[int] = ()) -> None:
        """Look until what the clicks change has stopped changing, then make sure of the board.

        ``clicked`` are the cells in the order in which they were clicked.

        Raises:
            Halted: the board is not there any more, or not the one that it was.

        """
        before = self._track.codes.copy()
        pending: Mask = np.zeros(before.shape, np.bool_)
        pending.flat[list(clicked)] = True
        began = changed = self._hands.clock()
        self._parked = self._parked and not clicked
        while True:
            anew = self._look()
            now = self._hands.clock()
            if anew:
                changed = now
            elif now - changed >= self.skin.settle and self._complete(before, pending):
                if self._parked:
                    self._slack = 1
                    break
                self._park()
            elif now - changed > self._patience(before, clicked):
                self._slack = min(2 * self._slack, _MOST_SLACK)
                if self._parked:
                    break
                self._park()
            if now - began > _NEVER_STILL:
                raise Halted("The board does not stop changing, so it can't be read.")
            self._check_stop()
            self._hands.wait(_SHORT if now - began < _EAGER else _LONG)
        if clicked:
            self._tally.redraw_seconds += changed - began
            self._redraws.append(changed - began)
        self._settled_at = now
        self._won = bool(UNREADABLE in self._track.codes and self._looks_won(pending))
        if not self._won and not self._sound():
            self._recover()
        self._known = self._track.codes.copy()

    def _patience(self, before: Codes, clicked: Sequence[int]) -> float:
        """Seconds without a change after which a click counts as lost.

        The skin knows the worst; what is usual here shows as the game goes on. Clicks take effect
        in their order, so once the last one has, what the others did will be seen very soon. One
        repeated too early does no harm, but for a right click, which would undo the first.
        """
        if len(self._redraws) < _FEW_REDRAWS or not self._hurried:
            return self.skin.patience
        usual = statistics.median(self._redraws)
        last = clicked[-1] if clicked else None
        if last is not None and self._track.codes.flat[last] != before.flat[last]:
            return min(self.skin.patience, max(_LEAST_PATIENCE, usual / 2) * self._slack)
        return min(self.skin.patience, max(_LEAST_PATIENCE, _TIMES_USUAL * usual) * self._slack)

    def _look(self) -> bool:
        """Look at the board once; whether any pixel of it has changed."""
        self._picture = self._hands.capture(self._area)
        return self._track.look(self._picture)

    def _complete(self, before: Codes, pending: Mask) -> bool:
        """Whether nothing more is to come: every clicked cell has changed, every area is open."""
        codes = self._track.codes
        if UNREADABLE in codes:
            return self._looks_won(pending)
        if np.isin(codes, list(SHOWN_MINES)).any():
            return True
        if (pending & (codes == before)).any():
            return False
        fresh = (codes == EMPTY) & (before != EMPTY)
        return not (fresh & _beside(codes == COVERED)).any()

    def _looks_won(self, clicked: Mask) -> bool:
        """Whether the game is won, as far as it is not hidden by the message that says so.

        What is hidden has not changed since it was seen, but for the clicked cells, which are
        open: had one of them been a mine, all mines would be shown.
        """
        codes, known = self._track.codes, self._known
        if self.mines is None or known is None or np.isin(codes, _AFTER_LOSS).any():
            return False
        hidden = codes == UNREADABLE
        unopened = np.isin(np.where(hidden, known, codes), list(UNOPENED)) & ~(hidden & clicked)
        return int(unopened.sum()) == self.mines

    def _park(self) -> None:
        """Put the pointer just outside the board, where it highlights no cell."""
        self._hands.park(*_parking(self._lattice, self._whole))
        self._parked = True

    @property
    def _lattice(self) -> Lattice:
        return self._track.lattice.moved(self._area.left, self._area.top)

    def _sound(self) -> bool:
        """Whether every tile can be read and is at rest, and all that was open is so still.

        A cell on which the button is held down looks empty, and the server may hold it for long.
        """
        codes = self._track.codes
        if UNREADABLE in codes:
            return False
        known = self._known
        if known is None:
            return True
        fresh = (codes == EMPTY) & (known != EMPTY)
        if (fresh & _beside(codes == COVERED)).any():
            return False
        was_open = known < COVERED
        return bool((codes[was_open] == known[was_open]).all())

    def _recover(self) -> None:
        """Wait for what passes over the board, close the program's own message, or give up."""
        late_message = self.skin.dismiss and self._hands.clock() < self._message_until
        if self._waited(self._sound, _PASSING):
            return
        if late_message:
            self._hands.key(self.skin.dismiss)
            if self._waited(self._sound, _PASSING):
                return
        if self._relocate() or self._waited(self._sound, _OBSTRUCTED):
            return
        if self.skin.dismiss and self._may_be_won():
            self._hands.key(self.skin.dismiss)
            if self._waited(self._sound, _OBSTRUCTED):
                return
        raise Halted(self._what_happened())

    def _relocate(self) -> bool:
        """Measure the place anew: on a board of covered cells it may have been off a little."""
        lattice = self._track.lattice
        for other in read(self._hands.capture(self._area), (self.skin,)):
            place = other.lattice
            if (place.columns, place.rows) != (lattice.columns, lattice.rows) or other.cut:
                continue
            off = max(abs(place.left - lattice.left), abs(place.right - lattice.right))
            off = max(off, abs(place.top - lattice.top), abs(place.bottom - lattice.bottom))
            if off < lattice.cell_width and place != lattice:
                self._track = Track(place, self.skin)
                self._parked = False
                self._park()
                return self._waited(self._sound, _PASSING)
        return False

    def _waited(self, ask: Callable[[], bool], seconds: float) -> bool:
        """Look until the answer is yes and the board is still; whether that came in time."""
        end = self._hands.clock() + seconds
        self._track.forget()
        while self._hands.clock() < end:
            self._hands.wait(_LONG)
            if not self._look() and ask():
                self._settled_at = self._hands.clock()
                return True
            self._check_stop()
        return False

    def _may_be_won(self) -> bool:
        """Whether what can be seen of the board is that of a game that was won."""
        board = self._board
        if self.mines is None or board.count(SHOWN_MINES | {WRONG_FLAG}):
            return False
        return board.has_unreadable and board.count(UNOPENED) <= self.mines

    def _what_happened(self) -> str:
        """Look at the whole screen for what has become of the board."""
        found = read(self._hands.capture(None), self._skins)
        lattice = self._lattice
        for other in found:
            if other.skin.name != self.skin.name:
                continue
            place = other.lattice
            same_size = (place.columns, place.rows) == (lattice.columns, lattice.rows)
            moved = max(abs(place.left - lattice.left), abs(place.top - lattice.top)) > 2
            scaled = abs(place.cell_width - lattice.cell_width) > 0.5
            if same_size and (moved or scaled):
                return "The window was moved or resized. Leave it where it is while the bot plays."
            if same_size and not other.board.has_unreadable:
                return "The board is not the one it was: did somebody else play, or start a game?"
        return "The board can't be seen any more: its window was covered, moved or closed."

    # Acting

    def _play_game(self) -> GameResult:
        while True:
            self._check_stop()
            board = self._board
            try:
                decision = self._decide(board)
            except Contradiction as error:
                if self._read_again(board):
                    continue
                raise Halted(f"The board contradicts itself: {error}.", impossible=True) from None
            self._tell(Decided(self._game, board, decision, self._picture, self.skin))
            if decision.kind is Kind.OVER:
                return self._over(board, decision)
            if reason := self._refused(decision):
                return self._tally.result(Result.STOPPED, reason, self._hands.clock())
            self._hurried = decision.kind is not Kind.FLAG
            if self._act(board, decision):
                self._settle(path(decision.cells, board.width))
            else:
                self._settle()

    def _read_again(self, board: Board) -> bool:
        """Read every tile anew once all is still; whether that gives another board."""
        self._known = None
        self._waited(self._sound, _PASSING)
        self._hands.wait(_PASSING)
        self._track.forget()
        self._settle()
        return self._board.cells != board.cells

    def _decide(self, board: Board) -> Decision:
        if self._won:
            return Decision(Kind.OVER, outcome=Outcome.WON)
        given_up = {c for c, n in self._tally.tries.items() if n >= MOST_FLAG_TRIES}
        return think(board, self._start, self._wishes.flags, given_up)

    def _refused(self, decision: Decision) -> str | None:
        """Why the decision is not acted on."""
        if decision.kind is Kind.STUCK:
            return (
                "No number touches the cells that are left, and without the mine total nothing "
                "is known of them: give it with --mines."
            )
        if decision.kind is Kind.GUESS and self._wishes.no_guess:
            return f"Nothing is certain, and guessing is not wanted ({_chance(decision.odds)})."
        if self._wishes.dry_run:
            return f"Dry run: {decision.kind} {len(decision.cells)} cells, nothing was clicked."
        return None

    def _act(self, board: Board, decision: Decision) -> bool:
        """Click the cells of one decision, unless the board has changed meanwhile."""
        if self._look():
            return False
        tally = self._tally
        click = self._hands.flag if decision.kind is Kind.FLAG else self._hands.open
        if decision.kind is Kind.GUESS:
            tally.guesses += tally.last_guess != (decision.cells[0], decision.odds)
            tally.last_guess = decision.cells[0], decision.odds
        elif decision.kind is not Kind.FLAG:
            tally.claimed.update(decision.cells)
        lattice = self._lattice
        began = self._hands.clock()
        for number, cell in enumerate(path(decision.cells, board.width)):
            self._check_stop()
            self._count_try(board, cell)
            click(*lattice.centre(cell))
            tally.clicks += 1
            if number == 0:
                tally.reactions.append(self._hands.clock() - self._settled_at)
            if self._wishes.delay:
                self._hands.wait(self._wishes.delay)
        tally.click_seconds += self._hands.clock() - began
        return True

    def _count_try(self, board: Board, cell: int) -> None:
        self._tally.tries[cell] += 1
        if self._tally.tries[cell] > MOST_TRIES:
            raise Halted(
                f"Clicks have no effect on {place_name(board, cell)}: is the program still "
                "responding, and may solver-bot use the mouse?"
            )

    def _over(self, board: Board, decision: Decision) -> GameResult:
        now = self._hands.clock()
        if decision.outcome is Outcome.WON:
            return self._tally.result(Result.WON, "Every safe cell is open.", now)
        wrong = sum(board.is_shown_mine(cell) for cell in self._tally.claimed)
        guess = self._tally.last_guess
        if wrong:
            reason = "A cell that was called safe was a mine."
        elif guess and board.is_shown_mine(guess[0]):
            reason = f"The guess at {place_name(board, guess[0])} ({_chance(guess[1])}) was a mine."
        else:
            reason = "A mine was opened, but not by solver-bot."
        return self._tally.result(Result.LOST, reason, now, wrong)

    # From game to game

    def _skip_finished(self) -> None:
        """Start a new game if the one on the screen is over."""
        try:
            decision = think(self._board, self._start)
        except Contradiction:
            return
        if decision.kind is Kind.OVER:
            self._tell(Said(f"The game on the screen is {decision.outcome}; starting a new one."))
            self._new_game()

    def _new_game(self) -> None:
        """Start a new game the way the skin says.

        Raises:
            Halted: none came.

        """
        before = self._track.codes.copy()
        self._dismiss()
        self._known = None
        if not np.isin(before, _AFTER_LOSS).any():
            self._message_until = self._hands.clock() + _LATE_MESSAGE
        for attempt in range(_NEW_GAME_TRIES):
            if attempt and self.skin.dismiss:
                self._hands.key(self.skin.dismiss)
            self._ask_for_game()
            if self._waited(lambda: self._is_new(before), _NEW_GAME):
                self._settle()
                return
        raise Halted(f"No new game started after {self.skin.new_game!r}; start one by hand.")

    def _dismiss(self) -> None:
        """Close the message that the program puts over a board that was won, if it does."""
        if self.skin.dismiss and self._waited(self._is_obstructed, _DIALOG):
            self._hands.key(self.skin.dismiss)
            self._waited(self._sound, _DIALOG)

    def _is_obstructed(self) -> bool:
        return not self._sound()

    def _ask_for_game(self) -> None:
        keys, place = new_game(self.skin)
        if keys:
            # Keys go to the window in front, and a click beside the board brings it there.
            self._hands.open(*_parking(self._lattice, self._whole))
            self._hands.key(keys)
            return
        lattice = self._lattice
        x = lattice.left + place[0] * (lattice.right - lattice.left)
        self._hands.open(x, lattice.top + place[1] * lattice.cell_height)
        self._park()

    def _is_new(self, before: Codes) -> bool:
        codes = self._track.codes
        if UNREADABLE in codes or np.isin(codes, _AFTER_LOSS).any():
            return False
        closed = (before < COVERED) & np.isin(codes, list(UNOPENED))
        return bool(closed.any() or np.isin(before, _AFTER_LOSS).any())


def choose(found: Sequence[Extraction], skins: Iterable[Skin]) -> Extraction:
    """The board to play: one that is still being played before one that is over, then the largest.

    Raises:
        NoBoard: there is none, or none that can be read as a whole.

    """
    if not found:
        names = ", ".join(skin.name for skin in skins)
        raise NoBoard(
            f"No Minesweeper board was found on the screen (skins tried: {names}). "
            "Show the whole board: some programs hide it while another window is in front."
        )
    whole = [e for e in found if not e.cut and not e.board.has_unreadable]
    if not whole:
        raise NoBoard(
            "A board is on the screen, but not all of it can be read. "
            "Is something in front of it, or does it reach beyond the edge?",
            unreadable=True,
        )
    return max(whole, key=lambda e: (_goes_on(e.board), _size(e.lattice)))


def _goes_on(board: Board) -> bool:
    """Whether there is anything left to open, as far as the board itself tells."""
    try:
        return think(board, StartRule.NONE).kind is not Kind.OVER
    except Contradiction:
        return False


def _size(lattice: Lattice) -> float:
    return (lattice.right - lattice.left) * (lattice.bottom - lattice.top)


def path(cells: Iterable[int], width: int) -> list[int]:
    """The cells in the order a hand would take them: row by row, there and back again."""
    rows: dict[int, list[int]] = {}
    for cell in sorted(cells):
        rows.setdefault(cell // width, []).append(cell)
    ordered: list[int] = []
    for number, row in enumerate(rows.values()):
        ordered += reversed(row) if number % 2 else row
    return ordered


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


def around(lattice: Lattice, picture: Picture) -> Area:
    """The board with some margin, as far as the picture goes."""
    height, width = picture.shape[:2]
    across, down = MARGIN * lattice.cell_width, MARGIN * lattice.cell_height
    return Area(
        max(0, round(lattice.left - across)),
        max(0, round(lattice.top - down)),
        min(width, round(lattice.right + across)),
        min(height, round(lattice.bottom + down)),
    )


def _parking(lattice: Lattice, whole: tuple[int, ...]) -> tuple[float, float]:
    """A place on the board's frame, halfway down a side, so in the window and in no corner."""
    height, width = whole
    middle = (lattice.top + lattice.bottom) / 2
    if lattice.left >= _BESIDE:
        return lattice.left - _BESIDE, middle
    if lattice.right + _BESIDE < width:
        return lattice.right + _BESIDE, middle
    return (lattice.left + lattice.right) / 2, min(height - 1.0, lattice.bottom + _BESIDE)


def _chance(share: float | None) -> str:
    return "odds unknown" if share is None else f"{share:.0%} a mine"
