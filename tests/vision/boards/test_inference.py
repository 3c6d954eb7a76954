"""What is believed of a board, given how likely every state of every cell is."""

from __future__ import annotations

import numpy as np

from solver_bot.board import CODES, SYMBOLS, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Floats, Kinds
from solver_bot.vision.boards.inference import infer
from solver_bot.vision.boards.scored import CLOSED, Sides

SURE = 0.9999


def likely(rows: str, doubts: dict[tuple[int, int], dict[str, float]]) -> Floats:
    """Probabilities as logarithms: sure of these rows, but for the cells that are in doubt."""
    lines = rows.split()
    found = np.full((len(lines), len(lines[0]), UNREADABLE + 1), (1 - SURE) / UNREADABLE)
    for row, line in enumerate(lines):
        for column, symbol in enumerate(line):
            found[row, column, CODES[symbol]] = SURE
    for place, states in doubts.items():
        found[place] = 1e-7
        for symbol, share in states.items():
            found[place][CODES[symbol]] = share
    return np.asarray(np.log(found / found.sum(-1, keepdims=True)), np.float32)


def apart(shown: Floats) -> Kinds:
    """Every cell looks different."""
    return np.arange(shown.shape[0] * shown.shape[1]).reshape(shown.shape[:2])


def read(shown: Floats, kinds: Kinds | None = None, cut: Sides = CLOSED) -> str:
    codes = infer(shown, apart(shown) if kinds is None else kinds, possible, cut).codes
    return " ".join("".join(SYMBOLS[code] for code in row) for row in codes)


def test_what_is_sure_is_read() -> None:
    assert read(likely("1# 11", {})) == "1# 11"


def test_a_cell_is_unread_where_two_states_are_likely_and_possible() -> None:
    assert read(likely("1## ###", {(0, 0): {"1": 0.9, "2": 0.1}})) == "~## ###"


def test_a_number_needs_more_to_be_read_than_a_flag() -> None:
    """Whether an unopened cell is flagged changes no advice."""
    assert read(likely("1F# ###", {(0, 1): {"F": 0.96, "#": 0.04}})) == "1F# ###"
    assert read(likely("1## ###", {(0, 0): {"1": 0.96, "2": 0.04}})) == "~## ###"


def test_of_many_mines_that_look_a_little_exploded_one_can_be() -> None:
    rows = f"{'*' * 120} 2{'3' * 118}2 {'.' * 120} {'.' * 120}"
    mines = {(0, column): {"*": 0.95, "!": 0.05} for column in range(120)}
    assert read(likely(rows, mines)) == rows
    assert read(likely("*1. 11. ...", {(0, 0): {"*": 0.97, "!": 0.03}})) == "~1. 11. ..."


def test_a_mine_is_hardly_the_exploded_one_where_another_is_likelier_to_be() -> None:
    rows = "*1### 11###"
    other = {(0, 3): {"!": 0.9, "*": 0.1}}
    doubt = {(0, 0): {"*": 0.96, "!": 0.04}}
    assert read(likely(rows, doubt)) == "~1### 11###"
    assert read(likely("*1#!# 11###", doubt | other)) == "*1#~# 11###"


def test_the_one_mine_that_looks_otherwise_than_the_others_has_exploded() -> None:
    rows = "*1.1* 11.11 ..... 11.11 *1.1!"
    shown = likely(rows, {(4, 4): {"!": 0.93, "*": 0.07}})
    kinds = apart(shown)
    assert read(shown, kinds) == f"{rows[:-1]}~"
    kinds[[0, 0, 4], [0, 4, 0]] = 0
    assert read(shown, kinds) == rows


def test_the_only_look_of_flags_is_hardly_one_of_question_marks() -> None:
    assert read(likely("1F# ###", {(0, 1): {"F": 0.98, "?": 0.02}})) == "1F# ###"
    assert read(likely("1F# #F#", {(0, 1): {"F": 0.95, "?": 0.05}})) == "1~# #F#"


def test_numbers_that_only_doubtful_ones_exclude_are_in_doubt() -> None:
    """In a blurred picture of xdemineur three 3s below each other looked more like 2s."""
    rows = (
        ".........1## 111......2## ##1......2## #21......2## 11.....112## "
        ".111...1#211 .1#1...111.. .111......11 ..........1#"
    )
    doubts = {
        (2, 9): {"2": 0.53, "1": 0.3, "3": 0.17},
        (3, 9): {"2": 0.76, "1": 0.16, "3": 0.08},
        (4, 9): {"2": 0.74, "3": 0.17, "1": 0.09},
    }
    found = read(likely(rows, doubts)).split()
    assert [found[row][9] for row in (2, 3)] == ["~", "~"]


def test_a_cell_is_the_surer_the_odder_its_other_state_would_be() -> None:
    shown = likely("1## ### ###", {(2, 2): {"#": 0.97, ".": 0.03}})
    assert np.exp(infer(shown, apart(shown), possible).sure[2, 2]) > 0.998


def test_what_rules_exclude_leaves_no_doubt() -> None:
    assert infer(
        likely("1# 11", {(0, 0): {"1": 0.9, "7": 0.1}}), np.arange(4).reshape(2, 2), possible
    ).sure[0, 0] > np.log(0.99)


def test_a_state_that_no_real_board_can_show_is_excluded() -> None:
    assert read(likely("1# 11", {(0, 0): {"1": 0.9, "7": 0.1}})) == "1# 11"


