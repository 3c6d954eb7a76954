"""Tables of digits that no Minesweeper position can show."""

from __future__ import annotations

from benchmarks.looks.nothing.dice import Dice

Texts = dict[tuple[int, int], str]
"""The text of a row and a column; cells that are left out are blank."""
_ENOUGH = 0.15
"""The share of the numbers that must contradict their neighbours."""
_FEWEST = 3


def clashes(texts: Texts, columns: int, rows: int) -> int:
    """How many digits say more mines than cells around them are without a digit."""
    count = 0
    for (row, column), text in texts.items():
        if text.isdigit():
            around = [
                (r, c)
                for r in range(max(0, row - 1), min(rows, row + 2))
                for c in range(max(0, column - 1), min(columns, column + 2))
            ]
            count += int(text) > sum(place not in texts for place in around)
    return count


def impossible(dice: Dice, texts: Texts, columns: int, rows: int) -> Texts:
    """The texts, with a few changed until they contradict each other often.

    A blank cell may pass for a covered one or for an empty one. In the second case there are no
    mines at all, and every number is wrong.

    """
    texts = dict(texts)
    wanted = max(_FEWEST, _ENOUGH * len(texts))
    for _ in range(columns * rows):
        if clashes(texts, columns, rows) >= wanted:
            break
        place = dice.whole(0, rows - 1), dice.whole(0, columns - 1)
        edge = place[0] in (0, rows - 1) or place[1] in (0, columns - 1)
        texts[place] = str(dice.whole(6, 8) if edge else dice.pick((9, 9, 8)))
    return texts


def scattered(dice: Dice, columns: int, rows: int, share: float, most: int) -> Texts:
    """Digits up to the given one in a share of the cells, which no position can show."""
    texts = {place: str(dice.whole(1, most)) for place in sorted(dice.spread(rows, columns, share))}
    return impossible(dice, texts, columns, rows)
