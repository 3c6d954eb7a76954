"""The folder that keeps compiled functions, and what happens if no folder can be written to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver_bot.solve.cache import VARIABLE

PACKAGE = Path(__file__).resolve().parents[2] / "solver_bot"
NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20));"
TELL = "from solver_bot.solve.cache import cache; print(cache())"


def run(script: str, folder: Path | str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=os.environ | {VARIABLE: str(folder)} | environment,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_named_folder_is_used(tmp_path: Path) -> None:
    assert run(TELL, tmp_path / "kept").startswith(f"Cache(folder=PosixPath('{tmp_path}/kept')")


def test_a_temporary_folder_replaces_an_unwritable_one_and_is_removed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.touch()
    script = "from solver_bot.solve.cache import cache; c = cache();"
    script += "print(c.lasting, c.problem, c.folder.is_dir(), c.folder, sep='|')"
    lasting, problem, there, folder = run(script, file / "below").strip().split("|")
    assert (lasting, there) == ("False", "True")
    assert problem == f"{file}/below: Not a directory"
    assert not Path(folder).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_folder_without_room_is_not_used(tmp_path: Path) -> None:
    found = run(NO_ROOM + TELL, tmp_path / "kept")
    assert "folder=None" in found
    assert "File too large" in found


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_disk_that_became_full_fails_no_call(tmp_path: Path) -> None:
    script = (
        "import resource, sys; import numpy as np;"
        "from solver_bot.solve.compiled.jit import UNSAVED, compiled;"
        "from solver_bot.solve.compiled.ordering import stable_order;"
        "sort = compiled(stable_order.py_func);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0));"
        "print(*sort(np.array([2, 1])), *UNSAVED)"
    )
    assert run(script, tmp_path).split() == ["1", "0", "stable_order"]


def test_a_cache_knows_which_parts_it_has(tmp_path: Path) -> None:
    begin = "from solver_bot.solve.cache import cache; c = cache();"
    ask = begin + "print(c.has('odds'), c.has('odds', 'end'))"
    assert run(ask, tmp_path).split() == ["False", "False"]
    run(begin + "c.note('odds')", tmp_path)
    assert run(ask, tmp_path).split() == ["True", "False"]


def test_a_change_of_any_compiled_source_takes_another_folder_and_removes_the_old_one(
    tmp_path: Path,
) -> None:
    package = tmp_path / "copy" / "solver_bot"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    note = (
        "from solver_bot.solve.cache import cache; c = cache();"
        "c.note('odds'); print(c.of_sources, c.has('odds'))"
    )
    begin = f"import sys; sys.path.insert(0, {str(package.parent)!r});"
    before, _ = run(begin + note, tmp_path / "kept").split()
    with (package / "solve" / "compiled" / "frontier.py").open("a") as source:
        source.write("# changed\n")
    after, has = run(begin + note, tmp_path / "kept").split()
    assert (has, before == after) == ("True", False)
    assert [str(path) for path in (tmp_path / "kept").iterdir()] == [after]


def test_a_missing_home_folder_is_not_made(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from solver_bot.solve import cache;"
        "print(cache._why_not(Path.home() / '.cache' / 'solver-bot'))"
    )
    home = tmp_path / "nobody"
    assert "the home folder does not exist" in run(script, tmp_path, HOME=str(home))
    assert not home.exists()
