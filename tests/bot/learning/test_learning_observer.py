"""The bot plays boards in unknown skins: it learns the skin or stops, and is never wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, UNREADABLE, Board, StartRule
from solver_bot.bot import Area, Bot, Event, NoBoard, Result, Said, Wishes
from solver_bot.bot.unknown_board import find_unknown
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin
from tests.bot.unknown import (
    SIZE,
    beside_a_clock,
    in_random_colours,
    loading_anew,
    play,
    slowly,
    taking_clicks_late,
    taking_held_clicks,
    titled,
    window,
)
from tests.simulated import Habits, Window
from tests.styled import behaving, painted
from tests.vision.drawn import draw, position, shaded
from tests.vision.styles import STYLES
from tests.vision.textured import PAINTINGS


def said(told: Sequence[Event]) -> str:
    return " ".join(event.sentence for event in told if isinstance(event, Said))


@pytest.mark.parametrize("name", ["paper", "xp", "dark", "pastel", "orange"])
def test_a_game_in_an_unknown_style_is_played_to_its_end(name: str) -> None:
    scene = window(name)
    session, told = play(scene)
    (game,) = session.games
    assert "first click will tell" in said(told)
    assert (game.result is Result.WON) == scene.truth.won
    assert (game.result is Result.LOST) == (scene.truth.over and not scene.truth.won)
    assert game.wrong_certain == 0


def pictures(name: str, seed: int, size: int = SIZE) -> Window:
    """A game of textured cells in that painting, so many pixels wide."""
    one = next(painting for painting in PAINTINGS if painting.name == name)
    skin = behaving(painted(one, size), start=StartRule.ZERO)
    return Window(skin, 16, 16, 40, seed=seed, habits=Habits(size=size))


@pytest.mark.parametrize(("name", "seed"), [("stone", 1), ("stone", 3), ("stone", 4), ("glass", 2)])
def test_a_game_of_textured_cells_is_learned_while_it_is_played_if_pointed_out(
    name: str, seed: int
) -> None:
    scene = pictures(name, seed)
    (game,) = play(scene, pointed_out=True)[0].games
    assert game.result is Result.WON
    assert scene.truth.won
    assert game.wrong_certain == 0


def test_a_grid_that_the_nets_do_not_take_for_a_game_is_tried_only_if_pointed_out() -> None:
    """No program has a level of 15x17 cells, and a grid of cells that differ may be anything."""
    picture, place = draw(Board.covered(15, 17), STYLES[3], (28, 28))
    picture = shaded(picture, place)
    with pytest.raises(NoBoard, match="15x17 cells may be a new game"):
        find_unknown(picture, SkinChoice(unknown=True))
    found = find_unknown(picture, SkinChoice(unknown=True), pointed_out=True)
    assert found is not None
    assert found.fresh
    assert (found.found.board.width, found.found.board.height) == (15, 17)


@pytest.mark.parametrize("name", ["paper", "xp", "dark"])
def test_with_flags_they_are_learned_by_setting_them(name: str) -> None:
    scene = window(name)
    (game,) = play(scene, flags=True)[0].games
    flagged = [cell for button, cell in scene.clicks if button == "flag"]
    assert len(flagged) == len(set(flagged)) > 0
    assert (game.result is Result.WON) == scene.truth.won
    assert game.result is not Result.STOPPED
    assert game.wrong_certain == 0


@pytest.mark.parametrize("seed", [2, 10])
def test_a_flag_beside_a_cell_that_is_opened_is_the_same_flag(seed: int) -> None:
    scene = window("xp", seed=seed)
    (game,) = play(scene, flags=True)[0].games
    assert game.result is Result.WON
    assert scene.truth.won


def test_a_clock_beside_the_board_does_not_keep_a_slow_machine_from_clicking() -> None:
    scene = window()

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        x, y = scene.corner
        whole[y - 12 : y - 6, x : x + 60] = int(scene.now) % 7 * 30
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    hands = replace(scene.hands(), capture=capture, thinking=slowly(scene, 1.2))
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(max_seconds=400)).play().games
    assert game.result is Result.WON, game.reason


@pytest.mark.parametrize(("habit", "mines", "won"), [("pulses", 10, True), ("drifts", 20, False)])
def test_a_game_of_which_something_never_rests_is_played(habit: str, mines: int, won: bool) -> None:
    """The cell that was clicked last pulses, or colours drift behind all cells."""
    scene = window("xp", seed=2, mines=mines, pulses=habit == "pulses", drifts=habit == "drifts")
    (game,) = play(scene)[0].games
    assert scene.truth.won == won
    assert game.result is (Result.WON if won else Result.LOST), game.reason
    assert game.wrong_certain == 0


@pytest.mark.parametrize("name", ["paper", "pastel"])
def test_a_game_across_which_something_moves_all_the_time_is_played(name: str) -> None:
    """A disc passes over it, and all its cells glow."""
    scene = window(name, lively=True)
    (game,) = play(scene)[0].games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason
    assert game.wrong_certain == 0


def test_a_dry_run_clicks_nothing() -> None:
    scene = window()
    session, told = play(scene, dry_run=True)
    assert scene.clicks == []
    assert "There is a grid of 9x9 equal cells in no known skin" in said(told)
    assert session.games[0].reason.startswith("Dry run")


def test_a_grid_that_ignores_clicks_is_clicked_once() -> None:
    scene = window(deaf=True)
    session, _ = play(scene)
    assert len(scene.clicks) == 1
    assert session.halted is not None
    assert session.halted.startswith("The first click changed nothing")


def test_a_grid_that_ignores_clicks_is_clicked_twice_in_a_window_of_the_games_name() -> None:
    scene = window(deaf=True)
    bot = Bot(titled(scene, "Minesweeper"), SkinChoice(unknown=True), Wishes())
    assert (bot.play().halted or "").startswith("The first click changed nothing")
    assert len(scene.clicks) == 2


@pytest.mark.parametrize("highlights", [False, True])
def test_a_game_is_played_that_takes_clicks_where_it_saw_the_pointer_last(highlights: bool) -> None:
    """A game in pygame asks where the pointer is before it asks what was clicked."""
    scene = window()
    hands = taking_clicks_late(scene, highlights)
    bot = Bot(hands, SkinChoice(unknown=True), Wishes(max_seconds=400))
    (game,) = bot.play().games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason


def test_the_first_click_is_held_and_so_are_later_ones_that_had_no_effect() -> None:
    """Graphics of OCaml ask for a release only after a press, once for each picture they draw."""
    scene = window(seed=4)
    hands = taking_held_clicks(scene)
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(mines=10)).play().games
    assert scene.truth.over
    assert game.result in {Result.WON, Result.LOST}
    assert game.wrong_certain == 0


def test_held_clicks_are_made_beside_a_clock() -> None:
    """A clock that ticked beneath a resting pointer made all later clicks too short."""
    scene = window(seed=4)
    hands = beside_a_clock(scene, taking_held_clicks(scene))
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(mines=10)).play().games
    assert scene.truth.over
    assert game.result in {Result.WON, Result.LOST}, game.reason


def test_a_page_that_misses_clicks_is_played_though_its_cells_throw_shadows() -> None:
    """The bot waited for ever with the pointer at rest: the shadow changed open cells."""
    scene = window()
    bot = Bot(loading_anew(scene), SkinChoice(unknown=True), Wishes(max_seconds=400))
    (game,) = bot.play().games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason


def test_a_grid_that_behaves_unlike_minesweeper_is_clicked_once() -> None:
    scene = window()
    scene.trouble = lambda: scene.show(_pressed(scene))
    session, _ = play(scene)
    assert len(scene.clicks) == 1
    assert session.halted is not None
    assert session.halted.startswith("The first click, on row 1, column 1, opened")


def _pressed(scene: Window) -> bytes:
    """The clicked cell looks empty, and the cells around it stay as they were."""
    cells = bytearray([COVERED]) * 81
    cells[scene.clicks[-1][1] or 0] = 0
    return bytes(cells)


def test_neither_of_two_grids_is_clicked() -> None:
    scene = window()
    picture = scene.capture(None)
    twice = np.concatenate([picture[:, :420], picture[:, :420]], axis=1)
    hands = replace(scene.hands(), capture=lambda area: twice)
    with pytest.raises(NoBoard, match="2 grids might be a new game"):
        Bot(hands, SkinChoice(unknown=True), Wishes()).play()
    assert scene.clicks == []


def test_a_new_game_of_an_unusual_size_is_not_clicked_but_its_place_is_said() -> None:
    scene = window("rounded", cells=(11, 5))
    with pytest.raises(NoBoard, match="A grid of 11x5 cells may be a new game") as error:
        Bot(titled(scene, "Untitled"), SkinChoice(unknown=True), Wishes()).play()
    assert scene.clicks == []
    (place,) = error.value.maybe
    corner = place.left + 2 * SIZE, place.top + 2 * SIZE
    size = place.right - place.left, place.bottom - place.top
    seen, shown = (*corner, *size), (*scene.corner, 15 * SIZE, 9 * SIZE)
    assert max(abs(a - b) for a, b in zip(seen, shown, strict=True)) <= 1


def test_a_new_game_of_an_unusual_size_is_played_where_it_was_said_to_be() -> None:
    scene = window(cells=(11, 5))
    hands, wishes = titled(scene, "Untitled"), Wishes(pointed_out=True, max_seconds=200)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes).play().games
    assert game.result in {Result.WON, Result.LOST}


def test_a_new_game_of_an_unusual_size_is_played_where_the_window_has_the_games_name() -> None:
    scene = window(cells=(11, 5))
    hands, wishes = titled(scene, "Minesweeper"), Wishes(max_seconds=200)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes).play().games
    assert game.result in {Result.WON, Result.LOST}


def random_colours(picture: Picture, place: Lattice) -> Picture:
    """The picture of a new game with every cell in a pastel colour of its own and no lines."""
    rng = np.random.default_rng(3)
    painted = picture.copy()
    for number in range(place.columns * place.rows):
        left, top, right, bottom = map(round, place.box(number))
        painted[top:bottom, left:right] = rng.integers(150, 255, 3)
    return painted


def test_a_cell_that_looks_unlike_all_others_of_a_new_game_is_left_unread() -> None:
    """A page opens an empty cell at the start. It was taken for the look of covered cells."""
    picture, place = draw(Board.covered(9, 9), STYLES[0], (28, 28))
    left, top, right, bottom = map(round, place.box(40))
    picture[top + 2 : bottom - 2, left + 2 : right - 2] = 235
    found = find_unknown(picture, SkinChoice(unknown=True), is_named=lambda _: True)
    assert found is not None
    assert found.fresh
    assert [*found.found.board.where({UNREADABLE})] == [40]
    assert set(found.looks.codes.tolist()) == {COVERED}
    assert len(found.looks.codes) == 1


@pytest.mark.parametrize("size", [(30, 16), (13, 11)])
def test_a_grid_of_random_colours_is_a_new_game_where_the_player_points_it_out(
    size: tuple[int, int],
) -> None:
    picture = random_colours(*draw(Board.covered(*size), STYLES[3], (28, 28)))
    found = find_unknown(picture, SkinChoice(unknown=True), pointed_out=True)
    assert found is not None
    assert (found.found.board.width, found.found.board.height) == size


def test_a_grid_of_random_colours_may_fill_the_region_that_the_player_points_out() -> None:
    picture, place = draw(Board.covered(13, 11), STYLES[3], (28, 28))
    picture = random_colours(picture, place)
    edges = place.top, place.bottom, place.left, place.right
    top, bottom, left, right = (round(edge) for edge in edges)
    pointed = picture[top:bottom, left:right]
    found = find_unknown(pointed, SkinChoice(unknown=True), pointed_out=True)
    assert found is not None
    assert (found.found.board.width, found.found.board.height) == (13, 11)


@pytest.mark.parametrize(("size", "is_usual"), [((30, 16), True), ((13, 11), False)])
def test_a_grid_of_random_colours_and_of_a_usual_size_is_one_where_the_window_has_the_games_name(
    size: tuple[int, int], is_usual: bool
) -> None:
    picture = random_colours(*draw(Board.covered(*size), STYLES[3], (28, 28)))
    found = find_unknown(picture, SkinChoice(unknown=True), is_named=lambda _: True)
    assert (found is not None) is is_usual


def test_a_game_whose_covered_cells_have_random_colours_goes_on_after_the_first_click() -> None:
    """Around few open cells the nets see no board."""
    scene = window(cells=(30, 16), mines=99)
    hands, wishes = in_random_colours(scene), Wishes(pointed_out=True, max_seconds=3)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes).play().games
    assert "The time limit" in game.reason
    assert game.clicks > 3
    assert game.wrong_certain == 0


def test_a_grid_of_random_colours_and_of_a_usual_size_is_not_clicked_but_said() -> None:
    picture = random_colours(*draw(Board.covered(30, 16), STYLES[3], (28, 28)))
    with pytest.raises(NoBoard, match="30x16 cells may be a new game"):
        find_unknown(picture, SkinChoice(unknown=True))


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_board_that_goes_on_beyond_the_screen_is_said_to(share: float) -> None:
    """A page is scrolled so that half of its board is seen, a new game or one that has begun."""
    board = position(12, 12, 20, share, seed=2) if share else Board.covered(12, 12)
    picture, place = draw(board, STYLES[0], (28, 28))
    seen = np.ascontiguousarray(picture[: round(place.ys[7]) + 9])
    with pytest.raises(NoBoard, match="go on beyond its bottom side"):
        find_unknown(seen, SkinChoice(unknown=True), is_named=lambda _: True)


def test_a_part_of_a_new_game_in_a_window_of_another_name_is_said_to_go_on() -> None:
    seen, place = draw(Board.covered(9, 12), STYLES[0], (28, 28))
    seen[round(place.ys[9]) + 9 :] = 122, 95, 58
    with pytest.raises(NoBoard, match=r"9x9 cells may be a new game .* beyond its bottom side"):
        find_unknown(seen, SkinChoice(unknown=True))


def test_only_known_skins_are_played_if_unknown_ones_are_not_allowed() -> None:
    scene = window()
    with pytest.raises(NoBoard):
        Bot(scene.hands(), SkinChoice(), Wishes()).play()
    assert scene.clicks == []


def test_no_second_game_is_started_if_it_is_not_known_how() -> None:
    session, _ = play(window(), games=2)
    assert len(session.games) == 1
    assert session.halted is not None
    assert session.halted.startswith("How to start a new game is not known")


def test_advice_follows_a_game_in_an_unknown_style() -> None:
    scene = window()
    watcher = Watcher(scene.capture, SkinChoice(unknown=True), clock=lambda: scene.now)
    assert "once a few of its numbers are open" in shown(scene, watcher).sentence
    scene.open(*_middle(scene))
    assert board_shown(scene, watcher) == bytes(scene.truth.cells)
    scene.new_game()
    assert board_shown(scene, watcher) == bytes([COVERED]) * 81


def shown(scene: Window, watcher: Watcher) -> AdviceView:
    """The advice that the watcher shows once nothing changes any more."""
    view = None
    for _ in range(60):
        view = watcher.look() or view
        scene.wait(0.06)
    assert view is not None
    return view


def board_shown(scene: Window, watcher: Watcher) -> bytes:
    view = shown(scene, watcher)
    assert view.board is not None, view.sentence
    return view.board.cells


def _middle(scene: Window) -> tuple[float, float]:
    left, top = scene.corner
    return left + 4.5 * SIZE, top + 4.5 * SIZE


def finished() -> Window:
    """A game that was won."""
    scene = window()
    play(scene)
    assert scene.truth.won
    return scene


def test_a_game_that_is_over_is_said_to_be() -> None:
    scene = finished()
    clicks = len(scene.clicks)
    with pytest.raises(NoBoard, match="The game on the screen is over, and how to start a new one"):
        play(scene)
    assert len(scene.clicks) == clicks


def test_a_game_that_is_over_gives_way_to_a_new_one_in_a_learned_skin() -> None:
    scene = finished()
    learned = replace(scene.skin, name="mine-own", learned=True)
    session, told = play(scene, [learned], games=2)
    assert "The game on the screen is won; starting a new one." in said(told)
    assert len(session.games) == 2
    assert session.halted is None


@pytest.mark.parametrize("no_guess", [False, True])
def test_the_first_click_on_a_game_of_which_nothing_is_known_is_no_guess(no_guess: bool) -> None:
    scene = window()
    play(scene, no_guess=no_guess)
    assert scene.clicks


def test_new_games_in_a_learned_skin_are_started_as_it_says() -> None:
    scene = window(dialog=True)
    program = replace(scene.skin.program, dismiss="escape")
    learned = replace(scene.skin, name="mine-own", learned=True, program=program)
    session, told = play(scene, [learned], games=3)
    assert session.halted is None
    assert len(session.games) == scene.games == 3
    assert sum(game.wrong_certain for game in session.games) == 0
    assert "no known skin" not in said(told)


def test_giving_up_a_game_in_a_learned_skin_is_confirmed_as_it_says() -> None:
    known = named_skin("gnome-mines")
    learned = replace(known, name="mine-own", learned=True)
    scene = Window(known, 16, 16, 40, seed=4, habits=Habits(asks=True))
    session, _ = play(scene, [learned], games=4, no_guess=True)
    assert any(game.result is Result.STOPPED for game in session.games[:-1])
    assert session.halted is None
    assert len(session.games) == scene.games == 4
