"""The table of page designs: how each is built, how it looks, and the rules of its game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

WEB = Path(__file__).resolve().parent / "web"
HOST = "play.test"
"""The pages' host. Chromium is told that it is a server on the loopback."""


@dataclass(frozen=True, slots=True)
class Design:
    """A page design. Its page is ``web/NAME.html``.

    Attributes:
        built: what the board is made of.
        cell: about how many of the page's pixels a cell is wide.
        first: what the first click promises: "none", "safe" or "zero".
        won: what the mines become in a won game: "flags", "mines" or "covered" as before.
        lost: what a lost game shows. "classic" marks the hit mine and wrong flags; "plain" shows
            all mines alike; "hit" only the hit mine; "open" opens all.
        question: whether a second right click puts a question mark.
        chord: whether a click on a number opens around it.
        button: a selector of the element that starts a new game; empty if there is none.
        key: the key that starts a new game; empty if there is none.
        look: what is special about how it looks.

    """

    name: str
    built: str
    cell: float
    first: str
    won: str
    lost: str
    question: bool
    chord: bool
    button: str
    key: str
    look: str

    def query(self, width: int, height: int, mines: int, seed: int) -> str:
        """The query string of the address of a new game."""
        rules = {
            "w": width,
            "h": height,
            "mines": mines,
            "seed": seed,
            "first": self.first,
            "won": self.won,
            "lost": self.lost,
            "question": int(self.question),
            "chord": int(self.chord),
            "key": self.key or "none",
        }
        return urlencode(rules)

    def url(self, query: str) -> str:
        """The page's address with this query string."""
        return f"http://{HOST}/{self.name}.html?{query}"


def _table(text: str) -> dict[str, Design]:
    rows = (list(map(str.strip, line.split("|"))) for line in text.strip().splitlines())
    return {row[0]: _design(row) for row in rows}


def _design(row: list[str]) -> Design:
    name, built, cell, first, won, lost, extras, button, key, look = row
    return Design(
        name=name,
        built=built,
        cell=float(cell),
        first=first,
        won=won,
        lost=lost,
        question="?" in extras,
        chord="chord" in extras,
        button={"yes": "[data-again]", "": ""}[button],
        key=key,
        look=look,
    )


DESIGNS = _table("""
win95          | table    | 24   | safe | flags   | classic | ? chord | yes | F2     | bevels, LED counters, smiley
meadow         | grid     | 30   | zero | covered | hit     |         | yes |        | chequered in two greens, no lines
pebbles        | flex     | 34   | safe | mines   | plain   | ?       | yes | n      | rounded cells with gaps, drawn icons
canvas-lines   | canvas   | 25   | none | flags   | classic |         | yes |        | thin lines, serif digits, text beside it
canvas-soft    | canvas   | 27   | safe | flags   | open    | ?       |     | r      | few pixels scaled up: blurred
svg-flat       | svg      | 26.4 | zero | mines   | classic | chord   | yes |        | fractional cells, flat colours
svg-tokens     | svg      | 36   | safe | covered | plain   |         | yes | Enter  | round tokens with radial gradients
sprites-pixel  | sprites  | 32   | safe | flags   | classic | ? chord | yes | F2     | 16 px sprites doubled, hard pixels
sprites-smooth | sprites  | 23   | zero | flags   | classic |         | yes |        | 16 px sprites scaled smoothly
sprites-img    | images   | 18   | none | flags   | classic | ?       | yes | r      | an image a cell, very small
emoji-buttons  | buttons  | 28   | safe | flags   | classic | ?       | yes |        | the browser's own buttons, emoji
keycaps        | spans    | 31   | zero | mines   | open    |         | yes |        | numbers as emoji keycaps
neon           | grid     | 32   | safe | mines   | hit     | ?       | yes | n      | dark, glowing monospaced digits
material       | flex     | 36   | zero | flags   | plain   | chord   | yes |        | dark greys, light digits
glass          | grid     | 38   | safe | flags   | classic |         | yes |        | gradients, translucent, a box in front at the end
neumorph       | grid     | 40   | zero | covered | plain   | ?       | yes |        | covered and open differ by shadow only
dotted         | table    | 29   | safe | flags   | hit     |         | yes |        | dotted borders, hatched, old-style digits
margins        | inline   | 22   | none | covered | open    | ?       | yes |        | 1 px margins, tiny digits, F and *
heatmap        | table    | 30   | safe | mines   | plain   | chord   | yes |        | white digits on coloured cells
pale           | grid     | 28   | safe | covered | plain   |         | yes |        | brightness alone, digits all grey
wood           | canvas   | 37   | zero | flags   | classic | ?       | yes |        | planks, large bold digits
bootstrap      | table    | 33   | safe | mines   | open    | chord   | yes |        | tables and forms beside the board
terminal       | text     | 24   | none | covered | hit     | ?       |     | Escape | green on black, not square
sea            | placed   | 35   | zero | mines   | classic |         | yes | n      | glossy tiles, sand, slanted digits
tutorial       | flex     | 30   | none | covered | open    |         |     |        | touches the edge of the page
night-modal    | grid     | 31   | safe | flags   | classic | ?       | yes |        | a dialog in front at the end
newspaper      | table    | 27   | safe | mines   | plain   |         | yes |        | hairlines, black italic digits, columns
aero           | canvas   | 26   | zero | flags   | classic | ? chord | yes | F2     | blue glass, bevelled gradients
chequer-dark   | grid     | 33   | zero | flags   | hit     |         | yes |        | chequered dark, digits in dim colours
mobile         | grid     | 44   | safe | flags   | plain   | chord   | yes |        | large cells in a card, tool bar
letters        | table    | 25   | none | covered | classic | ?       | yes | r      | a dot on every covered cell
tty            | grid     | 28   | safe | flags   | open    |         | yes | F1     | raster font, bright primary colours
""")  # noqa: E501 - the lines of a table
"""Designs by name. A ``?`` among the extras means question marks, ``chord`` chords."""
