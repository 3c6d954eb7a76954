"""The text game. It reads commands and answers with sentences and boards, for people and pipes.

Rows and columns count from 0 here, like the numbers on the board's edges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import TextIO

from solver_bot.board import UNOPENED, Board, Outcome, StartRule
from solver_bot.game.colours import coloured, wants_colours
from solver_bot.game.engine import Rules
from solver_bot.game.fair import proved
from solver_bot.game.layout import GameError, GameId
from solver_bot.game.levels import LevelError, named_level
from solver_bot.game.match import USUAL, FairPlay, Match, Turn
from solver_bot.game.text import LEGEND, drawn
from solver_bot.game.words import clock, counted, ending, figures_text, sentence
from solver_bot.solve.advice import Advice, advise
from solver_bot.solve.explain import place_name
from solver_bot.solve.guess import safest_guess

UNHELPED = FairPlay()
MOST_SIDE = 1000
MOST_LETTERS = 20
PROMPT = "> "
GREETING = (
    "Minesweeper. new 9 9 10 starts a game of 9 rows, 9 columns and 10 mines; help says more."
)
NO_GAME = "There is no game yet. Start one with: new ROWS COLUMNS MINES"
GOODBYE = "Goodbye."


class _Refused(Exception):
    """The player's command cannot be carried out. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TerminalOptions:
    """The rules of the games, and their seeds in order; None for random seeds."""

    start: StartRule = StartRule.SAFE
    rules: Rules = USUAL
    fair: FairPlay = UNHELPED
    seeds: Iterable[int] | None = None


PLAIN = TerminalOptions()


