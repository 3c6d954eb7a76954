"""Real programs on a virtual screen."""
