"""The live edge: ``screen`` captures the desktop, ``mouse`` clicks on it, ``windows`` tells of it.

Imports nothing of ours. All load what they stand on (mss, pyautogui, Xlib) only when it is needed.
"""
