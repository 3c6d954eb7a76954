"""From numbers to certainty. Nothing here knows pixels or a screen."""
