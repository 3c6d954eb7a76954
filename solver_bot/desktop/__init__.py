"""The live edge: ``screen`` captures the desktop, ``mouse`` clicks on it. Imports nothing of ours.

Both load what they stand on (mss, pyautogui) only when a ``Screen`` or a ``Mouse`` is made.
"""