class Terminal:
    """A game at a terminal. ``answer`` takes one command line and returns the full answer.

    With ``board_follows``, the answer to a move also shows the board, for a person.
    """

    def __init__(self, setup: TerminalOptions = PLAIN, board_follows: bool = False) -> None:
        self._setup = setup
        self._board_follows = board_follows
        self._seeds = iter(setup.seeds) if setup.seeds is not None else _seeds()
        self._match: Match | None = None
        self.ended = False
        """Whether the player has quit."""

    def answer(self, line: str) -> str:
        """The answer to a command; empty for an empty line."""
        words = line.split()
        if not words:
            return ""
        name = words[0].lower()
        command = COMMANDS.get(ALSO_CALLED.get(name, name))
        if command is None:
            there_are = ", ".join(COMMANDS)
            return f"There is no command {_cut(words[0])}. The commands are: {there_are}."
        try:
            return command.act(self, _numbers(command, words[1:]))
        except _Refused as refusal:
            return str(refusal)
        except GameError as error:
            return sentence(str(error))

    def new(self, numbers: list[int]) -> str:
        rows, columns, mines = numbers
        if max(rows, columns) > MOST_SIDE:
            raise _Refused(f"A board has at most {MOST_SIDE} rows and {MOST_SIDE} columns.")
        return self.begin(GameId(columns, rows, mines, self._setup.start, next(self._seeds)))

    def begin(self, game_id: GameId) -> str:
        """Start a game, and return the confirmation."""
        self._match = Match(game_id, self._setup.rules, self._setup.fair)
        rows, columns = counted(game_id.height, "row"), counted(game_id.width, "column")
        size = f"{rows}, {columns}, {counted(game_id.mines, 'mine')}"
        return self._with_board(f"New game {game_id}: {size}.")

    def show(self, _numbers: list[int]) -> str:
        match = self._playing()
        match.game.tick()
        return f"{drawn(match.board)}\n{self._standing(match)}"

    def uncover(self, numbers: list[int]) -> str:
        match, cell = self._cell(numbers)
        self._goes_on(match)
        if match.board.cells[cell] not in UNOPENED:
            raise _Refused(f"{_place(match, cell)} is open already.")
        if match.game.is_flagged(cell):
            raise _Refused(f"{_place(match, cell)} is flagged: unflag it first.")
        return self._with_board(self._told(match, cell, match.uncover(cell)))

    def flag(self, numbers: list[int]) -> str:
        match, cell = self._cell(numbers)
        self._goes_on(match)
        if match.game.is_flagged(cell):
            raise _Refused(f"{_place(match, cell)} is flagged already.")
        if match.board.cells[cell] not in UNOPENED:
            raise _Refused(f"{_place(match, cell)} is open, and only covered cells can be flagged.")
        return self._with_board(self._flagged(match, cell, match.flag(cell)))

    def unflag(self, numbers: list[int]) -> str:
        match, cell = self._cell(numbers)
        self._goes_on(match)
        if not match.game.is_flagged(cell):
            raise _Refused(f"{_place(match, cell)} has no flag.")
        match.unflag(cell)
        return self._with_board(f"{_place(match, cell)}: flag taken away, {_mines_left(match)}.")

    def hint(self, _numbers: list[int]) -> str:
        match = self._playing()
        self._goes_on(match)
        hint = match.hint(first=0)
        if hint.cell is None:
            return hint.reason
        opened = f"{_place(match, hint.cell)} was opened.{_end(match)}"
        return self._with_board(f"{hint.reason}\n{opened}")

    def solve(self, _numbers: list[int]) -> str:
        match = self._playing()
        self._goes_on(match)
        board = match.board
        if match.first is None and match.is_first_safe:
            return "Nothing is open yet, and the first cell opened is never a mine: open any cell."
        match.note_help()
        advice = _advice(board)
        return f"{drawn(board, _marks(advice))}\n{_advice_text(board, advice)}"

    def help(self, _numbers: list[int]) -> str:
        width = max(len(_usage(name)) for name in COMMANDS)
        lines = [f"{_usage(name):{width}}  {command.what}" for name, command in COMMANDS.items()]
        return "\n".join([*lines, f"Rows and columns count from 0. On the board: {LEGEND}."])

    def quit(self, _numbers: list[int]) -> str:
        self.ended = True
        return GOODBYE

    def _playing(self) -> Match:
        if self._match is None:
            raise _Refused(NO_GAME)
        return self._match

    def _cell(self, numbers: list[int]) -> tuple[Match, int]:
        match = self._playing()
        row, column = numbers
        board = match.game.game_id
        for what, number, size in (("row", row, board.height), ("column", column, board.width)):
            if number >= size:
                raise _Refused(f"There is no {what} {number}: they are 0 to {size - 1}.")
        return match, row * board.width + column

    def _goes_on(self, match: Match) -> None:
        if not match.game.tick():
            raise _Refused(f"{self._standing(match)} Start another with: new ROWS COLUMNS MINES")

    def _standing(self, match: Match) -> str:
        if match.outcome is Outcome.PLAYING:
            return f"{_score(match).capitalize()}, {_mines_left(match)}{_time_left(match)}."
        return f"{ending(match)} {_score(match).capitalize()}."

    def _told(self, match: Match, cell: int, turn: Turn) -> str:
        place = _place(match, cell)
        if turn.lives_lost:
            return f"{place}: a mine.{_lives(match)}{_end(match)}"
        if not turn.revealed:
            return self._standing(match)  # nothing was revealed because the time is up
        said = f"{place}: {counted(turn.revealed, 'cell')} revealed."
        if turn.assisted:
            names = ", ".join(place_name(match.board, other, first=0) for other in turn.assisted)
            said += f" Opened for you, as the position was ambiguous: {names}."
        return said + _end(match)

    def _flagged(self, match: Match, cell: int, turn: Turn) -> str:
        said = f"{_place(match, cell)} flagged, {_mines_left(match)}."
        if turn.overfull:
            said += " A number beside it now has more flags around it than it says."
        if turn.false_flag:
            said += " That cell is proved safe: the flag is wrong."
        return said + _end(match)

    def _with_board(self, said: str) -> str:
        if not (self._board_follows and self._match):
            return said
        return f"{drawn(self._match.board)}\n{said}"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the names of its arguments, what it does in words, and the method that does it."""

    words: tuple[str, ...]
    what: str
    act: Callable[[Terminal, list[int]], str]


COMMANDS = {
    "new": Command(
        ("ROWS", "COLUMNS", "MINES"), "start a game; or new LEVEL, as in new expert", Terminal.new
    ),
    "show": Command((), "show the board, the score and the mines left", Terminal.show),
    "uncover": Command(("ROW", "COLUMN"), "open a cell", Terminal.uncover),
    "flag": Command(("ROW", "COLUMN"), "mark a cell as a mine", Terminal.flag),
    "unflag": Command(("ROW", "COLUMN"), "take the mark away", Terminal.unflag),
    "hint": Command((), "open a cell that is proved safe, and say why", Terminal.hint),
    "solve": Command(
        (),
        "mark what is certain: safe cells (s), mines (m), else the best guess (?); opens nothing",
        Terminal.solve,
    ),
    "help": Command((), "show this list", Terminal.help),
    "quit": Command((), "leave", Terminal.quit),
}


ALSO_CALLED = {"open": "uncover", "exit": "quit", "?": "help"}
"""Other names for commands."""


def play(
    source: Iterable[str],
    out: TextIO,
    terminal: Terminal,
    person: bool = False,
    game_id: GameId | None = None,
) -> None:
    """Answer each line of ``source`` on ``out`` until it ends or the player quits.

    A ``person`` gets a greeting and prompts. With ``game_id``, play begins with that game.
    """
    in_colour = wants_colours(out)

    def say(text: str) -> None:
        if text:
            out.write((coloured(text) if in_colour else text) + "\n")
        if person and not terminal.ended:
            out.write(PROMPT)
        out.flush()

    began = terminal.begin(game_id) if game_id else ""
    if person or began:
        say("\n".join(filter(None, [GREETING if person else "", began])))
    for line in source:
        say(terminal.answer(line))
        if terminal.ended:
            return
    out.write(f"\n{GOODBYE}\n" if person else "")
    out.flush()


def _seeds() -> Iterator[int]:
    dice = SystemRandom()
    while True:
        yield dice.randrange(1_000_000)


def _usage(name: str) -> str:
    return " ".join([name, *COMMANDS[name].words])


def _numbers(command: Command, words: list[str]) -> list[int]:
    name = next(name for name, other in COMMANDS.items() if other is command)
    if name == "new" and len(words) == 1 and not words[0].isdigit():
        return _level_numbers(words[0])
    if len(words) != len(command.words):
        few = "more" if len(words) < len(command.words) else "fewer"
        raise _Refused(f"That takes {few} words. Write: {_usage(name)}")
    for what, word in zip(command.words, words, strict=True):
        if not (word.isascii() and word.isdigit() and len(word) <= 9):
            raise _Refused(f"{what} has to be a whole number from 0 on, not {_cut(word)}.")
    return [int(word) for word in words]


def _level_numbers(word: str) -> list[int]:
    """The rows, columns and mines of a level such as ``expert`` or ``20x10n30``."""
    try:
        level = named_level(word)
    except LevelError as error:
        raise _Refused(sentence(str(error))) from None
    return [level.height, level.width, level.mines]


def _cut(word: str) -> str:
    """The player's word in quotes, shortened if it is long."""
    return repr(word if len(word) <= MOST_LETTERS else word[:MOST_LETTERS] + "...")


