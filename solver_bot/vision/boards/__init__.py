"""Boards in any look: proposals of lattices, evidence for each, the rules, the answer."""
