"""Seeded games without a screen.

tally        results: counted, saved, merged, compared
games        plays them, on all cores or a cluster; the strategies
published    win rates that others reach
plot         a chart of ours beside them
"""
