"""Remembers that the person has permitted something, where the portal offers that.

The portal gives a token with which the same is permitted again without a dialog. Each token is good
for one time, and comes with the next.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path


def file() -> Path:
    """Where the tokens are. Without the file the person is asked again."""
    return user_state_path("solver-bot") / "permissions.json"


def remembered(purpose: str) -> str | None:
    """The token for a purpose; None if there is none."""
    token = _tokens().get(purpose)
    return token if isinstance(token, str) else None


def remember(purpose: str, token: str) -> None:
    """Keep a token. If it can't be written, the person is asked again next time."""
    tokens = {**_tokens(), purpose: token}
    path = file()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(tokens), encoding="utf-8")


def _tokens() -> dict[str, object]:
    with suppress(OSError, ValueError):
        found = json.loads(file().read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}
