"""Boards in skins that nobody has cut templates of."""
