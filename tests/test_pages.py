"""The pages of the documentation: where their links lead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
PAGES = [*sorted(TOP.glob("*.md")), *sorted((TOP / "docs").rglob("*.md"))]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The names under which the headings of a page are reached, as GitHub makes them."""
    headings = _HEADING.findall(page.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {name.strip().replace(" ", "-") for name in plain}


def leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading_that_exist(page: Path) -> None:
    links = _LINK.findall(page.read_text(encoding="utf-8"))
    inside = [link for link in links if not link.startswith(("http", "mailto"))]
    assert [link for link in inside if not leads_somewhere(page, link)] == []


def test_a_link_to_a_heading_that_does_not_exist_is_noticed() -> None:
    assert leads_somewhere(TOP / "README.md", "docs/any-window.md#how-well")
    assert not leads_somewhere(TOP / "README.md", "docs/any-window.md#how-badly")
    assert not leads_somewhere(TOP / "README.md", "docs/no-window.md")