def _place(match: Match, cell: int) -> str:
    return place_name(match.board, cell, first=0).capitalize()


def _score(match: Match) -> str:
    return f"score {match.game.score}"


def _mines_left(match: Match) -> str:
    return f"{counted(match.game.mines_left, 'mine')} left"


def _time_left(match: Match) -> str:
    limit = match.game.rules.seconds
    return "" if limit is None else f", {clock(math.ceil(limit - match.game.seconds))} left"


def _lives(match: Match) -> str:
    return f" {counted(match.game.lives, 'life', 'lives')} left."


def _end(match: Match) -> str:
    if match.outcome is Outcome.PLAYING:
        return ""
    figures = match.figures()
    told = f" {figures_text(figures)}" if figures else ""
    return f" {ending(match)} {_score(match).capitalize()}, {match.game.seconds:.0f} s.{told}"


def _advice(board: Board) -> Advice:
    """What is known about a game that goes on. Mines that cost a life may be shown."""
    if board.outcome() is Outcome.PLAYING:
        return advise(board)
    known = proved(board)
    return known if known.safe else replace(known, guess=safest_guess(board, known.odds))


def _marks(advice: Advice) -> dict[int, str]:
    guess = {advice.guess.cell: "?"} if advice.guess else {}
    return dict.fromkeys(advice.safe, "s") | dict.fromkeys(advice.mines, "m") | guess


def _advice_text(board: Board, advice: Advice) -> str:
    lines = [
        f"{what}: {'; '.join(place_name(board, cell, first=0) for cell in cells)}."
        for what, cells in (("Safe", advice.safe), ("Mines", advice.mines))
        if cells
    ]
    if advice.guess:
        odds = f"{advice.guess.odds:.1%}"
        place = place_name(board, advice.guess.cell, first=0)
        lines.append(f"No cell is proved safe. Best guess: {place}, a mine with {odds} odds.")
    elif not advice.safe:
        lines.append("No single number proves a cell safe, and the board is too wide to count.")
    return "\n".join(lines)
