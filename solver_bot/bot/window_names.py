"""What a window's names tell: whether it shows Minesweeper, and whether it is a browser."""

from __future__ import annotations

import re
import unicodedata

from solver_bot.bot.hands import Window

_NAMES = (
    "sweeper", r"mine ?field", r"\b[gkx]?mines?\b", "xbomb", "xdemineur",
    "demineur", "buscaminas", "campo minad", "campo minat", "prato fiorito", "minensuch",
    "minenraum", "mijnenveg", r"\bsaper\b", "сапер", "minroj", "minesveip", "minestryg",
    "miinaharav", "mayin tarlasi", "aknakeres", "hledani min",
    "扫雷", "掃雷", "踩地雷", "マインスイ", "지뢰 ?찾기",
)  # fmt: skip
"""Names of the game in several languages, and of programs that play it, without accents."""
_NAME = re.compile("|".join(_NAMES))
_BROWSERS = (
    "chrom", "firefox", "navigator", "brave", "edge", "vivaldi", "opera", "librewolf", "waterfox",
    "epiphany", "falkon", "konqueror", "midori", "qutebrowser", "palemoon",
)  # fmt: skip
"""How the names of browsers begin, after "org.kde." and the like. Firefox says Navigator."""
_BROWSER = re.compile(rf"(?:\w+[.-])*(?:{'|'.join(_BROWSERS)})")


def names_the_game(window: Window) -> bool:
    """Whether a window's title or its program's name is one of Minesweeper's names."""
    return bool(_NAME.search(_plain(f"{window.program} {window.title}")))


def is_browser(window: Window) -> bool:
    """Whether a window is a browser's, by the name of its program."""
    return bool(_BROWSER.match(window.program))


def _plain(text: str) -> str:
    """The text in lower case, without accents that Unicode can separate from their letters."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(one for one in apart if not unicodedata.combining(one))
    return unicodedata.normalize("NFKC", plain.replace("\u0131", "i"))
