"""The bot on the real desktop.

stop         how the player stops the bot: Esc, Ctrl-C, signals
hands        captures, clicks and key presses on the desktop
results      a file of played games, one a line
recording    a folder of the pictures behind every decision, and its replay
table        the table shown while the bot plays
watch        finds a board that somebody plays, follows it and advises
panel        the small window that shows the advice
"""
