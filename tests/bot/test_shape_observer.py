"""A bot before a board in a skin that nobody knows: it learns it or stops, and is never wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, FLAG, StartRule, parse_board
from solver_bot.bot import Bot, Event, NoBoard, Result, Said, Session, Wishes
from solver_bot.bot.move_outcome import MoveOutcome, is_won_behind, is_won_beside, judge
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.vision.arrays import Codes, Mask
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin, Template
from tests.simulated import Habits, Window
from tests.styled import behaving, painted, styled
from tests.vision.drawn import HELD_BACK, STYLES, Style
from tests.vision.textured import PAINTINGS

SIZE = 24


def style(name: str) -> Style:
    return next(style for style in STYLES + HELD_BACK if style.name == name)


def window(name: str = "paper", seed: int = 1, mines: int = 10, **habits: object) -> Window:
    """A game in that style: the first click opens an area, as in most programs."""
    skin = behaving(styled(style(name), SIZE), start=StartRule.ZERO)
    wanted = Habits(**{"size": SIZE} | habits)  # type: ignore[arg-type] # any habit
    return Window(skin, 9, 9, mines, seed=seed, habits=wanted)


def play(
    scene: Window, skins: Sequence[Skin] = (), **wishes: object
) -> tuple[Session, Sequence[Event]]:
    """Play without being told anything, and keep what the bot tells."""
    told: list[Event] = []
    wanted = Wishes(**{"max_seconds": 200.0} | wishes)  # type: ignore[arg-type] # any wish
    return Bot(scene.hands(), SkinChoice.of(skins, unknown=True), wanted, told.append).play(), told


def said(told: Sequence[Event]) -> str:
    return " ".join(event.sentence for event in told if isinstance(event, Said))


# What the clicks have come to


def codes(text: str) -> Codes:
    board = parse_board(text)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width).copy()


def cells(text: str) -> Mask:
    return np.asarray(codes(text) == FLAG)


def test_a_click_that_opens_a_number_goes_on() -> None:
    assert judge(codes("1#\n##"), codes("12\n##"), cells("#F\n##")) is MoveOutcome.GOES_ON


def test_an_area_that_opens_goes_on() -> None:
    assert judge(codes("####"), codes("..1#"), cells("F###")) is MoveOutcome.GOES_ON


def test_something_unknown_where_it_was_clicked_and_elsewhere_is_a_loss() -> None:
    assert judge(codes("1##\n1##"), codes("1~#\n1#~"), cells("#F#\n###")) is MoveOutcome.LOST


def test_something_unknown_only_where_it_was_clicked_may_be_a_number() -> None:
    assert judge(codes("1##\n1##"), codes("1~#\n1##"), cells("#F#\n###")) is MoveOutcome.GOES_ON


def test_just_the_mines_changing_by_themselves_is_a_win() -> None:
    assert judge(codes("1##\n11#"), codes("1~1\n111"), cells("##F\n##F")) is MoveOutcome.WON


def test_mines_that_the_numbers_contradict_are_no_win() -> None:
    before, now = codes("2##\n11#"), codes("2~1\n111")
    assert judge(before, now, cells("##F\n##F")) is MoveOutcome.OBSCURED


def test_an_open_cell_that_looks_different_is_obscured() -> None:
    assert judge(codes("11#\n###"), codes("1~#\n###"), cells("##F\n###")) is MoveOutcome.OBSCURED


def test_a_win_is_seen_beside_the_message_that_hides_a_part_of_it() -> None:
    before, now = codes("1#1...\n11111#"), codes("1~1...\n1111~~")
    clicked, flags = cells("######\n#####F"), cells("#F####\n######")
    assert is_won_behind(before, now, clicked, flags, proved=True)
    assert not is_won_behind(before, now, clicked, flags, proved=False)


@pytest.mark.parametrize(
    ("now", "won"),
    [
        ("~11~~\n111~~\n...~~\n", True),
        ("#11~~\n111~~\n...~~\n", False),  # a cell that is left has not changed
        ("~1~~~\n1~~~~\n..~~~\n", False),  # one changed cell alone tells nothing
    ],
)
def test_mines_that_change_beside_a_message_tell_of_a_win(now: str, won: bool) -> None:
    before = codes("#11##\n111##\n...##\n")
    before[2, 3:] = 0
    clicked = cells("...F.\n.....\n.....\n")
    mines = cells("F...F\n...FF\n.....\n")
    assert is_won_beside(before, codes(now), clicked, mines) == won


def test_a_cell_half_behind_a_message_is_no_flag() -> None:
    before, now = codes("111...\n1#111#"), codes("111...\n1~~~~~")
    clicked, flags = cells("######\n#####F"), cells("######\n#F####")
    assert is_won_behind(before, now, clicked, flags, proved=True)
    assert not is_won_behind(before, now, clicked, np.zeros_like(flags), proved=True)


def test_no_win_is_seen_where_covered_cells_are_left() -> None:
    before, now = codes("1#1...\n11111#"), codes("1#1...\n1111~~")
    nothing = cells("######\n######")
    assert not is_won_behind(before, now, cells("######\n#####F"), nothing, proved=True)


# Games


@pytest.mark.parametrize("name", ["paper", "xp", "dark", "pastel", "orange"])
def test_a_game_in_a_style_never_seen_is_played_to_its_end(name: str) -> None:
    scene = window(name)
    session, told = play(scene)
    (game,) = session.games
    assert "first click will tell" in said(told)
    assert (game.result is Result.WON) == scene.truth.won
    assert (game.result is Result.LOST) == (scene.truth.over and not scene.truth.won)
    assert game.wrong_certain == 0


def pictures(name: str, seed: int) -> Window:
    """A game whose cells are pictures, as in that painting."""
    one = next(painting for painting in PAINTINGS if painting.name == name)
    skin = behaving(painted(one, SIZE), start=StartRule.ZERO)
    return Window(skin, 16, 16, 40, seed=seed, habits=Habits(size=SIZE))


@pytest.mark.parametrize(("name", "seed"), [("stone", 1), ("stone", 3), ("glass", 2)])
def test_a_game_of_pictures_that_was_pointed_out_is_deciphered_while_it_is_played(
    name: str, seed: int
) -> None:
    scene = pictures(name, seed)
    (game,) = play(scene, pointed_out=True)[0].games
    assert game.result is Result.WON
    assert scene.truth.won
    assert game.wrong_certain == 0


def test_pictures_too_few_to_be_told_apart_are_not_guessed_at() -> None:
    scene = pictures("stone", 4)
    (game,) = play(scene, pointed_out=True)[0].games
    assert game.result is Result.STOPPED
    assert "too few textured cells" in game.reason
    assert len(scene.clicks) == 1


def test_a_game_that_is_lost_is_said_to_be_lost_by_the_guess() -> None:
    for seed in range(12):
        scene = window(seed=seed, mines=22)
        (game,) = play(scene)[0].games
        assert game.wrong_certain == 0
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST
            assert game.reason.startswith("The guess at")
            return
    pytest.fail("no game was lost")


def test_a_mine_that_looks_like_a_number_when_it_is_opened_is_a_loss() -> None:
    for seed in range(12):
        scene = window(seed=seed, mines=22)
        eight = Template(EXPLODED, "", scene.skin.look.picture(8, SIZE))
        kept = [t for t in scene.skin.look.templates if t.code != EXPLODED]
        scene.skin = replace(scene.skin, look=replace(scene.skin.look, templates=(*kept, eight)))
        (game,) = play(scene)[0].games
        assert game.wrong_certain == 0
        assert (game.result is Result.LOST) == (scene.truth.over and not scene.truth.won)


@pytest.mark.parametrize("name", ["paper", "xp", "dark"])
def test_flags_are_set_on_wish_and_learned_by_setting_them(name: str) -> None:
    scene = window(name)
    (game,) = play(scene, flags=True)[0].games
    flagged = [cell for button, cell in scene.clicks if button == "flag"]
    assert len(flagged) == len(set(flagged)) > 0
    assert (game.result is Result.WON) == scene.truth.won
    assert game.result is not Result.STOPPED


def test_a_win_whose_message_stays_over_the_board_is_seen() -> None:
    scene = window(dialog=True)
    (game,) = play(scene)[0].games
    assert scene.truth.won
    assert game.result is Result.WON


def test_a_dry_run_clicks_nothing() -> None:
    scene = window()
    session, told = play(scene, dry_run=True)
    assert scene.clicks == []
    assert "A grid of 9x9 equal cells in no known skin" in said(told)
    assert session.games[0].reason.startswith("Dry run")


def test_a_grid_that_answers_no_click_is_clicked_once() -> None:
    scene = window(deaf=True)
    session, _ = play(scene)
    assert len(scene.clicks) == 1
    assert session.halted is not None
    assert session.halted.startswith("The first click changed nothing")


def test_a_grid_that_answers_in_another_way_is_clicked_once() -> None:
    scene = window()
    scene.trouble = lambda: scene.show(_pressed(scene))
    session, _ = play(scene)
    assert len(scene.clicks) == 1
    assert session.halted is not None
    assert "did not have the effect that it has in Minesweeper" in session.halted


def _pressed(scene: Window) -> bytes:
    """The clicked cell looks empty, and all around it stays as it was."""
    cells = bytearray([COVERED]) * 81
    cells[scene.clicks[-1][1] or 0] = 0
    return bytes(cells)


def test_of_two_grids_none_is_clicked() -> None:
    scene = window()
    picture = scene.capture(None)
    twice = np.concatenate([picture[:, :420], picture[:, :420]], axis=1)
    hands = replace(scene.hands(), capture=lambda area: twice)
    with pytest.raises(NoBoard, match="2 grids might be a new game"):
        Bot(hands, SkinChoice(unknown=True), Wishes()).play()
    assert scene.clicks == []


def test_only_known_skins_are_played_where_nothing_else_is_wanted() -> None:
    scene = window()
    with pytest.raises(NoBoard):
        Bot(scene.hands(), SkinChoice(), Wishes()).play()
    assert scene.clicks == []


def test_a_second_game_is_not_begun_where_nobody_knows_how() -> None:
    session, _ = play(window(), games=2)
    assert len(session.games) == 1
    assert session.halted is not None
    assert session.halted.startswith("How to start a new game is not known")


def test_advice_follows_a_game_in_a_style_never_seen() -> None:
    scene = window()
    watcher = Watcher(scene.capture, SkinChoice(unknown=True), clock=lambda: scene.now)
    assert "once a few of its numbers are open" in shown(scene, watcher).sentence
    scene.open(*_middle(scene))
    assert board_shown(scene, watcher) == bytes(scene.truth.cells)
    scene.new_game()
    assert board_shown(scene, watcher) == bytes([COVERED]) * 81


def shown(scene: Window, watcher: Watcher) -> AdviceView:
    """What the watcher shows once nothing changes any more."""
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


def test_where_the_skin_is_learned_new_games_are_started_as_it_says() -> None:
    scene = window(dialog=True)
    program = replace(scene.skin.program, dismiss="escape")
    learned = replace(scene.skin, name="mine-own", learned=True, program=program)
    session, told = play(scene, [learned], games=3)
    assert session.halted is None
    assert len(session.games) == scene.games == 3
    assert sum(game.wrong_certain for game in session.games) == 0
    assert "no known skin" not in said(told)
