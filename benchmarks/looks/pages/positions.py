"""What a page is to show: the mines, the moves that lead to a position, and its true board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from benchmarks.looks.pages.designs import Design
from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    WRONG_FLAG,
    Board,
    Outcome,
    StartRule,
)
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId, given_mines

SHARES = {"middle": (0.3, 0.6), "late": (0.75, 0.95), "lost": (0.2, 0.7)}
"""How much of the board is open in a stage, from and to."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game and the moves made in it.

    Attributes:
        seed: the seed of everything that is random here.
        mines: the cells with mines.
        moves: a letter and a cell each: o opens, f flags, q puts a question mark.
        shown: the true board that the page then shows.

    """

    stage: str
    seed: int
    mines: tuple[int, ...]
    moves: tuple[tuple[str, int], ...]
    shown: Board

    def query(self, design: Design) -> str:
        """The query string of the page's address."""
        return design.query(self.shown.width, self.shown.height, len(self.mines), self.seed) + (
            "&"
            + urlencode(
                {
                    "at": _joined(self.mines),
                    "moves": _joined(f"{letter}{cell}" for letter, cell in self.moves),
                    "clock": Random(self.seed).randrange(400) if self.moves else 0,
                }
            )
        )


def _joined(parts: Iterable[object]) -> str:
    return ".".join(map(str, parts))


def make_position(
    design: Design, size: tuple[int, int], mines: int, stage: str, seed: int
) -> Position:
    """A position of one of ``STAGES``, in a game of that size."""
    width, height = size
    random = Random(seed)
    first = random.randrange(width * height)
    hidden = _layout(width, height, mines, first, random)
    game = Game(GameId(width, height, mines, StartRule.NONE, seed), lay=given_mines(hidden))
    moves = _openings(game, hidden, stage, first, random)
    marks = _marks(game, hidden, stage, design, random)
    if stage == "lost":
        hit = random.choice(hidden)
        moves += [*(mark for mark in marks if mark[1] != hit), ("o", hit)]
    elif stage == "won":
        moves = moves[:-1] + marks + moves[-1:]
    else:
        moves += marks
    shown = _shown(width, height, hidden, moves, design)
    return Position(stage, seed, tuple(sorted(hidden)), tuple(moves), shown)


