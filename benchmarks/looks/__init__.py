"""Looks of Minesweeper as pictures with their truth: generated ones, web pages, programs."""
