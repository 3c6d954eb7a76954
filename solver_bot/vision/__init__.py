"""From pixels to boards and back: load skins, locate and read boards, draw advice on pictures.

Pictures are numpy arrays of shape (height, width, 3), uint8, BGR, as in OpenCV.
"""
