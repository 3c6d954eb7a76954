"""Learned skins help to read boards and never cause a wrong reading."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG, UNREADABLE, Board, StartRule
from solver_bot.vision.learn import Facts, LearnError, Sighting, check_name, write_skin
from solver_bot.vision.learned import learned_skins, missing_states
from solver_bot.vision.picture import load_picture, save_picture
from solver_bot.vision.skin import Difficulty, Skin, SkinError
from solver_bot.vision.skin_files import shipped_skins
from tests.vision.boards_in import boards_in
from tests.vision.drawn import draw, position, same_where_read
from tests.vision.styles import HELD_BACK, STYLES, Style

NOTHING = Facts()


def style(name: str) -> Style:
    return next(style for style in STYLES + HELD_BACK if style.name == name)


def sighting(name: str = "paper", size: int = 30, share: float = 0.6, seed: int = 1) -> Sighting:
    board = position(9, 9, 10, share, seed)
    picture, lattice = draw(board, style(name), (size, size))
    return Sighting(picture, lattice, board)


def learned(folder: Path, *seen: Sighting, facts: Facts = NOTHING, add: bool = False) -> Skin:
    write_skin(folder / "mine", seen, facts, add)
    (skin,), problems = learned_skins(folder)
    assert problems == ()
    return skin


def rename(folder: Path, first: str, second: str) -> None:
    """Exchange the pictures of two states."""
    for path in list((folder / "mine").glob(f"{first}-*px.png")):
        path.rename(path.with_name("kept"))
        other = next((folder / "mine").glob(f"{second}-*px.png"))
        other.rename(path)
        (folder / "mine" / "kept").rename(other)


def test_a_new_game_is_read_in_a_learned_skin(tmp_path: Path) -> None:
    skin = learned(tmp_path, sighting())
    picture, _ = draw(Board.covered(12, 9), style("paper"), (30, 30))
    assert boards_in(picture) == []
    (found,) = boards_in(picture, (*shipped_skins(), skin))
    assert found.skin.name == "mine"
    assert found.board.count({COVERED}) == 12 * 9


@pytest.mark.parametrize("off", [(2, 2), (-2, 1), (0, -2)])
def test_a_learned_skin_names_a_board_that_is_read_a_little_beside_its_place(
    tmp_path: Path, off: tuple[int, int]
) -> None:
    """Where cells are round, a begun game is read elsewhere than a new one was learned."""
    seen = sighting()
    beside = seen.lattice.moved(*off)
    skin = learned(tmp_path, Sighting(seen.picture, beside, seen.board))
    (found,) = boards_in(seen.picture, (*shipped_skins(), skin))
    assert found.skin.name == "mine"
    assert abs(found.lattice.left - beside.left) <= 1
    assert abs(found.lattice.top - beside.top) <= 1


def test_a_board_gets_the_name_of_the_skin_that_fits_it(tmp_path: Path) -> None:
    write_skin(tmp_path / "other", [sighting("pastel")], Facts(), add=False)
    write_skin(tmp_path / "paper", [sighting("paper")], Facts(), add=False)
    skins, _ = learned_skins(tmp_path)
    (found,) = boards_in(sighting("paper", seed=3).picture, skins)
    assert found.skin.name == "paper"


def test_the_programs_behaviour_is_saved(tmp_path: Path) -> None:
    facts = Facts(
        "A game", None, StartRule.ZERO, "key f2", "escape", (Difficulty("9x9", 9, 9, 10),)
    )
    skin = learned(tmp_path, sighting(), facts=facts)
    assert (skin.program.title, skin.program.start, skin.program.new_game) == (
        "A game",
        StartRule.ZERO,
        "key f2",
    )
    assert skin.program.dismiss == "escape"
    (found,) = boards_in(sighting().picture, (skin,))
    assert found.board.mines == 10


@pytest.mark.parametrize("size", [18, 45, 60])
def test_other_sizes_are_read_as_well_as_without_the_skin(tmp_path: Path, size: int) -> None:
    skin = learned(tmp_path, sighting(size=30))
    seen = sighting(size=size, seed=4)
    (plain,) = boards_in(seen.picture)
    (found,) = boards_in(seen.picture, (skin,))
    assert found.board.rows() == plain.board.rows()


def test_templates_are_added_to_a_learned_skin(tmp_path: Path) -> None:
    early = learned(tmp_path, sighting(share=0.2))
    assert "flag" in missing_states(early)
    late = learned(tmp_path, sighting(share=0.9), add=True)
    assert "flag" not in missing_states(late)
    assert {t.code for t in early.look.templates} < {t.code for t in late.look.templates}


def test_adding_keeps_the_programs_behaviour(tmp_path: Path) -> None:
    learned(tmp_path, sighting(), facts=Facts(title="A game", new_game="key f2"))
    skin = learned(tmp_path, sighting(seed=2), add=True)
    assert (skin.program.title, skin.program.new_game) == ("A game", "key f2")


def test_an_unreadable_tile_is_not_learned(tmp_path: Path) -> None:
    seen = sighting(share=0.9)
    cells = bytes(UNREADABLE if code == FLAG else code for code in seen.board.cells)
    skin = learned(tmp_path, Sighting(seen.picture, seen.lattice, Board(9, 9, cells)))
    assert "flag" in missing_states(skin)


@pytest.mark.parametrize(
    ("first", "second"), [("1", "2"), ("covered", "empty"), ("1", "covered"), ("empty", "1")]
)
def test_mislabelled_templates_do_no_harm(tmp_path: Path, first: str, second: str) -> None:
    learned(tmp_path, sighting())
    rename(tmp_path, first, second)
    skins, _ = learned_skins(tmp_path)
    for seed in range(6):
        seen = sighting(share=(0.0, 0.3, 0.6)[seed % 3], seed=seed)
        plain = [found.board.rows() for found in boards_in(seen.picture)]
        for found in boards_in(seen.picture, skins):
            assert same_where_read(seen.board, found.board)
            assert not plain or [found.board.rows()] == plain


LEVEL = Facts(levels=(Difficulty("beginner", 9, 9, 10),))


@pytest.mark.parametrize("name", ["paper", "dark", "mono", "windows7", "bevel"])
def test_a_new_game_that_may_go_on_beyond_the_picture_is_not_reported(
    tmp_path: Path, name: str
) -> None:
    """It would be played as a smaller one, with that one's mine total."""
    skin = learned(tmp_path, sighting(name), facts=LEVEL)
    picture, _ = draw(Board.covered(16, 16), style(name), (30, 30))
    part = np.ascontiguousarray(picture[20 : 40 + 9 * 30, 20 : 40 + 9 * 30])
    assert not boards_in(part, [skin])


