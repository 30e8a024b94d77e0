"""The target of every link between documents exists, including its heading."""

import pathlib
import re

import pytest
import repository
from conftest import ROOT

# The most lines that a newcomer reads.
README_LINES = 120
DOCUMENTS = repository.files("*.md")


def text_of(path: pathlib.Path) -> str:
    """The document without its code blocks, whose brackets are not links."""
    return re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(path: pathlib.Path) -> set[str]:
    """The anchors of headings, as GitHub generates them."""
    headings = re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name):
    document = ROOT / name
    wrong = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        to = (document.parent / path).resolve() if path else document
        if not to.exists() or (anchor and to.suffix == ".md" and anchor not in anchors(to)):
            wrong.append(target)
    assert wrong == []


def test_every_document_of_docs_is_linked():
    linked = {
        (ROOT / name).parent.joinpath(target.partition("#")[0]).resolve()
        for name in DOCUMENTS
        for target in re.findall(r"\]\(([^)\s]+)\)", text_of(ROOT / name))
    }
    assert [path for path in (ROOT / "docs").glob("*.md") if path.resolve() not in linked] == []


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) <= README_LINES
