"""What to do on a board."""

from __future__ import annotations

import pytest

from solver_bot.board import (
    UNREADABLE,
    Outcome,
    StartRule,
    parse_board,
)
from solver_bot.bot import (
    Action,
    think,
)
from solver_bot.bot.decision import (
    ASSUMED,
    Decision,
    finishes,
    is_too_blind,
    may_finish,
    unread_mines,
)


@pytest.mark.parametrize(("clicked", "all_proved"), [({3}, True), (set(), False), ({2, 3}, True)])
def test_clicks_on_all_proved_safe_cells_finish_a_game(clicked: set[int], all_proved: bool) -> None:
    board = parse_board("; mines: 1\n.1##\n.111\n....\n")
    assert finishes(board, clicked) == all_proved


@pytest.mark.parametrize(
    ("last_row", "clicked", "all_opened"),
    [
        ("#####", {14}, True),  # the corner's opposite is empty, and so is all that it touches
        ("#####", {10}, True),
        ("#####", set(), False),
        ("F####", {14}, False),  # a flag stays
        ("F####", {10, 14}, True),
    ],
)
def test_a_click_on_an_empty_cell_also_opens_what_it_touches(
    last_row: str, clicked: set[int], all_opened: bool
) -> None:
    board = parse_board(f"; mines: 1\n#1###\n11###\n{last_row}\n")
    assert finishes(board, clicked) == all_opened


def test_a_number_opens_nothing_else() -> None:
    board = parse_board("; mines: 1\n.1#\n.1#\n.1#\n")
    assert not finishes(board, {2})


def test_an_unread_cell_may_still_be_covered() -> None:
    board = parse_board("; mines: 1\n~1##\n.111\n....\n")
    assert not finishes(board, {3})


def test_a_cell_that_no_number_touches_is_tried_and_is_a_mine_if_it_does_not_open() -> None:
    """If the corner is a mine, the game is won. Without the mine total no number tells."""
    board = parse_board("##2.\n##2.\n221.\n....\n")
    tried = think(board, StartRule.NONE)
    assert (tried.action, tried.cells, tried.odds) == (Action.GUESS, (0,), None)
    over = think(board, StartRule.NONE, dead={0})
    assert (over.action, over.outcome) == (Action.OVER, Outcome.WON)


def test_without_a_mine_total_a_cell_that_no_number_touches_goes_before_a_worse_guess() -> None:
    board = parse_board("2####\n#####\n#####\n#####\n")
    decision = think(board, StartRule.NONE)
    assert (decision.action, decision.odds) == (Action.GUESS, 0.2)
    assert decision.cells == (4,)  # a corner


def test_without_a_mine_total_a_better_guess_beside_numbers_stays() -> None:
    board = parse_board("#####\n##1##\n#####\n#####\n")
    decision = think(board, StartRule.NONE)
    assert decision.action is Action.GUESS
    assert decision.odds == 0.125


def test_a_board_with_unreadable_cells_is_not_won() -> None:
    board = parse_board("##2.\n##2.\n221.\n...~\n")
    assert think(board, StartRule.NONE, dead={0}).action is Action.STUCK


def test_once_four_far_cells_have_not_opened_no_other_far_cell_is_tried() -> None:
    """The game is over, or the program does not respond: so many cells are hardly all mines."""
    board = parse_board("1####\n#####\n#####\n####1")
    dead = {4, 15, 2, 3}
    assert think(board, StartRule.NONE, dead={4, 15}).odds == ASSUMED
    assert think(board, StartRule.NONE, dead=dead).cells[0] in {1, 5, 6, 12, 13, 17, 18}


@pytest.mark.parametrize(
    ("rows", "opened", "over"),
    [
        ("; mines: 1\n#1.\n~1.\n", {3}, True),
        ("; mines: 1\n#1.\n~1.\n", set(), False),
        ("; mines: 1\n##1.\n~~1.\n", {4, 5}, False),  # one of the covered cells is safe
        ("; mines: 1\n#1.\n~~.\n", {3}, False),
    ],
)
def test_a_game_is_won_when_mines_alone_are_left_and_all_unread_cells_were_safe(
    rows: str, opened: set[int], over: bool
) -> None:
    decision = think(parse_board(rows), StartRule.NONE, opened=opened)
    assert (decision.outcome is Outcome.WON) == over


@pytest.mark.parametrize(("unclicked", "over"), [({3}, True), (set(), False)])
def test_an_unread_cell_is_the_last_mine_unless_it_was_clicked(
    unclicked: set[int], over: bool
) -> None:
    board = parse_board("; mines: 2\n#2.\n~2.\n")
    decision = think(board, StartRule.NONE, unclicked=unclicked)
    assert (decision.outcome is Outcome.WON) == over