def test_a_state_is_not_excluded_for_what_a_doubtful_neighbour_may_show() -> None:
    doubts = {(0, 1): {"1": 0.75, "2": 0.25}, (0, 2): {"1": 0.9, "F": 0.1}}
    assert read(likely("#11#", doubts)) == "#~~#"
    assert read(likely("#11#", {(0, 1): doubts[0, 1]})) == "#11#"


def test_the_likeliest_state_gives_way_if_no_real_board_can_show_it() -> None:
    assert read(likely("1# 11", {(0, 0): {"7": 0.8, "1": 0.2}})) == "1# 11"


def test_cells_that_look_the_same_share_their_evidence() -> None:
    doubts = {(0, column): {"1": 0.97, "2": 0.03} for column in range(4)}
    shown = likely("1111 ####", doubts)
    assert "~" in read(shown)
    kinds = apart(shown)
    kinds[0] = kinds[0, 0]
    assert read(shown, kinds) == "1111 ####"


def test_a_cell_whose_own_evidence_contradicts_its_look_is_unread() -> None:
    shown = likely("2223 ####", {})
    kinds = apart(shown)
    kinds[0] = kinds[0, 0]
    assert read(shown, kinds) == "222~ ####"


def test_impossible_sure_readings_are_not_called_possible() -> None:
    shown = likely("8# 11", {})
    found = infer(shown, apart(shown), lambda board: False)
    assert not found.possible


def shown_mines(rows: str) -> tuple[Floats, Kinds]:
    """Mines that look a little more like mines than like flags, all alike."""
    places = [(y, x) for y, row in enumerate(rows.split()) for x, s in enumerate(row) if s == "*"]
    shown = likely(rows, {place: {"*": 0.9, "F": 0.1} for place in places})
    kinds = apart(shown)
    for place in places:
        kinds[place] = kinds[places[0]]
    return shown, kinds


def test_mines_without_the_others_are_rather_flags() -> None:
    shown, kinds = shown_mines("1#1.1* 111.11 ...... 11.... *1....")
    assert "*" not in read(shown, kinds)


def test_the_other_mines_may_lie_beyond_a_side_that_is_cut_off() -> None:
    shown, kinds = shown_mines("121.1* 1*1.11 111... 11.... *1....")
    assert read(shown, kinds, cut=(False, True, False, False)).count("F") == 0


def test_a_price_that_rests_on_doubtful_mines_excludes_nothing() -> None:
    """If these crosses are mines, the other unopened cells have flags; but they may be flags."""
    rows = "1#1.1* 111.11 ...... 11.111 *1.1#1 11.111 ...... 111.11 1*1.1#"
    crosses = [(y, x) for y, line in enumerate(rows.split()) for x in range(6) if line[x] == "*"]
    blanks = [(y, x) for y, line in enumerate(rows.split()) for x in range(6) if line[x] == "#"]
    doubts = {place: {"*": 0.8, "F": 0.2} for place in crosses}
    shown = likely(rows, doubts | {place: {"#": 0.99, "F": 0.01} for place in blanks})
    kinds = apart(shown)
    for place in blanks:
        kinds[place] = kinds[blanks[0]]
    codes = read(shown, kinds).split()
    assert all(codes[row][column] == "#" for row, column in blanks)


ALIKE = np.array([[0, 1, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2]])


def test_a_cell_that_contradicts_the_cells_of_its_look_is_unread() -> None:
    shown = likely("1### #### ####", {(1, 1): {".": 0.999, "#": 0.0001}})
    assert read(shown, ALIKE) == "1### #~## ####"


def test_a_look_that_many_of_its_cells_contradict_is_unread() -> None:
    doubts = {(1, column): {".": 0.999, "#": 0.0001} for column in range(3)}
    assert read(likely("1### #### ####", doubts), ALIKE) == "1### ~~~~ ~~~~"


def test_a_cell_that_may_be_hidden_is_unread_though_it_has_the_look_of_others() -> None:
    shown = likely("1### #### ####", {(1, 1): {"~": 0.5, "#": 0.5}})
    assert read(shown, ALIKE) == "1### #~## ####"


def test_what_is_odd_around_a_cell_does_not_hide_it() -> None:
    """The flags lie far from every open cell, which few boards show."""
    rows = "1######F ######F# #######F ######F# F######F"
    shown = likely(rows, {})
    covered = shown.argmax(-1) == CODES["#"]
    assert read(shown, np.where(covered, 0, 1 + apart(shown))) == rows


def test_where_all_looks_seem_empty_those_that_are_least_surely_so_are_covered() -> None:
    """GNOME Mines' covered cells are of a darker grey than its empty ones."""
    rows = ".1FF#### .122#### .111#### .2F2#### .2F2#### .112#### .112#### .1F2####"
    cells = [(row, column) for row in range(8) for column in range(8)]
    symbols = dict(zip(cells, "".join(rows.split()), strict=True))
    doubts = {"#": {"#": 0.14, ".": 0.86}, ".": {"#": 0.001, ".": 0.998}}
    shown = likely(rows, {cell: doubts[s] for cell, s in symbols.items() if s in doubts})
    kinds = np.array([CODES[symbols[cell]] for cell in cells]).reshape(8, 8)
    assert read(shown, kinds) == rows
