"""Seeded games without a screen, to measure win rates.

tally        counts, saves, merges and compares results
games        plays games on all cores or a cluster, and defines the strategies
published    win rates of other solvers
plot         a chart of our win rates beside the published ones
"""
