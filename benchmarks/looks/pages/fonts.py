"""The fonts of the pages: Debian packages, unpacked into a folder and not installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from platformdirs import user_cache_path

PACKAGES = (
    "fonts-comic-neue",
    "fonts-dejavu-core",
    "fonts-ebgaramond",
    "fonts-glasstty",
    "fonts-jetbrains-mono",
    "fonts-lato",
    "fonts-leckerli-one",
    "fonts-liberation",
    "fonts-noto-color-emoji",
    "fonts-open-sans",
    "fonts-play",
    "fonts-quicksand",
    "fonts-roboto-unhinted",
    "fonts-symbola",
)
_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>
  <match target="font"><edit name="antialias" mode="assign"><bool>true</bool></edit></match>
</fontconfig>
"""


def font_config(folder: Path | None = None) -> Path:
    """A configuration of fontconfig with these fonts alone. They are fetched the first time."""
    folder = folder or user_cache_path("solver-bot") / "page-fonts"
    config = folder / "fonts.conf"
    if not config.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True)
        for package in folder.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, folder / "all"], check=True)
            package.unlink()
        fonts = folder / "all" / "usr" / "share" / "fonts"
        config.write_text(_CONFIG.format(fonts=fonts, cache=folder / "cache"), encoding="utf-8")
    return config
