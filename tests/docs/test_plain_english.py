"""Checks prose for phrases that are never right, with their replacements.

`docs/glossary.md` has the terms to use.
"""

import re

import repository
from conftest import ROOT

INSTEAD = {
    "one behind the other": "contiguous",
    "one beside the other": "interleaved, or next to each other",
    "whoever": "the user, the caller or the target",
    "which see": "see, with the name of the page or file",
    "channels that are last": "channels-last",
    "error of the build": "build error",
    "error of the linker": "link error",
    "optimization at link time": "link-time optimization",
    "types at run time": "RTTI",
    "floating point number": "floating-point number",
    "floating point dtype": "floating-point dtype",
    "anew": "again",
    "brings along": "has, or comes with",
    "found out": "detected",
    "has as well": "also has",
    "in the way is": "the file that is in the way",
    "mend": "fix, or repair",
    "not to be had": "not available",
    "of yours": "your own",
    "one a line": "one per line",
    "taken out": "removed",
    "take out": "remove",
    "takes out": "removes",
    "wanted by": "needed by",
}
PROSE = re.compile(r"\.(?:bazel|bzl|cmake|cpp|h|jinja|md|py|sh|toml|txt|ya?ml)$|(?:^|/)BUCK$")
NOT_OURS = re.compile(r"^(?:third_party/highway/|tools/etgen/data/|tests/docs/test_plain_english\.py$)")
# A phrase may continue on the next line, after the comment marker.
GAP = r"\s+(?:(?://+|#)\s+)?"
PHRASES = {
    phrase: (max(phrase.split(), key=len), re.compile(rf"\b{GAP.join(phrase.split())}", re.IGNORECASE))
    for phrase in INSTEAD
}


def test_phrases_that_are_never_right():
    wrong = []
    for name in repository.files():
        if not PROSE.search(name) or NOT_OURS.match(name):
            continue
        text = (ROOT / name).read_text()
        lower = text.lower()
        for phrase, (word, pattern) in PHRASES.items():
            if word not in lower:
                continue
            for match in pattern.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                wrong.append(f"{name}:{line}: instead of '{phrase}', say: {INSTEAD[phrase]}")
    assert wrong == []
