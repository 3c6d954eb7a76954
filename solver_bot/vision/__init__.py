"""Pixels to board and back: load a skin, locate boards, extract them, mark what was found.

Pictures are numpy arrays of shape (height, width, 3), uint8, BGR, as OpenCV keeps them.
"""
