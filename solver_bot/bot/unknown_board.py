"""Finds the board to play when none in a known skin is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.bot.board_choice import NoBoard, is_going_on, is_over
from solver_bot.bot.pointer import around
from solver_bot.bot.screen_edges import ScreenEdges
from solver_bot.solve.odds import possible
from solver_bot.vision.any_look import looks_of, named
from solver_bot.vision.arrays import Mask, Picture, board_of, codes_of
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.new_games import (
    is_at_edge,
    is_new_game,
    is_of_usual_size,
    without_unread_sides,
)
from solver_bot.vision.boards.plain_grids import plain_grids
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.extract import Extraction
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.kinds import Kinds, sort_tiles
from solver_bot.vision.looks.looks import Looks, seen_looks
from solver_bot.vision.looks.seen_skin import seen_skin
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin import Skin

_MOST_ODD, _UNLIKE = 2, 15.0
"""The most cells of a new game that look unlike all others, and the least grey levels by which they
do. An empty cell that a page opens at the start was 37 apart from the buttons."""

_GO_ON = ScreenEdges()
_SHOW_ALL = "Show all of it: scroll, enlarge or move its window."
_OVER = (
    "The game on the screen is over, and how to start a new one is not known in this skin: start "
    "one by hand and run this again, or run `solver-bot learn` with --new-game."
)


@dataclass(frozen=True, slots=True, eq=False)
class UnknownBoard:
    """A board in an unknown skin, and what its picture shows of the skin.

    Attributes:
        picture: the whole picture in which it was found.
        fresh: whether it is only a uniform grid, which the first click must prove to be a game.

    """

    picture: Picture
    found: Extraction
    looks: Looks
    fresh: bool

    @property
    def announcement(self) -> str | None:
        """What the player should know before anything is clicked."""
        if self.found.skin.learned:
            return None
        board = self.found.board
        if self.fresh:
            return (
                f"There is a grid of {board.width}x{board.height} equal cells in no known skin: "
                "the first click will tell whether it is a game."
            )
        return "The board is in an unknown skin, which the bot learns while it plays."


def find_unknown(
    picture: Picture,
    skins: SkinChoice,
    only_read: bool = False,
    pointed_out: bool = False,
    hidden: Sequence[Lattice] = (),
    is_named: Callable[[Lattice], bool] = lambda _: False,
    edges: ScreenEdges = _GO_ON,
) -> UnknownBoard | None:
    """The board to play in a learned or an unknown skin; None if there is none.

    A board that can be read goes before a uniform grid that may be a new game. A game that is over
    is taken if its learned skin says how to start a new one. With ``only_read``, uniform grids are
    not taken, because such a grid may be part of a board in a known skin. If the player allows no
    unknown skin, the board is taken to be in the one learned skin. A grid may be less surely a game
    if the player has ``pointed_out`` the place or named a learned skin, or if ``is_named`` says
    that its window has the game's name. A board that overlaps ``hidden`` places is left out: it is
    the visible part of a board in a known skin. ``edges`` says where no board goes on beyond the
    picture.

    Raises:
        NoBoard: there are several uniform grids, and the player has not chosen one; or there is
            what may be a new game, but not surely enough; or the game is over, or goes on beyond a
            side.

    """
    told = None if skins.unknown else skins.learned[0]
    seen = read_picture(edges.widened(picture), skins.without_shipped(), possible)
    found = [replace(one, lattice=edges.on_screen(one.lattice)) for one in seen]
    whole = [
        one
        for one in found
        if not (one.cut or any(place.overlaps(one.lattice) for place in hidden))
    ]
    over = [one for one in whole if is_over(one.board)]
    again = [] if only_read else [one for one in over if one.skin.program.new_game]
    if read := [one for one in whole if is_going_on(one.board)] or again:
        largest = max(read, key=lambda one: len(one.board.cells))
        return UnknownBoard(picture, largest, _looks(picture, largest), False)
    if only_read:
        return None
    new = _new_games(picture, pointed_out, lambda place: told is not None or is_named(place), edges)
    fresh = _fresh(picture, new, told)
    if fresh is None and over:
        raise NoBoard(_OVER)
    cut = [one for one in found if one.cut and is_going_on(one.board)]
    if fresh is None and cut and not hidden:
        raise NoBoard(_cut_off(cut[0].cut))
    return fresh


def _new_games(
    picture: Picture,
    pointed_out: bool,
    is_named: Callable[[Lattice], bool],
    edges: ScreenEdges,
) -> list[Lattice]:
    """The places of new games in unknown skins.

    Raises:
        NoBoard: there is none, but a grid that would be taken for one if the player pointed it out,
            or if it did not go on beyond a side.

    """
    wide = edges.widened(picture)
    seen = seen_in(wide, possible)
    if pointed_out:
        seen = [without_unread_sides(one) for one in seen]
    new = [
        one.lattice
        for one in seen
        if is_new_game(wide, one, pointed_out, is_named(edges.on_screen(one.lattice)))
    ]
    plain = [] if new else _plain_grids(wide, seen, pointed_out)
    new += [
        one
        for one in plain
        if pointed_out or (is_of_usual_size(one) and is_named(edges.on_screen(one)))
    ]
    if new or pointed_out:
        return [edges.on_screen(one) for one in new]
    maybe = [one.lattice for one in seen if is_new_game(wide, one, pointed_out=True)]
    maybe += filter(is_of_usual_size, plain)
    if maybe:
        places = [edges.on_screen(one) for one in maybe]
        raise NoBoard(_unsure(places), maybe=[around(one, picture) for one in places])
    for one in filter(lambda one: one.cut, seen):
        whole = replace(one, cut=frozenset())
        if is_new_game(wide, whole, pointed_out=True) and is_named(edges.on_screen(one.lattice)):
            raise NoBoard(_cut_off(one.cut))
        if is_new_game(wide, whole):
            raise NoBoard(_maybe_cut_off(whole.lattice, one.cut))
    return []


def _cut_off(sides: Collection[str]) -> str:
    """What to say of a board that is not seen as a whole."""
    return (
        f"A board in an unknown skin is on the screen, but seems to go on beyond {_sides(sides)}. "
        f"{_SHOW_ALL}"
    )


def _maybe_cut_off(place: Lattice, sides: Collection[str]) -> str:
    """What to say of a grid that may be a part of a new game."""
    return (
        f"No board in a known skin is on the screen. A grid of {place.columns}x{place.rows} cells "
        f"may be a new game in another skin, but seems to go on beyond {_sides(sides)}. {_SHOW_ALL}"
    )


def _sides(sides: Collection[str]) -> str:
    which = " and ".join(side for side in SIDES if side in sides)
    return f"its {which} side" if len(sides) == 1 else f"these sides: {which}"


def _plain_grids(picture: Picture, seen: Sequence[Answer], pointed_out: bool) -> list[Lattice]:
    """The grids of plain cells where the nets see no cells at all."""
    taken = [one.lattice for one in seen]
    return [
        place
        for place in plain_grids(picture)
        if not any(map(place.overlaps, taken)) and (pointed_out or not is_at_edge(picture, place))
    ]


def _unsure(maybe: Sequence[Lattice]) -> str:
    """What to say of grids that may be new games, but not surely enough."""
    sizes = " and ".join(f"{one.columns}x{one.rows}" for one in maybe)
    one = len(maybe) == 1
    what = f"A grid of {sizes} cells" if one else f"Grids of {sizes} cells"
    game, which = ("a new game", "it") if one else ("new games", "them")
    point = "If it is one, point it out" if one else "Point one out"
    return (
        f"No board in a known skin is on the screen. {what} may be {game} in another skin, but "
        f"the bot is not sure enough to click on {which} unasked. {point} with --region, or open "
        "some of its cells by hand."
    )


def _looks(picture: Picture, found: Extraction) -> Looks:
    codes = codes_of(found.board)
    looks = seen_looks(picture, found.lattice, codes)
    if not found.skin.learned:
        return looks
    known = looks_of(found.skin)
    if (codes == COVERED).any():
        # This picture shows what a covered cell looks like. If the learned skin shows it
        # differently, it would hide the effect of clicks.
        known = known.without((COVERED,))
    return looks.grown(known.tiles, known.codes)


def _fresh(picture: Picture, found: Sequence[Lattice], told: Skin | None) -> UnknownBoard | None:
    if not found:
        return None
    if len(found) > 1:
        places = "; ".join(
            f"{place.columns}x{place.rows} cells at {place.left:.0f},{place.top:.0f}"
            for place in found
        )
        raise NoBoard(
            f"No board in a known skin is on the screen, and {len(found)} grids might be a new "
            f"game in another skin ({places}). Choose one with --region, or open some cells by "
            "hand.",
            maybe=[around(place, picture) for place in found],
        )
    (place,) = found
    kinds = sort_tiles(picture, place)
    skin = seen_skin(picture, place, kinds, bytes([COVERED]) * len(kinds.tiles))
    cells = np.where(_odd_ones(kinds), UNREADABLE, COVERED).astype(np.uint8)
    board = board_of(cells)
    covered = Extraction(board, place, skin, 0.0)
    if told:
        covered = named(covered, told)
    return UnknownBoard(picture, covered, _looks(picture, covered), True)


def _odd_ones(kinds: Kinds) -> Mask:
    """Which cells look quite unlike all others; none if too many do.

    They may be open at the start, or lie beneath the pointer.
    """
    nothing = np.zeros(kinds.of.shape, np.bool_)
    if (kinds.of < 0).any() or len(kinds.tiles) < 2:
        return nothing
    apart = apart_from(kinds.tiles, kinds.tiles)
    np.fill_diagonal(apart, np.inf)
    odd = ((apart.min(1) > _UNLIKE) & (kinds.counts <= _MOST_ODD))[kinds.of]
    return odd if odd.sum() <= _MOST_ODD else nothing
