"""Learned skins: where they are stored."""

from __future__ import annotations

import re
from pathlib import Path

from solver_bot.vision.skin import STATES, Skin, SkinError
from solver_bot.vision.skin_files import load_skin

SKIN_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""The names that a learned skin may have. The name is also that of its folder."""


def skins_folder() -> Path:
    """The user's folder in which learned skins are stored."""
    from platformdirs import user_data_path

    return user_data_path("solver-bot", appauthor=False) / "skins"


def missing_home(folder: Path) -> Path | None:
    """The user's home folder if it does not exist and ``folder`` would be in it, else None."""
    home = Path.home()
    return home if folder.is_relative_to(home) and not home.exists() else None


def learned_skins(folder: Path | None = None) -> tuple[tuple[Skin, ...], tuple[str, ...]]:
    """The learned skins by name, and a sentence for each that can't be used."""
    places = (folder or skins_folder()).glob("*/skin.toml")
    skins, problems = [], []
    for place in sorted(path.parent for path in places if SKIN_NAME.fullmatch(path.parent.name)):
        from solver_bot.vision.trusted import trusted  # which few need

        try:
            skins.append(trusted(load_skin(place)))
        except (SkinError, OSError) as error:
            problems.append(f"The skin {place.name} can't be used: {error}. It is in {place}.")
    return tuple(skins), tuple(problems)


def missing_states(skin: Skin) -> list[str]:
    """The names of the states for which a skin has no template."""
    known = {t.code for t in skin.look.templates}
    return [name for name, code in STATES.items() if code not in known]
