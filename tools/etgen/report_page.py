"""A report as a self-contained page, and as Markdown for a pull request."""

import json
import pathlib
from collections.abc import Iterable

from etgen import report_data, templates
from etgen.report_difference import Difference

_DATA = pathlib.Path(__file__).parent / "data"
_TEMPLATES = pathlib.Path(__file__).parent / "templates"
_MOST_ROWS = 20  # the maximum number of rows of a table in a comment


def html(data: dict, difference: Difference | None) -> str:
    """The page. All content is in tables, which need no JavaScript; only the treemap does."""
    return templates.render(
        "report/page.html",
        **_tables(data, difference),
        has_delegates=any(model["delegates"] for model in data["models"].values()),
        # In a script, `<` could end it.
        tree=json.dumps(_tree(data), ensure_ascii=True, sort_keys=True).replace("<", "\\u003c"),
        style=(_TEMPLATES / "report/page.css").read_text("utf-8"),
        script=(_TEMPLATES / "report/page.js").read_text("utf-8"),
        echarts=(_DATA / "echarts/echarts.treemap.min.js").read_text("utf-8"),
    )


def markdown(data: dict, difference: Difference | None) -> str:
    """A summary, and the difference from another build if one is given."""
    return templates.render(
        "report/summary.md",
        **_tables(data, difference),
        most=_MOST_ROWS,
        cell=_cell,
    )


def _tables(data: dict, difference: Difference | None) -> dict[str, object]:
    """The tables of both templates."""
    return {
        "data": data,
        "difference": difference,
        "libraries": _libraries(data),
        "parts": _parts(data),
        "dropped": _dropped(data),
    }


def _cell(text: str) -> str:
    """Text as code in a table cell, with Markdown escaped."""
    safe = " ".join(text.split()).replace("`", "'").replace("|", "\\|")
    return f"`{safe}`" if safe else ""


def _parts(data: dict) -> list[tuple[str, str, str, int]]:
    """(library, family, part, bytes) of each part whose size is known, the largest first."""
    rows = [
        (_library(data, ops), data["operators"][ops[0]]["family"], ", ".join(ops), data["sources"][source])
        for source, ops in _by_source(data).items()
        if source in data["sources"]
    ]
    rows += [("shared by kernels", "shared", name, size) for name, size in data["shared"].items()]
    if data["registration"]:
        rows.append(("registration", "registration", "registration", data["registration"]))
    return sorted(rows, key=lambda row: (-row[3], row))


def _by_source(data: dict) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for name, op in sorted(data["operators"].items()):
        result.setdefault(op["source"], []).append(name)
    return result


def _library(data: dict, operators: Iterable[str]) -> str:
    return ", ".join(
        sorted({kernel["library"] for name in operators for kernel in data["operators"][name]["kernels"]})
    )


def _libraries(data: dict) -> list[tuple[str, int, int]]:
    """(library, operators, bytes), the largest first."""
    operators: dict[str, int] = {}
    for name in data["operators"]:
        library = _library(data, [name])
        operators[library] = operators.get(library, 0) + 1
    sizes = dict.fromkeys(operators, 0)
    for library, _, _, size in _parts(data):
        sizes[library] = sizes.get(library, 0) + size
    rows = [(library, operators.get(library, 0), size) for library, size in sizes.items()]
    return sorted(rows, key=lambda row: (-row[2], -row[1], row[0]))


def _dropped(data: dict) -> list[tuple[str, int, list[str], int]]:
    """(model, operators, operators that only it needs, their bytes) for each model."""
    rows = []
    for model, asked in sorted(data["models"].items()):
        alone = report_data.only_asked_by(data, model)
        rows.append((model, len(asked["asks"]), alone, report_data.freed_bytes(data, alone)))
    return rows


def _tree(data: dict) -> list[dict]:
    """The parts by library and family: nodes with `name` and `children`, or `value` in bytes."""
    libraries: dict[str, dict[str, list[dict]]] = {}
    for library, family, part, size in _parts(data):
        if size:
            # A tile only has room for a short name.
            short = part.partition(",")[0].partition("::")[2].partition(".")[0]
            leaf = {"name": short or part, "operators": part, "value": size}
            libraries.setdefault(library, {}).setdefault(family, []).append(leaf)
    return [{"name": library, "children": _groups(groups)} for library, groups in libraries.items()]


def _groups(families: dict[str, list[dict]]) -> list[dict]:
    """The families as nodes; if there is only one, its children."""
    groups: list[dict] = [{"name": family, "children": leaves} for family, leaves in families.items()]
    return groups if len(groups) > 1 else groups[0]["children"]
