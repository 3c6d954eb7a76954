"""Digits that signs show by themselves, whatever the board around them shows."""