def _layout(width: int, height: int, mines: int, first: int, random: Random) -> list[int]:
    """Mines at random, none at the first cell and beside it."""
    row, column = divmod(first, width)
    places = [
        cell
        for cell in range(width * height)
        if max(abs(cell // width - row), abs(cell % width - column)) > 1
    ]
    return random.sample(places, mines)


def _openings(
    game: Game, hidden: list[int], stage: str, first: int, random: Random
) -> list[tuple[str, int]]:
    """Open cells until the stage is reached."""
    if stage == "new":
        return []
    if stage == "early":
        return _few(game, hidden, random)
    safe = game.game_id.width * game.game_id.height - len(hidden)
    low, high = SHARES.get(stage, (1.0, 1.0))
    wanted = random.uniform(low, high) * safe
    moves = [("o", first)]
    game.uncover(first)
    while game.score < wanted and game.outcome is Outcome.PLAYING:
        cell = _next(game.view(), hidden, random)
        if stage != "won" and game.score + 1 >= safe:
            break
        moves.append(("o", cell))
        game.uncover(cell)
    return moves


def _few(game: Game, hidden: list[int], random: Random) -> list[tuple[str, int]]:
    """Open 3 to 8 cells with numbers above 0, close to each other or anywhere."""
    table = Board.covered(game.game_id.width, game.game_id.height).neighbours()
    mined = set(hidden)
    numbers = [c for c in range(len(table)) if c not in mined and mined.intersection(table[c])]
    count = random.randint(3, 8)
    middle = random.choice(numbers)
    if random.random() < 0.5:
        width = game.game_id.width
        row, column = divmod(middle, width)
        numbers.sort(key=lambda c: max(abs(c // width - row), abs(c % width - column)))
        numbers = numbers[: count * 2]
    chosen = random.sample(numbers, count)
    for cell in chosen:
        game.uncover(cell)
    return [("o", cell) for cell in chosen]


def _next(view: Board, hidden: list[int], random: Random) -> int:
    mined, table = set(hidden), view.neighbours()
    inner = [cell for cell in view.where({COVERED}) if cell not in mined]
    edge = [cell for cell in inner if any(view.cells[n] in NUMBERS for n in table[cell])]
    return random.choice(edge or inner)


def _marks(
    game: Game, hidden: list[int], stage: str, design: Design, random: Random
) -> list[tuple[str, int]]:
    """Flags beside what is open, some of them wrong in a lost game, and question marks."""
    if stage in {"new", "early"} and random.random() < 0.7:
        return []
    view = game.view()
    table, mined = view.neighbours(), set(hidden)
    near = [
        cell
        for cell in range(len(table))
        if view.cells[cell] in {COVERED, FLAG, MINE}
        and any(view.cells[n] in NUMBERS for n in table[cell])
    ]
    mines = [cell for cell in near if cell in mined]
    share = random.choice((0.0, 0.4, 0.8, 1.0)) if stage != "lost" else random.uniform(0.2, 0.7)
    marks = [("f", cell) for cell in mines if random.random() < share]
    others = [cell for cell in near if cell not in mined]
    if stage == "lost" and others:
        marks += [("f", cell) for cell in random.sample(others, min(2, len(others)))]
    taken = {cell for _, cell in marks}
    left = [cell for cell in mines + others if cell not in taken]
    if design.question and stage in {"middle", "late"} and len(left) > 3:
        marks += [("q", cell) for cell in random.sample(left, random.randint(1, 3))]
    return marks


def _shown(
    width: int, height: int, hidden: list[int], moves: list[tuple[str, int]], design: Design
) -> Board:
    """The board that these moves lead to, as the design shows it."""
    game = Game(GameId(width, height, len(hidden), StartRule.NONE, 0), lay=given_mines(hidden))
    marks: dict[int, int] = {}
    for letter, cell in moves:
        if letter == "o":
            marks.pop(cell, None)
            game.uncover(cell)
        else:
            marks[cell] = FLAG if letter == "f" else QUESTION
            if letter == "f":
                game.flag(cell)
    cells = bytearray(game.view().cells)
    for cell, mark in marks.items():
        if cells[cell] in {COVERED, FLAG}:
            cells[cell] = mark
    if game.outcome is Outcome.WON:
        _won(cells, hidden, design.won)
    elif game.outcome is Outcome.LOST and game.hit is not None:
        _lost(cells, hidden, marks, game.hit, design.lost)
    if design.lost == "open" and game.outcome is Outcome.LOST:
        _open_all(cells, width, height, set(hidden))
    return Board(width, height, bytes(cells), len(hidden))


def _won(cells: bytearray, hidden: list[int], how: str) -> None:
    for cell in hidden:
        if how != "covered":
            cells[cell] = FLAG if how == "flags" else MINE


def _lost(cells: bytearray, hidden: list[int], marks: dict[int, int], hit: int, how: str) -> None:
    """Turn the classic end of a lost game into the design's own."""
    for cell in range(len(cells)):
        mark = marks.get(cell, COVERED)
        if cell == hit:
            cells[cell] = MINE if how == "plain" else EXPLODED
        elif how == "hit" and cells[cell] in {MINE, WRONG_FLAG, FLAG, COVERED, QUESTION}:
            cells[cell] = mark
        elif how == "plain" and cells[cell] in {WRONG_FLAG, FLAG}:
            cells[cell] = MINE if cell in hidden else mark


def _open_all(cells: bytearray, width: int, height: int, mined: set[int]) -> None:
    table = Board.covered(width, height).neighbours()
    for cell in range(len(cells)):
        if cell in mined:
            cells[cell] = cells[cell] if cells[cell] == EXPLODED else MINE
        else:
            cells[cell] = EMPTY + len(mined.intersection(table[cell]))
