"""Real web pages with Minesweeper boards, shown by Chromium on a virtual screen, with their truths.

``web`` holds the pages: one HTML file a design, and the scripts that they share. Each is a game to
play. ``designs`` is the table of them, ``positions`` decides what they show, ``browser`` runs
Chromium, ``shots`` makes labelled pictures, and ``live`` opens a page for a bot to play.
"""
