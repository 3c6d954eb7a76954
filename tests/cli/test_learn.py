"""The command ``learn``, and how the other commands use the skins that it makes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver_bot.board import Board, StartRule, parse_board
from solver_bot.bot import Bot
from solver_bot.cli.main import commands
from solver_bot.live.recording import Recorder
from solver_bot.vision.picture import load_picture, save_picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Habits, Window
from tests.styled import behaving, styled
from tests.vision.drawn import draw, position
from tests.vision.styles import HELD_BACK

PAPER = next(style for style in HELD_BACK if style.name == "paper")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that only this test uses."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "solver-bot" / "skins"


def picture(folder: Path, name: str = "seen.png", seed: int = 1, share: float = 0.6) -> Path:
    board = Board.covered(9, 9) if not share else position(9, 9, 10, share, seed)
    save_picture(folder / name, draw(board, PAPER, (30, 30))[0])
    return folder / name


def run(*words: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(commands, [str(word) for word in words], input=typed)


def test_a_skin_is_learned_from_pictures_and_then_known(tmp_path: Path, home: Path) -> None:
    done = run("learn", picture(tmp_path), "--name", "mine", "--title", "My game")
    assert done.exit_code == 0
    assert "Learned mine from 1 board: empty, 1, 2" in done.stdout
    assert "Not seen yet: " in done.stdout
    assert (home / "mine" / "skin.toml").exists()
    read = run("read", picture(tmp_path, "new.png", share=0))
    assert read.exit_code == 0
    assert parse_board(read.stdout) == Board.covered(9, 9)


def test_a_skin_is_learned_from_a_board_that_is_cut_off(tmp_path: Path, home: Path) -> None:
    seen = picture(tmp_path)
    save_picture(seen, load_picture(seen)[:, : 30 + 6 * 30])
    done = run("learn", seen, "--name", "mine")
    assert done.exit_code == 0
    assert "which may go on at the right" in done.stderr
    assert (home / "mine" / "skin.toml").exists()
    read = run("read", picture(tmp_path, "new.png", share=0))
    assert parse_board(read.stdout) == Board.covered(9, 9)


def test_another_picture_makes_a_skin_better(tmp_path: Path, home: Path) -> None:
    run("learn", picture(tmp_path, share=0.05), "--name", "mine")
    before = set(json.loads(run("skins", "--json").stdout)["skins"][-1]["missing"])
    assert run("learn", picture(tmp_path, seed=4), "--name", "mine", "--add").exit_code == 0
    after = set(json.loads(run("skins", "--json").stdout)["skins"][-1]["missing"])
    assert after < before


def test_a_record_of_games_also_shows_how_they_end(tmp_path: Path) -> None:
    skin = behaving(styled(PAPER, 24), start=StartRule.ZERO)
    with Recorder(tmp_path / "record") as recorder:
        for seed in range(4):
            scene = Window(skin, 9, 9, 20, seed=seed, habits=Habits(size=24))
            Bot(scene.hands(), SkinChoice(unknown=True), tell=recorder.note).play()
    done = run("learn", tmp_path / "record", "--name", "mine", "--json")
    assert done.exit_code == 0
    assert {"covered", "empty", "1", "2", "exploded", "mine"} <= set(
        json.loads(done.stdout)["states"]
    )


def test_a_learned_skin_is_listed_with_its_missing_states(tmp_path: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine", "--title", "My game", "--level", "9x9n10")
    (mine,) = [s for s in json.loads(run("skins", "--json").stdout)["skins"] if s["learned"]]
    assert (mine["name"], mine["title"]) == ("mine", "My game")
    assert {"8", "question", "exploded"} <= set(mine["missing"])
    assert mine["levels"] == [{"name": "9x9", "columns": 9, "rows": 9, "mines": 10}]
    listed = run("skins").stdout
    assert "My game" in listed
    assert "9x9: 10" in listed


def test_a_title_is_listed_unchanged(tmp_path: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine", "--title", "Mines [dark]")
    assert "Mines [dark]" in run("skins").stdout


def test_json_tells_what_was_learned(tmp_path: Path, home: Path) -> None:
    told = json.loads(run("learn", picture(tmp_path), "--name", "mine", "--json").stdout)
    assert told["folder"] == str(home / "mine")
    assert told["boards"] == 1
    assert "covered" in told["states"]
    assert "8" in told["missing"]


def test_annotate_knows_the_mine_total_given_to_learn(tmp_path: Path) -> None:
    seen = picture(tmp_path)
    run("learn", seen, "--name", "mine", "--level", "9x9n10")
    done = run("annotate", seen, "--json", "-o", tmp_path / "marked.png")
    (board,) = json.loads(done.stdout)["boards"]
    assert (board["skin"], board["mines"]) == ("mine", 10)


def test_a_skin_given_by_name_is_used_at_other_sizes_too(tmp_path: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine")
    larger = tmp_path / "larger.png"
    save_picture(larger, draw(position(9, 9, 10, 0.6, 3), PAPER, (47, 47))[0])
    done = run("read", larger, "--skin", "mine", "--json")
    (board,) = json.loads(done.stdout)["boards"]
    assert board["skin"] == "mine"


def test_an_existing_skin_is_not_overwritten_without_an_option(tmp_path: Path, home: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine", "--title", "First")
    kept = (home / "mine" / "skin.toml").read_text()
    done = run("learn", picture(tmp_path), "--name", "mine", "--title", "Second")
    assert done.exit_code == 2
    assert "--add adds to it, --replace replaces it" in done.stderr
    assert (home / "mine" / "skin.toml").read_text() == kept


def test_a_skin_is_added_to_or_replaced_with_an_option(tmp_path: Path, home: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine", "--title", "First")
    late = picture(tmp_path, "late.png", share=0.9)
    assert run("learn", late, "--name", "mine", "--add").exit_code == 0
    assert (home / "mine" / "flag-30px.png").exists()
    assert run("learn", picture(tmp_path), "--name", "mine", "--replace").exit_code == 0
    assert not (home / "mine" / "flag-30px.png").exists()


@pytest.mark.parametrize("name", ["../away", "/tmp/away", "kmines", "unseen", "Mine", "a b"])
def test_a_name_that_cannot_be_a_folder_is_refused(tmp_path: Path, home: Path, name: str) -> None:
    done = run("learn", picture(tmp_path), "--name", name)
    assert done.exit_code == 2
    assert "can't be the name of a skin" in done.stderr or "comes with the program" in done.stderr
    assert not home.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "9x9"], "is no level"),
        (["--level", "9x9n81"], "do not fit"),
        (["--level", "9x9n0"], "has no mines"),
        (["--new-game", "press f2"], "is not understood"),
        (["--add"], "no learned skin 'mine' to add to"),
        (["--add", "--replace"], "not both"),
        (["--screen"], "Name pictures or records"),
        (["--monitor", "1"], "go with --screen"),
    ],
)
def test_wrong_use_is_explained_in_a_sentence(
    tmp_path: Path, words: list[str], sentence: str
) -> None:
    done = run("learn", picture(tmp_path), "--name", "mine", *words)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.output


def test_a_missing_name_is_asked_for(tmp_path: Path) -> None:
    done = run("learn", picture(tmp_path))
    assert done.exit_code == 2
    assert "give it with --name" in done.stderr


def test_a_picture_without_a_board_teaches_nothing(tmp_path: Path, home: Path) -> None:
    done = run("learn", picture(tmp_path, share=0), "--name", "mine")
    assert done.exit_code == 3
    assert done.stderr.startswith("No board was found to learn from.")
    assert not home.exists()


def test_a_board_in_a_known_skin_is_not_learned(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "samples" / "kmines-easy-early.png"
    done = run("learn", sample, "--name", "mine")
    assert done.exit_code == 3
    assert "is in the known skin kmines" in done.stderr


def recorded(folder: Path, skins: Sequence[Skin], skin: Skin) -> Path:
    """A record of two games in ``skin``, played by a bot that knows ``skins``."""
    with Recorder(folder) as recorder:
        for seed in range(2):
            scene = Window(skin, 9, 9, 10, seed=seed, habits=Habits(size=24))
            Bot(scene.hands(), SkinChoice.of(skins, unknown=True), tell=recorder.note).play()
    return folder


def test_no_second_skin_is_made_from_a_record_of_a_known_program(
    tmp_path: Path, home: Path
) -> None:
    record = recorded(tmp_path / "record", shipped_skins(), named_skin("kmines"))
    done = run("learn", record, "--name", "mine")
    assert done.exit_code == 3
    said, refused = done.stderr.splitlines()
    assert said == f"The board recorded in {record} is in the known skin kmines."
    assert refused == (
        "This program is known already, as kmines, so no skin was made: --anyway makes another "
        "skin for it."
    )
    assert not home.exists()


@pytest.mark.parametrize("source", ["picture", "record"])
def test_no_second_skin_is_made_for_a_learned_program(
    source: str, tmp_path: Path, home: Path
) -> None:
    zero = behaving(styled(PAPER, 30), start=StartRule.ZERO)
    record = recorded(tmp_path / "record", (), zero)
    run("learn", record, picture(tmp_path), "--name", "first")
    seen = record if source == "record" else picture(tmp_path, "other.png", seed=2)
    done = run("learn", seen, "--name", "second")
    assert done.exit_code == 3
    assert "--name first --add adds to that skin" in done.stderr
    assert [skin.name for skin in home.iterdir()] == ["first"]
    assert run("learn", seen, "--name", "first", "--add").exit_code == 0


def test_anyway_makes_a_second_skin_of_a_known_program(tmp_path: Path, home: Path) -> None:
    sample = Path(__file__).parents[2] / "samples" / "kmines-easy-early.png"
    done = run("learn", sample, "--name", "mine", "--anyway")
    assert done.exit_code == 0
    assert (home / "mine" / "skin.toml").exists()


def test_a_missing_home_folder_is_not_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    done = run("learn", picture(tmp_path), "--name", "mine")
    assert done.exit_code == 2
    assert done.stderr == (
        f"The home folder {tmp_path / 'nobody'} does not exist, so the skin can't be saved in it: "
        "set HOME to a folder that exists.\n"
    )
    assert not (tmp_path / "nobody").exists()
    (tmp_path / "nobody").mkdir()
    assert run("learn", picture(tmp_path), "--name", "mine").exit_code == 0


def test_a_damaged_skin_is_reported_and_the_others_are_used(tmp_path: Path, home: Path) -> None:
    run("learn", picture(tmp_path), "--name", "mine")
    shutil.copytree(home / "mine", home / "worse")
    (home / "worse" / "skin.toml").write_text("?")
    done = run("read", picture(tmp_path))
    assert done.exit_code == 0
    assert "The skin worse can't be used" in done.stderr
