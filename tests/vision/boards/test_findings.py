"""Which boards are kept, which proposals are looked at, and the order of what is reported."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.findings import add, findings
from solver_bot.vision.boards.proposals import Proposal
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.lattice import Lattice, in_reading_order
from tests.fuzz.damage import drawn
from tests.vision.boards.readings import last_row_unread, reading
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES


@dataclass(frozen=True)
class Placed:
    lattice: Lattice


def board(left: float, top: float) -> Placed:
    return Placed(Lattice.even(left, top, 10, 10, 9, 9))


@pytest.mark.parametrize("first", ["the sure one", "the larger one"])
def test_a_sure_board_is_kept_and_no_doubtful_larger_one(first: str) -> None:
    """Text over all of a picture was taken for covered cells, and stood for the board in it."""
    sure = answered(reading(0.999), possible)
    assert isinstance(sure, Answer)
    sure = replace(sure, evidence=5.0)
    larger = replace(
        sure,
        lattice=sure.lattice.part(-9, -9, 15, 13),
        codes=np.full((22, 24), COVERED, np.uint8),
        cut=frozenset({"right", "top"}),
        evidence=2.9,
    )
    found: list[Answer] = []
    for one in [sure, larger] if first == "the sure one" else [larger, sure]:
        add(one, found)
    assert found == [sure]
    add(replace(larger, evidence=5.9), found)
    assert found[0].codes.shape == (22, 24)


@pytest.mark.parametrize(("more", "kept"), [(0.02, (9, 6)), (0.3, (18, 6))])
def test_parts_of_cells_are_a_board_only_where_they_have_more_evidence(
    more: float, kept: tuple[int, int]
) -> None:
    """Halves of shaded cells were taken for cells of their own: as many are more in sum."""
    lattice = Lattice.even(0, 0, 20, 20, 6, 9)
    whole = answered(reading(0.999), possible)
    assert isinstance(whole, Answer)
    covered = np.full((9, 6), COVERED, np.uint8)
    whole = replace(whole, lattice=lattice, codes=covered, evidence=4.85)
    halves = Lattice.even(0, 0, 20, 10, 6, 18)
    parts = replace(whole, lattice=halves, codes=covered.repeat(2, 0), evidence=4.85 + more)
    for order in ([whole, parts], [parts, whole]):
        found: list[Answer] = []
        for one in order:
            add(one, found)
        assert [one.codes.shape for one in found] == [kept]


def test_a_board_of_which_much_is_unread_gives_way_to_other_cells_with_more_evidence() -> None:
    """Cells a little too wide were seen in the dark half of a board, and nothing in the other."""
    doubtful = last_row_unread()
    doubtful = replace(doubtful, evidence=4.1, codes=doubtful.codes.copy())
    doubtful.codes[:, ::2] = UNREADABLE
    other = replace(doubtful, evidence=4.0, codes=np.full((4, 12), COVERED, np.uint8))
    found = [doubtful]
    add(other, found)
    assert found == [other]


@pytest.mark.parametrize(("evidence", "kept"), [(3.9, True), (6.5, False)])
def test_a_board_that_may_be_reported_is_kept_where_thinner_cells_are_seen_less_surely(
    evidence: float, kept: bool
) -> None:
    """A third of every cell of a board without mines in sight was taken for a covered cell."""
    sure = answered(reading(0.999), possible)
    assert isinstance(sure, Answer)
    sure = replace(sure, evidence=5.9, left=0.2)
    thinner = replace(sure, evidence=evidence, left=0.0, codes=np.full((4, 36), COVERED, np.uint8))
    for order in ([sure, thinner], [thinner, sure]):
        found: list[Answer] = []
        for one in order:
            add(one, found)
        assert (found == [sure]) is kept


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("between", [2, 3, 5])
@pytest.mark.parametrize("name", ["bevel", "dark"])
def test_two_boards_on_the_same_lines_are_both_found(name: str, between: int, beside: bool) -> None:
    """So many cells fit between them, where there are the desktop and parts of two windows."""
    style = next(style for style in STYLES if style.name == name)
    picture = np.full((720, 720, 3), (120, 90, 40), np.uint8)
    for number, seed in enumerate((1, 2)):
        one, place = draw(position(9, 9, 10, 0.5, seed), style, (28, 28))
        left, top = round(place.left) - 8, round(place.top) - 8
        window = one[top : top + 268, left : left + 268]
        off = 30 + number * 28 * (9 + between)
        x, y = (off, 40) if beside else (40, off)
        picture[y : y + 268, x : x + 268] = window
    kept: list[Answer] = []
    list(findings(picture, possible, found=kept))
    assert [one.codes.shape for one in kept] == [(9, 9), (9, 9)]


def test_boards_are_reported_from_top_to_bottom() -> None:
    lower, upper = board(0, 200), board(100, 0)
    assert in_reading_order([lower, upper]) == [upper, lower]


def test_boards_beside_one_another_are_reported_from_left_to_right() -> None:
    left, right = board(0, 10.4), board(200, 10.0)
    assert in_reading_order([right, left]) == [left, right]


def test_no_other_proposal_is_looked_at_once_much_was(monkeypatch: pytest.MonkeyPatch) -> None:
    style = next(style for style in STYLES if style.name == "dark")
    one = draw(position(9, 9, 10, 0.4, 2), style, (24, 24))[0]
    both = np.hstack([one, draw(position(9, 9, 10, 0.4, 3), style, (31, 31))[0][: len(one)]])
    assert len(list(findings(both, possible))) > 1
    monkeypatch.setattr("solver_bot.vision.boards.findings._MOST_DESCRIBED", 10)
    assert len(list(findings(both, possible))) == 1


def looked_at_twice(monkeypatch: pytest.MonkeyPatch, seen: Reading) -> tuple[list[str], int]:
    """Why there is no board where two proposals show this, and how many further looks there are."""
    module = "solver_bot.vision.boards.findings"
    looks: list[Reading] = []

    def look_closer(_: Picture, reading: Reading, __: Mask) -> Reading:
        looks.append(reading)
        return reading

    proposed = [Proposal("faces", seen.lattice)] * 2
    monkeypatch.setattr(f"{module}.proposals", lambda *_: iter([proposed]))
    monkeypatch.setattr(f"{module}.read_lattice", lambda *_, **__: seen)
    monkeypatch.setattr(f"{module}.look_closer", look_closer)
    blank = np.zeros((80, 60, 3), np.uint8)
    return [one.reason for one in findings(blank, possible)], len(looks)


def test_a_place_at_which_a_board_was_refused_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reasons, looks = looked_at_twice(monkeypatch, reading(0.6, columns=3))
    assert reasons[1] == "a board at the same place was refused"
    assert looks == 1


def test_other_lines_at_the_place_of_a_refused_board_need_as_much_evidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board of which nothing was sure was read on lines that were off, with rows in between."""
    module = "solver_bot.vision.boards.findings"
    unsure = replace(reading(0.6, columns=3), gain=np.full((4, 3), 5.9))
    off = replace(unsure, likely=reading(0.999, columns=3).likely, gain=np.full((4, 3), 5.0))
    off = replace(off, lattice=off.lattice.moved(7, 0))
    sure = replace(off, lattice=off.lattice.moved(3, 0), gain=np.full((4, 3), 5.8))
    seen = {"unsure": unsure, "off": off, "sure": sure}
    proposed = [[Proposal(name, one.lattice)] for name, one in seen.items()]
    shown = iter(seen.values())
    monkeypatch.setattr(f"{module}.proposals", lambda *_: iter(proposed))
    monkeypatch.setattr(f"{module}.read_lattice", lambda *_, **__: next(shown))
    monkeypatch.setattr(f"{module}.look_closer", lambda _, seen, __: seen)
    monkeypatch.setattr(f"{module}.is_opened", lambda *_: True)  # the picture is blank
    found = list(findings(np.zeros((80, 200, 3), np.uint8), possible))
    assert found[1].reason == "other cells at the same place have more evidence"
    assert found[2].answer is not None


def test_no_further_look_is_taken_where_every_cell_may_show_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = reading(0.6, columns=3)
    anything = np.full_like(seen.likely, -np.log(UNREADABLE + 1))
    assert looked_at_twice(monkeypatch, replace(seen, likely=anything))[1] == 0


def test_two_cells_of_a_checkerboard_are_not_read_as_one() -> None:
    """Signs in every second column made a lattice of cells that were twice as wide as high."""
    damaged = drawn(6703, 415)
    (true,) = damaged.boards
    seen = [one.answer for one in findings(damaged.picture, possible) if one.answer]
    assert seen[-1].codes.shape == (true.height, true.width)
