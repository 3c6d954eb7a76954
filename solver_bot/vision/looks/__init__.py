"""What cells of a board look like: tiles compared with each other, and with those seen before."""