def test_an_unread_cell_that_is_certainly_no_mine_is_clicked_once() -> None:
    """It opens if it is covered, and nothing happens if it is open."""
    board = parse_board("; mines: 1\n#1..\n11..\n.~..\n")
    asked = think(board, StartRule.NONE, unclicked={9})
    assert (asked.action, asked.cells) == (Action.OPEN, (9,))
    assert think(board, StartRule.NONE, opened={9}).outcome is Outcome.WON


@pytest.mark.parametrize(
    "rows",
    [
        "; mines: 1\n~#\n",  # it may be the mine
        "; mines: 1\n#1..\n1~..\n.~~.\n",  # something may be in front of so many
    ],
)
def test_other_unread_cells_are_not_clicked(rows: str) -> None:
    board = parse_board(rows)
    unread = frozenset(board.where({UNREADABLE}))
    assert unread.isdisjoint(think(board, StartRule.NONE, unclicked=unread).cells)


@pytest.mark.parametrize(("rows", "finished"), [("1#\n11\n", True), ("##\n11\n", False)])
def test_a_guess_that_is_seen_to_have_opened_finishes_a_game(rows: str, finished: bool) -> None:
    """GNOME Mines then shows its best times, which may hide all mines, and so all its flags."""
    assert finishes(parse_board(f"; mines: 1\n{rows}"), {0}) == finished


def test_a_guess_finishes_no_game() -> None:
    assert not finishes(parse_board("; mines: 1\n1##\n1##\n"), {1, 2, 4, 5})


@pytest.mark.parametrize(
    ("rows", "clicked", "possible"),
    [
        ("#1\n#1\n", 0, True),  # the other cell is the mine
        ("##2#1##\n", 5, True),  # it may be empty, and open the cell beside it
        ("##2#1##\n", 0, False),  # it touches a mine, and the safe cell beside the 1 stays covered
        ("##2\n##2\n", 0, True),
    ],
)
def test_a_click_may_have_finished_a_game_if_all_that_it_cannot_open_may_be_mines(
    rows: str, clicked: int, possible: bool
) -> None:
    assert may_finish(parse_board(rows), {clicked}) == possible


@pytest.mark.parametrize("mark", ["F", "?"])
def test_a_mark_is_removed_from_a_safe_cell_before_it_is_opened(mark: str) -> None:
    board = parse_board(f"; mines: 1\n.1{mark}\n.1#\n.11\n")
    decision = think(board, StartRule.NONE)
    assert decision.action is Action.FLAG
    assert decision.cells == (2,)


def test_beside_flags_that_may_be_wrong_one_cell_is_opened_at_a_time() -> None:
    board = parse_board("; mines: 3\n1###F\n1###F\n11###\n")
    decision = think(board, StartRule.NONE)
    assert decision.action in {Action.OPEN, Action.GUESS}
    assert len(decision.cells) == 1


@pytest.mark.parametrize(("mines", "too_blind"), [((0, 2), False), ((0,), True)])
def test_an_open_unread_cell_hinders_no_guess_if_all_beside_it_is_known(
    mines: tuple[int, ...], too_blind: bool
) -> None:
    board = parse_board("#1#.1#\n.~..1#\n")
    guess = Decision(Action.GUESS, (5,), odds=0.5, mines=mines)
    assert is_too_blind(board, guess, opened={7}) == too_blind
    assert is_too_blind(board, guess)


@pytest.mark.parametrize(
    ("rows", "odds", "too_blind"),
    [
        ("~~1##\n..1##\n", 0.2, False),  # few cells are unread
        ("~~1##\n.~1##\n", 0.2, True),
        ("~~1##\n" + ".~1##\n" + 10 * "..1##\n", 0.2, False),  # few beside all that are open
        ("~.1##\n..1##\n", 0.5, True),  # with any unread cell, a bad guess
        ("..1##\n..1##\n", 0.5, False),
    ],
)
def test_a_guess_is_made_where_few_cells_are_unread(
    rows: str, odds: float, too_blind: bool
) -> None:
    guess = Decision(Action.GUESS, (3,), odds=odds)
    assert is_too_blind(parse_board(rows), guess) == too_blind


@pytest.mark.parametrize(
    ("rows", "mines"),
    [
        ("~1.\n11.\n...\n", {0}),  # nothing else is left beside the 1
        ("~1\n1#\n", set()),  # another cell may be the mine
        ("~2.\n11.\n...\n", set()),  # the board contradicts itself
    ],
    ids=["proved", "possible", "contradiction"],
)
def test_an_open_cell_that_cannot_be_read_is_a_mine_if_the_numbers_prove_it(
    rows: str, mines: set[int]
) -> None:
    """A program in raylib lets a game go on after a mine, so that it was said to be won."""
    assert unread_mines(parse_board(rows), [0]) == mines


def test_a_cell_that_was_not_opened_is_no_mine_that_was_hit() -> None:
    assert not unread_mines(parse_board("~1.\n11.\n...\n"), [])
