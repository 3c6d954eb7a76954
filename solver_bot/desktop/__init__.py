"""The real desktop: ``screen`` captures it, ``mouse`` clicks on it, ``windows`` lists its windows.

This package imports no other package of ours. Each module loads its library (mss, pyautogui, Xlib)
only when the library is needed.
"""