@pytest.mark.parametrize("name", ["paper", "dark", "google", "gradient", "xp", "night"])
@pytest.mark.parametrize("size", [24, 30])
def test_a_new_game_is_named_by_its_learned_skin(tmp_path: Path, name: str, size: int) -> None:
    skin = learned(tmp_path, sighting(name, size), facts=LEVEL)
    picture, _ = draw(Board.covered(9, 9), style(name), (size, size))
    (found,) = boards_in(picture, [skin])
    assert found.skin.name == skin.name
    assert found.board.mines == 10


def test_damaged_templates_do_no_harm(tmp_path: Path) -> None:
    learned(tmp_path, sighting())
    noise = np.random.default_rng(1)
    for path in (tmp_path / "mine").glob("*px.png"):
        tile = load_picture(path)
        save_picture(path, noise.integers(0, 256, tile.shape).astype(np.uint8))
    skins, _ = learned_skins(tmp_path)
    seen = sighting(seed=2)
    (found,) = boards_in(seen.picture, skins)
    assert found.board.rows() == seen.board.rows()
    assert found.skin.name == "unseen"


def test_a_skin_that_cannot_be_loaded_is_reported_and_left_out(tmp_path: Path) -> None:
    learned(tmp_path, sighting())
    (tmp_path / "mine" / "skin.toml").write_text("title = ")
    skins, (problem,) = learned_skins(tmp_path)
    assert skins == ()
    assert problem.startswith("The skin mine can't be used: ")


def test_a_skin_without_a_template_of_a_covered_cell_is_left_out(tmp_path: Path) -> None:
    learned(tmp_path, sighting())
    for path in (tmp_path / "mine").glob("covered*"):
        path.unlink()
    assert learned_skins(tmp_path)[0] == ()


@pytest.mark.parametrize(
    "name", ["", "..", "a/b", "a\\b", "/etc", ".hidden", "A", "unseen", "kmines", "x" * 41, "a\n"]
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(LearnError):
        check_name(name, (skin.name for skin in shipped_skins()))


def test_a_failure_leaves_the_existing_skin_unchanged(tmp_path: Path) -> None:
    learned(tmp_path, sighting())
    (tmp_path / "mine" / "covered-30px.png").write_bytes(b"no picture")
    kept = sorted(path.name for path in (tmp_path / "mine").iterdir())
    with pytest.raises(SkinError):
        write_skin(tmp_path / "mine", [sighting()], Facts(), add=True)
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == kept
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_skin_that_cannot_be_put_in_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = learned(tmp_path, sighting())
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == ".mine.new":
            raise OSError("no room")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(LearnError, match="no room"):
        write_skin(tmp_path / "mine", [sighting(size=24)], NOTHING, False)
    monkeypatch.undo()
    (kept,), problems = learned_skins(tmp_path)
    assert problems == ()
    assert len(kept.look.templates) == len(before.look.templates)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
