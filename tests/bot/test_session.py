"""The whole bot against a simulated window: every game to its end, and every way out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    UNREADABLE,
    Board,
    Outcome,
    StartRule,
    parse_board,
)
from solver_bot.bot import (
    Action,
    Area,
    Bot,
    Decided,
    Ended,
    Event,
    Found,
    NoBoard,
    Result,
    Said,
    Session,
    Wishes,
    new_game,
    path,
    think,
)
from solver_bot.bot.change import as_left, may_be_won, won_behind
from solver_bot.bot.decision import finishes
from solver_bot.bot.find import UNKNOWN_TOTAL
from solver_bot.bot.game import WAITS
from solver_bot.live.recording import Recorder, replay
from solver_bot.solve.odds import odds
from solver_bot.vision.arrays import Codes
from solver_bot.vision.extract import read
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Habits, Truth, Window

SKINS = [skin.name for skin in shipped_skins()]
SMALL = (9, 9, 10)
USUAL = Habits()


def window(
    name: str = "xdemineur",
    level: tuple[int, int, int] = SMALL,
    seed: int = 1,
    habits: Habits = USUAL,
) -> Window:
    return Window(named_skin(name), *level, seed=seed, habits=habits)


def play_before_the_solver(scene: Window, answers: int) -> tuple[Session, list[Event], int]:
    """Play while the solver can't be asked until the bot has wanted to know that so often.

    Also tells how many cells were opened by then.
    """
    told: list[Event] = []
    asked = opened = 0

    def can_count() -> bool:
        nonlocal asked, opened
        asked += 1
        if asked <= answers:
            opened = len(scene.clicks)
        return asked > answers

    hands = replace(scene.hands(), can_count=can_count)
    session = Bot(
        hands, SkinChoice.of(shipped_skins()), Wishes(mines=scene.level[2]), told.append
    ).play()
    return session, told, opened


def test_before_the_solver_is_ready_the_scan_loop_plays() -> None:
    session, told, opened = play_before_the_solver(window(seed=2), 60)
    assert session.halted is None
    assert session.games[0].wrong_certain == 0
    assert opened > 1
    assert Said(WAITS) in told


def test_a_stop_ends_the_wait_for_the_solver() -> None:
    scene = window(seed=2)
    hands = replace(
        scene.hands(),
        can_count=lambda: False,
        halt=lambda: "Esc was pressed." if scene.now > 20 else None,
    )
    session = Bot(hands, SkinChoice.of(shipped_skins()), Wishes(mines=10)).play()
    assert session.halted == "Esc was pressed."
    assert scene.clicks


def play(scene: Window, **wishes: object) -> tuple[Session, Sequence[Event]]:
    """Play with the mine total given, and keep what was told."""
    told: list[Event] = []
    wanted = Wishes(**{"mines": scene.level[2]} | wishes)  # type: ignore[arg-type] # any wish
    session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), wanted, told.append).play()
    return session, told


def decisions(told: Sequence[Event]) -> list[Decided]:
    return [event for event in told if isinstance(event, Decided)]


@pytest.mark.parametrize("name", SKINS)
@pytest.mark.parametrize("level", [SMALL, (16, 16, 40), (30, 16, 99)], ids=str)
def test_games_are_played_to_their_end_without_a_wrong_certain_cell(
    name: str, level: tuple[int, int, int]
) -> None:
    scene = window(name, level, habits=Habits(dialog=bool(named_skin(name).program.dismiss)))
    session, told = play(scene, games=8)
    assert session.halted is None
    assert len(session.games) == scene.games == 8
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0
    announced = [d for d in decisions(told) if d.decision.action is Action.GUESS]
    assert len(announced) == sum(game.guesses for game in session.games)
    for event in announced:
        assert event.decision.odds is not None
        assert not odds_safe(event.board)


def odds_safe(board: Board) -> bool:
    """Whether anything on the board is certainly safe."""
    fresh = board.cells.count(COVERED) == len(board.cells)
    return not fresh and bool(odds(board).safe)


@pytest.mark.parametrize("name", SKINS)
def test_what_is_said_of_every_game_is_true(name: str) -> None:
    for seed in range(12):
        scene = window(name, seed=seed)
        session, _ = play(scene)
        assert (session.games[0].result is Result.WON) == scene.truth.won
        assert scene.truth.over


def test_a_slow_animation_is_waited_for() -> None:
    habits = Habits(delay=0.05, frames=12, step=0.02)
    session, _ = play(window("classic", habits=habits, seed=3), games=3)
    assert session.halted is None
    assert sum(game.wrong_certain for game in session.games) == 0


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.settle])
@pytest.mark.parametrize("frames", [3, 13])
def test_nothing_is_decided_on_tiles_that_are_still_fading(name: str, frames: int) -> None:
    """A few slow steps, as on a busy machine, or many fast ones."""
    habits = Habits(delay=0.01, frames=frames, step=0.2 / frames, dialog=name == "gnome-mines")
    for seed in range(3):
        scene = window(name, (12, 12, 30), seed=seed, habits=habits)

        def compare(event: Event, truth: Truth = scene.truth) -> None:
            if isinstance(event, Decided) and not event.board.has_unreadable:
                assert event.board.cells == bytes(truth.cells)

        session = Bot(
            scene.hands(), SkinChoice.of(shipped_skins()), Wishes(mines=30), compare
        ).play()
        assert session.halted is None
        assert (session.games[0].result is Result.WON) == scene.truth.won


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
@pytest.mark.parametrize("later", [0.5, 0.9, 1.4])
def test_a_message_that_comes_over_the_next_game_is_closed(name: str, later: float) -> None:
    scene = window(name, (30, 16, 40), habits=Habits(delay=0.04, dialog=True, later=later), seed=4)
    session, _ = play(scene, games=8)
    assert session.halted is None
    assert len(session.games) == 8
    assert session.won > 1
    assert sum(game.wrong_certain for game in session.games) == 0


@pytest.mark.parametrize("name", SKINS)
def test_a_cell_on_which_the_button_is_held_down_is_not_taken_for_an_empty_one(name: str) -> None:
    scene = window(name, (16, 16, 40), habits=Habits(held=0.2), seed=3)
    session, told = play(scene, games=2)
    assert session.halted is None
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0
    for board in (event.board for event in decisions(told)):
        around = board.neighbours()
        empty = board.where({EMPTY})
        assert not any(board.cells[n] == COVERED for cell in empty for n in around[cell])


@pytest.mark.parametrize("name", SKINS)
def test_lost_and_displaced_clicks_are_made_again(name: str) -> None:
    scene = window(name, (16, 16, 40), habits=Habits(lost=0.1, displaced=0.05), seed=5)
    session, _ = play(scene, games=4)
    assert session.halted is None
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0


def test_clicks_that_go_nowhere_end_the_game() -> None:
    session, _ = play(window(habits=Habits(deaf=True)))
    assert session.games[0].result is Result.STOPPED
    assert "no effect" in session.games[0].reason


def test_the_pointer_is_parked_off_the_board_and_out_of_every_corner() -> None:
    scene = window()
    play(scene)
    assert scene.parked
    for x, y in scene.parked:
        assert scene.cell_at(x, y) is None
        assert 0 < x < 1099
        assert 0 < y < 619


def test_a_moved_window_stops_the_game_and_is_said_to_have_moved() -> None:
    habits = Habits(places=((120, 90), (163, 131)), stay=4)
    session, _ = play(window("gnome-mines", (16, 16, 40), habits=habits))
    assert session.games[-1].result is Result.STOPPED
    assert "moved" in session.games[-1].reason


def test_a_covered_window_stops_the_game() -> None:
    scene = window("kmines", (16, 16, 40))

    def cover() -> None:
        if len(scene.clicks) == 6:
            scene.cover = Area(150, 120, 330, 260)

    scene.trouble = cover
    session, _ = play(scene)
    assert session.games[-1].result is Result.STOPPED
    assert "covered" in session.games[-1].reason
    assert scene.keys == []


def test_a_closed_window_stops_the_game() -> None:
    scene = window("xdemineur", (16, 16, 40))

    def close() -> None:
        scene.closed = len(scene.clicks) >= 3

    scene.trouble = close
    session, _ = play(scene)
    assert "closed" in session.games[-1].reason


def test_what_passes_over_the_board_is_waited_for() -> None:
    scene = window("kmines", (16, 16, 40), seed=4)
    hidden: list[float] = []
    capture = scene.capture

    def pass_over() -> None:
        if len(scene.clicks) == 6:
            hidden.append(scene.now + 1.5)
            scene.cover = Area(150, 120, 330, 260)

    def look(area: Area | None) -> object:
        if hidden and scene.now > hidden[0]:
            scene.cover = None
        return capture(area)

    scene.trouble = pass_over
    scene.capture = look  # type: ignore[method-assign, assignment] # one window's own
    session, _ = play(scene)
    assert session.halted is None
    assert hidden


def test_the_message_after_a_win_is_closed_only_where_the_skin_says_how() -> None:
    won = False
    for seed in range(5):
        scene = window("gnome-mines", seed=seed, habits=Habits(dialog=True))
        session, _ = play(scene, games=2)
        assert not scene.closed
        assert session.halted is None
        won = won or "escape" in scene.keys
    assert won


def test_a_win_is_seen_while_the_last_click_is_still_waited_for() -> None:
    """Its cell looks pressed, then the message hides it; only simulated time goes by."""
    for seed in range(4):
        habits = Habits(held=0.5, dialog=True)
        session, _ = play(window("kmines", (9, 9, 4), seed=seed, habits=habits))
        (game,) = session.games
        assert session.halted is None
        assert game.seconds < 1.5 * game.clicks


def test_a_new_game_is_asked_for_again_where_nothing_comes_of_it() -> None:
    scene = window("xdemineur")
    heed, asked = scene._click_outside, []

    def at_the_fifth_time(x: float, y: float) -> None:
        asked.append((x, y))
        if len(asked) % 5 == 0:
            heed(x, y)

    scene._click_outside = at_the_fifth_time  # type: ignore[method-assign] # one window's own
    session, _ = play(scene, games=3)
    assert session.halted is None
    assert len(asked) == 10


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_after_a_win_may_hide_most_of_a_small_board(name: str) -> None:
    habits = Habits(dialog=True, message=(16, -12, 130, 96))
    won = 0
    for seed in range(8):
        session, _ = play(window(name, SMALL, seed=seed, habits=habits), games=4)
        assert session.halted is None
        won += session.won
    assert won > 8


ALL = (-30, -30, 130, 130)
"""A message that hides the whole board and more."""


def ends(scene: Window, **wishes: object) -> tuple[Session, list[tuple[Result, bool]]]:
    """Play; what is said of every game, and whether it was won in truth."""
    said: list[tuple[Result, bool]] = []

    def tell(event: Event) -> None:
        if isinstance(event, Ended):
            said.append((event.result.result, scene.truth.won))

    wanted = Wishes(**{"mines": scene.level[2]} | wishes)  # type: ignore[arg-type] # any wish
    return Bot(scene.hands(), SkinChoice.of(shipped_skins()), wanted, tell).play(), said


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_may_hide_all_of_the_board(name: str) -> None:
    won = 0
    for seed in range(4):
        habits = Habits(dialog=True, consoles=True, message=ALL)
        session, said = ends(window(name, SMALL, seed=seed, habits=habits), games=6)
        assert session.halted is None
        assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]
        won += session.won
    assert won > 8


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_after_a_loss_is_closed(name: str) -> None:
    lost = 0
    for seed in range(6):
        habits = Habits(consoles=True, message=(20, 20, 70, 70))
        session, said = ends(window(name, (9, 9, 20), seed=seed, habits=habits), games=3)
        assert session.halted is None
        assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]
        lost += 3 - session.won
    assert lost > 4


def test_a_finished_game_that_its_message_hides_whole_gives_way_to_a_new_one() -> None:
    scene = window("kmines", habits=Habits(message=ALL))
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    scene.dialog_open = True
    session, _ = play(scene)
    assert session.games[0].result is not Result.STOPPED
    assert scene.games == 2


@pytest.mark.parametrize(
    "name", [n for n in SKINS if named_skin(n).program.new_game.startswith("key")]
)
def test_where_a_key_starts_the_next_game_nothing_beside_the_board_is_clicked(name: str) -> None:
    scene = window(name, habits=Habits(dialog=bool(named_skin(name).program.dismiss)), seed=2)
    session, _ = play(scene, games=6)
    assert session.halted is None
    assert all(cell is not None for _, cell in scene.clicks)


def test_no_key_is_pressed_for_a_new_game_while_another_window_is_in_front() -> None:
    scene = window("classic", seed=2)

    def cover(event: Event) -> None:
        if isinstance(event, Ended):
            scene.cover = Area(0, 0, 700, 600)

    session = Bot(
        scene.hands(), SkinChoice.of(shipped_skins()), Wishes(games=2, mines=10), cover
    ).play()
    assert "Another window" in str(session.halted)
    assert session.games[0].result is not Result.STOPPED
    assert scene.keys == []


def test_where_windows_cannot_be_told_a_message_is_closed_all_the_same() -> None:
    habits = Habits(dialog=True, told=False)
    scene = window("kmines", (16, 16, 40), habits=habits, seed=4)
    session, said = ends(scene, games=6)
    assert session.halted is None
    assert session.won > 1
    assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]


def test_escape_is_never_pressed_where_it_would_end_the_program() -> None:
    scene = window("xdemineur")
    play(scene, games=6)
    assert scene.keys == []


def test_a_finished_game_on_the_screen_is_not_counted() -> None:
    scene = window("kmines")
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    session, told = play(scene)
    assert any(isinstance(event, Said) and "lost" in event.sentence for event in told)
    assert len(session.games) == 1
    assert scene.games == 2


@pytest.mark.parametrize("won", [True, False])
def test_a_finished_game_behind_its_own_message_gives_way_to_a_new_one(won: bool) -> None:
    scene = window("gnome-mines", (16, 16, 40))
    scene.truth.lay(0)
    layout = scene.truth.layout or frozenset()
    if won:
        scene.truth.flag_mines()
    for cell in range(256) if won else [min(layout)]:
        scene.truth.open(cell)
    scene.show(bytes(scene.truth.cells))
    scene.dialog_open = True
    session, told = play(scene)
    assert any(isinstance(event, Said) and "over" in event.sentence for event in told)
    assert len(session.games) == 1
    assert session.games[0].result is not Result.STOPPED
    assert scene.games == 2


@pytest.mark.parametrize("name", ["kmines", "gnome-mines", "xdemineur"])
def test_wrong_flags_of_the_player_do_not_lead_astray(name: str) -> None:
    for seed in range(8):
        scene = window(name, (16, 16, 40), seed=seed, habits=Habits(chords=True))
        scene.truth.open(7 * 16 + 7)
        safe = [
            cell
            for cell in range(256)
            if scene.truth.cells[cell] == COVERED and cell not in (scene.truth.layout or ())
        ]
        for cell in safe[::9]:
            scene.truth.cells[cell] = FLAG
        scene.show(bytes(scene.truth.cells))
        session, _ = play(scene)
        assert session.games[0].wrong_certain == 0
        assert session.games[0].result is not Result.STOPPED


def test_mines_are_flagged_on_wish_and_nothing_else_is() -> None:
    scene = window("kmines", (16, 16, 40), seed=2)
    session, _ = play(scene, flags=True)
    layout = scene.truth.layout or frozenset()
    flagged = {cell for button, cell in scene.clicks if button == "flag"}
    assert flagged
    assert flagged <= layout
    assert session.games[0].wrong_certain == 0


def test_without_guessing_the_game_ends_where_nothing_is_certain() -> None:
    results = [play(window(seed=seed), no_guess=True)[0] for seed in range(10)]
    games = [session.games[0] for session in results]
    assert sum(game.guesses for game in games) == 0
    assert all(game.result is not Result.LOST for game in games)
    stopped = [game for game in games if game.result is Result.STOPPED]
    assert stopped
    assert all("Nothing is certain" in game.reason for game in stopped)
    assert all(session.halted is None for session in results)


@pytest.mark.parametrize("name", SKINS)
def test_after_a_game_that_is_given_up_the_next_is_started(name: str) -> None:
    habits = Habits(asks=bool(named_skin(name).program.confirm))
    scene = window(name, (16, 16, 40), seed=2, habits=habits)
    session, told = play(scene, games=4, no_guess=True)
    assert session.halted is None
    assert len(session.games) == scene.games == 4
    assert any(game.result is Result.STOPPED for game in session.games[:-1])
    assert not [d for d in decisions(told) if d.decision.action is Action.GUESS]


def test_a_program_that_asks_and_cannot_be_answered_ends_the_session() -> None:
    known = named_skin("gnome-mines")
    mute = replace(known, program=replace(known.program, confirm=""))
    scene = Window(mute, 16, 16, 40, seed=2, habits=Habits(asks=True))
    session = Bot(scene.hands(), SkinChoice.of([mute]), Wishes(games=4, no_guess=True)).play()
    assert session.games[-1].result is Result.STOPPED
    assert "start one by hand" in str(session.halted)


def test_a_dry_run_touches_nothing() -> None:
    scene = window()
    session, told = play(scene, dry_run=True)
    assert (scene.clicks, scene.keys) == ([], [])
    assert decisions(told)
    assert session.games[0].result is Result.STOPPED
    assert "it would open row" in session.games[0].reason


def test_the_time_limit_ends_the_session() -> None:
    session, _ = play(window(), games=10_000, max_seconds=3)
    assert session.games[-1].result is Result.STOPPED
    assert "time limit" in session.games[-1].reason
    assert session.halted


def test_the_stop_key_ends_the_session_before_the_next_click() -> None:
    scene = window("kmines", (30, 16, 99))

    def halt() -> str | None:
        return "Esc was pressed." if len(scene.clicks) >= 5 else None

    session = Bot(scene.hands(halt), SkinChoice.of(shipped_skins()), Wishes(games=3)).play()
    assert len(scene.clicks) == 5
    assert session.halted == session.games[-1].reason == "Esc was pressed."


def test_without_the_mine_total_nothing_is_claimed_that_needs_it() -> None:
    results = []
    for seed in range(10):
        scene = Window(named_skin("xdemineur"), 14, 11, 20, seed=seed)
        told: list[Event] = []
        session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=told.append).play()
        assert Said(UNKNOWN_TOTAL) in told
        assert session.games[0].wrong_certain == 0
        assert session.halted is None
        results.append(session.games[0])
        assert (session.games[0].result is Result.WON) == scene.truth.won
    assert all(game.result is not Result.STOPPED for game in results)


@pytest.mark.parametrize(
    ("level", "seed"), [((9, 9, 16), 26), ((9, 9, 16), 40), ((9, 9, 16), 45), ((16, 16, 40), 19)]
)
def test_a_program_that_is_slow_to_answer_is_not_thought_to_have_been_won(
    level: tuple[int, int, int], seed: int
) -> None:
    """No number touches the last cells: some of them are safe, or all of them are mines."""
    scene = Window(named_skin("xdemineur"), *level, seed=seed)
    tried = []

    def tell(event: Event) -> None:
        decision = event.decision if isinstance(event, Decided) else None
        if decision and decision.action is Action.GUESS and decision.odds is None:
            tried.append(event)
            scene.habits = Habits(delay=0.3)

    session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=tell).play()
    assert tried
    assert session.games[0].result is Result.WON
    assert scene.truth.won


def test_an_impossible_board_is_reported_as_such() -> None:
    scene = window("xdemineur")
    cells = bytearray([COVERED]) * 81
    cells[0], cells[1], cells[9], cells[10] = 1, 1, 8, 1
    scene.show(bytes(cells))
    session, _ = play(scene)
    assert session.impossible
    assert "contradicts" in session.games[0].reason


def test_no_board_and_half_a_board_are_said_to_be_so() -> None:
    scene = window()
    scene.closed = True
    with pytest.raises(NoBoard, match="No Minesweeper board") as error:
        play(scene)
    assert not error.value.unreadable
    scene = window()
    scene.cover = Area(160, 130, 240, 200)
    with pytest.raises(NoBoard) as error:
        play(scene)
    assert error.value.unreadable


def test_of_two_boards_the_largest_that_is_not_over_is_taken() -> None:
    small, large = window("kmines"), window("xdemineur", (16, 16, 40))
    large.habits = Habits(places=((520, 200),))
    background = small.capture(None)
    picture = large.capture(None)
    picture[:, :400] = background[:, :400]
    told: list[Event] = []
    hands = large.hands()
    whole = type(hands)(
        capture=lambda area: picture if area is None else large.capture(area),
        open=hands.open,
        flag=hands.flag,
        park=hands.park,
        key=hands.key,
        clock=hands.clock,
        wait=hands.wait,
    )
    Bot(whole, SkinChoice.of(shipped_skins()), Wishes(mines=40), told.append).play()
    (found,) = (event for event in told if isinstance(event, Found))
    assert len(found.boards) == 2
    assert found.chosen.board.width == 16


def test_the_record_can_be_played_back(tmp_path: Path) -> None:
    scene = window("kmines", (16, 16, 40), seed=6)
    with Recorder(tmp_path) as recorder:
        Bot(scene.hands(), SkinChoice.of(shipped_skins()), Wishes(), recorder.note).play()
    entries = list(replay(tmp_path))
    assert len(entries) > 5
    for entry in entries:
        (seen,) = read(load_picture(entry.path), shipped_skins())
        assert seen.board.rows() == entry.board.rows()
        assert seen.skin.name == entry.skin == "kmines"


def test_every_game_is_told_of() -> None:
    session, told = play(window(), games=3)
    assert [e.result for e in told if isinstance(e, Ended)] == list(session.games)


# The parts


def codes(text: str) -> Codes:
    board = parse_board(text)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


@pytest.mark.parametrize(
    ("now", "mines", "won"),
    [
        ("11~~\n##~~\n", 2, True),  # the clicked cell is open behind the message
        ("11~~\n##~~\n", 3, False),
        ("11~~\nFF~~\n", 1, True),  # however many have opened there, flags say it
        ("11~~\nF#~~\n", 1, False),
        ("11~~\n*!~~\n", 2, False),
        ("~~~~\n~~~~\n", 3, False),  # a mine that was opened would not be seen either
    ],
)
def test_a_win_is_seen_behind_the_message_that_says_so(now: str, mines: int, won: bool) -> None:
    before = codes("1111\n###1\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert won_behind(before, codes(now), clicked, mines) == won


@pytest.mark.parametrize(
    ("now", "mines", "may_be"),
    [
        ("11~~\n##~~\n", 3, True),  # as few cells are left as there are mines
        ("11~~\n##~~\n", 2, True),  # one more may have been opened along with the clicked one
        ("11~~\n##~~\n", 1, False),  # too many are seen to be left
        ("11~~\n*!~~\n", 2, False),
        ("11~~\n##~~\n", None, False),
        ("1111\n###.\n", 3, False),  # nothing is hidden
    ],
)
def test_where_a_win_may_hide_behind_a_message(now: str, mines: int | None, may_be: bool) -> None:
    before = codes("1111\n####\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert may_be_won(before, codes(now), clicked, mines) == may_be


def test_what_a_message_hides_of_a_won_game_is_as_it_was_or_open() -> None:
    before, now = codes("11..\n####\n"), codes("1~~~\nF~~~\n")
    clicked = codes("....\n.#..\n") == COVERED
    assert (as_left(before, now, clicked) == codes("11..\nF.##\n")).all()


@pytest.mark.parametrize(("clicked", "all_proved"), [({3}, True), (set(), False), ({2, 3}, True)])
def test_a_game_is_finished_by_clicks_on_all_that_is_proved_safe(
    clicked: set[int], all_proved: bool
) -> None:
    board = parse_board("; mines: 1\n.1##\n.111\n....\n")
    assert finishes(board, clicked) == all_proved


def test_what_no_number_touches_is_tried_and_is_a_mine_if_it_does_not_open() -> None:
    """The corner may be a mine, and then the game is won: without the total no number tells."""
    board = parse_board("##2.\n##2.\n221.\n....\n")
    tried = think(board, StartRule.NONE)
    assert (tried.action, tried.cells, tried.odds) == (Action.GUESS, (0,), None)
    over = think(board, StartRule.NONE, dead={0})
    assert (over.action, over.outcome) == (Action.OVER, Outcome.WON)


def test_what_cant_be_read_is_not_thought_to_be_won() -> None:
    board = parse_board("##2.\n##2.\n221.\n...~\n")
    assert think(board, StartRule.NONE, dead={0}).action is Action.STUCK


def test_a_guess_finishes_no_game() -> None:
    assert not finishes(parse_board("; mines: 1\n1##\n1##\n"), {1, 2, 4, 5})


def test_many_more_cells_than_were_clicked_are_not_thought_to_have_opened_behind_a_message() -> (
    None
):
    before = np.full((9, 9), COVERED, np.uint8)
    now = np.full((9, 9), UNREADABLE, np.uint8)
    clicked = np.zeros((9, 9), np.bool_)
    clicked[4, 4] = True
    assert not may_be_won(before, now, clicked, 10)


def test_flags_that_were_put_by_clicks_are_no_sign_of_a_win() -> None:
    before, now = codes("1111\n###1\n"), codes("11~~\nFF~~\n")
    clicked = codes("....\n##..\n") == COVERED
    assert not won_behind(before, now, clicked, 1)


def test_the_path_goes_there_and_back_again() -> None:
    assert path([0, 1, 2, 9, 11, 20], 9) == [0, 1, 2, 11, 9, 20]
    assert path([], 9) == []


@pytest.mark.parametrize("name", SKINS)
def test_every_skin_says_how_a_new_game_is_started(name: str) -> None:
    keys, place = new_game(named_skin(name))
    assert bool(keys) != (place != (0.0, 0.0))


@pytest.mark.parametrize("mark", ["F", "?"])
def test_a_mark_on_a_safe_cell_is_taken_away_before_it_is_opened(mark: str) -> None:
    board = parse_board(f"; mines: 1\n.1{mark}\n.1#\n.11\n")
    decision = think(board, StartRule.NONE)
    assert decision.action is Action.FLAG
    assert decision.cells == (2,)


def test_beside_flags_that_may_be_wrong_one_cell_is_opened_at_a_time() -> None:
    board = parse_board("; mines: 3\n1###F\n1###F\n11###\n")
    decision = think(board, StartRule.NONE)
    assert decision.action in {Action.OPEN, Action.GUESS}
    assert len(decision.cells) == 1
