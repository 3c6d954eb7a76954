"""The bot on the real desktop.

stop         Esc in the terminal, Ctrl-C, signals that end programs
hands        captures and clicks, in pixels of what is looked at
results      a file of games, a line each
recording    a folder of the pictures that were decided on, and their replay
table        the table that is shown while the bot plays
watch        the small window that advises
"""
