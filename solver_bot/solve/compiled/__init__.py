"""What numba compiles: from a board to the odds, the end of a game, the chance to win.

Other rooms call these modules only through ``solver_bot.solve.odds``, ``guess`` and
``random_layout``. Importing any of these modules loads numba. The first call on a machine compiles
for half a minute in all. Later calls use a cache on disk, see ``solver_bot.solve.cache``.

    jit            how functions are compiled and kept
    frontier       ``read_frontier`` settles cells by single numbers, and finds the groups and
                   constraints that are left
    ordering       ``schedule`` puts the groups in an order that keeps few constraints open at a
                   time
    states         the states of a count, kept in growing arrays and found by their keys
    counting       ``forward`` places one group after the other; ``backward`` returns through the
                   same states and weighs every way to fill each group
    analysis       ``analyse`` runs all stages and joins the mine total
    random_layout  a layout at random, from the same states
    layouts        the layouts that fit, listed
    endgame        the end of a game, played out on them
    traits         a position in numbers
    patterns       the windows of 2x3 cells of a position
    evaluation     the chance to win, estimated from both
    influence      the fifty-fifties that may come up, and the cells that decide about them
    lookahead      each number that a cell could show, and what the position from there is worth
"""
