"""Hooks of mkdocs: they add reference pages and READMEs of the repository, and adapt links between them.

Pages have the links that work in a checkout. In the site, a link to a README leads to its page, a link to a
rule to its reference page, and a link to any other file to a copy of that file.
"""

import os
import pathlib
import posixpath
import re
import subprocess
import sys

from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(pathlib.Path(__file__).parent), str(ROOT / "tools/dev"), str(ROOT / "tools")]

import reference  # noqa: E402

_LINK = re.compile(r"(\]\()([^)\s]+)(\))")
_FENCE = re.compile(r"^( *```.*?^ *```)", re.MULTILINE | re.DOTALL)
# Directories whose READMEs only have a page if another page links to them.
_LEFT_OUT = ("tests/", "tools/package/", ".github/")
# By the page's path in the site: the path in the repository that its links are relative to.
_origins: dict[str, str] = {}


def on_config(config):
    """Adds the reference pages to the navigation."""
    for section in config.nav:
        if "Reference" in section:
            section["Reference"] = reference.navigation()
    return config


def on_files(files: Files, config) -> Files:
    """Adds the generated pages, the READMEs, and all other linked files."""
    for file in files.documentation_pages():
        _origins[file.src_uri] = f"docs/{file.src_uri}"
    for uri, (origin, text) in reference.pages().items():
        _origins[uri] = origin
        files.append(File.generated(config, uri, content=text))
    tracked = _tracked()
    for path in tracked:
        if path.endswith(".md") and not path.startswith(("docs/", *_LEFT_OUT)):
            uri = _site_path(path)
            _origins[uri] = path
            files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    for uri, origin in list(_origins.items()):
        for target in _links(files.get_file_from_path(uri).content_string):
            _add_linked(_resolve(origin, target), files, config, tracked)
    return files


def on_page_markdown(markdown: str, page, config, files: Files) -> str:
    """Replaces the targets of links by their paths in the site."""
    uri = page.file.src_uri
    origin = _origins.get(uri)
    if origin is None:
        return markdown

    def rewrite(match: re.Match) -> str:
        path = _resolve(origin, match[2])
        if path is None:
            return match[0]
        _, hash_, anchor = match[2].partition("#")
        to = posixpath.relpath(_site_path(path), posixpath.dirname(uri) or ".")
        return f"{match[1]}{to}{hash_}{anchor}{match[3]}"

    parts = _FENCE.split(markdown)
    return "".join(part if i % 2 else _LINK.sub(rewrite, part) for i, part in enumerate(parts))


def _links(markdown: str) -> list[str]:
    return [match[2] for part in _FENCE.split(markdown)[::2] for match in _LINK.finditer(part)]


def _resolve(origin: str, target: str) -> str | None:
    """The target of a link as a path in the repository; None for URLs and for headings of the same page."""
    path = target.partition("#")[0]
    if not path or re.match(r"[a-z]+:", target):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))


def _site_path(path: str) -> str:
    """The path in the site of a file of the repository."""
    if path in (".", "README.md"):
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    rule = re.fullmatch(r"rules/(?:buck2/|cmake/)?(\w+)\.(?:bzl|cmake)", path)
    if rule and rule[1] in reference.rules():
        return reference.rule_page(rule[1])
    if (ROOT / path).is_dir():
        return f"{path}/README.md"
    return path


def _tracked() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(filter(None, listed.split("\0")))


def _add_linked(path: str | None, files: Files, config, tracked: list[str]) -> None:
    """Adds a linked file as it is; for a directory without README, adds a page with its contents."""
    if path is None or not (ROOT / path).exists() or files.get_file_from_path(_site_path(path)):
        return
    if (ROOT / path).is_dir():
        inside = [name.removeprefix(f"{path}/") for name in tracked if name.startswith(f"{path}/")]
        listed = sorted({name.split("/")[0] + ("/README.md" if "/" in name else "") for name in inside})
        lines = [f"- [{name}]({name})" for name in listed if (ROOT / path / name).exists()]
        text = f"# {path}\n\n" + "\n".join(lines) + "\n"
        _origins[_site_path(path)] = f"{path}/README.md"
        files.append(File.generated(config, _site_path(path), content=text))
        for name in listed:
            _add_linked(f"{path}/{name}", files, config, tracked)
    else:
        uri = _site_path(path)
        files.append(File.generated(config, uri, abs_src_path=os.path.join(ROOT, path)))
        if path.endswith(".md"):
            _origins[uri] = path
            for target in _links(files.get_file_from_path(uri).content_string):
                _add_linked(_resolve(path, target), files, config, tracked)
