"""The installed wheel: it holds the skins, and the command works outside a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_every_template_and_nothing_but_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {
        name.removeprefix("solver_bot/templates/") for name in names if "/templates/" in name
    }
    assert shipped >= {
        str(path.relative_to(ROOT / "templates"))
        for pattern in ("*.png", "skin.toml", "LICENCE.txt")
        for path in (ROOT / "templates").glob(f"*/{pattern}")
    }
    assert "solver_bot/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"solver_bot"}


def test_the_installed_wheel_reads_a_sample_from_another_folder(
    wheel: Path, tmp_path: Path
) -> None:
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--target", str(installed), str(wheel)], check=True)
    sample = ROOT / "samples" / "xdemineur-small-early.png"
    output = subprocess.run(
        [sys.executable, "-P", "-m", "solver_bot", "read", sample],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    truth = (ROOT / "samples" / "xdemineur-small-early.txt").read_text(encoding="utf-8")
    rows = [line for line in truth.splitlines() if not line.startswith(";")]
    assert output.stdout.split() == rows
