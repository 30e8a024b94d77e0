"""Prints the results of `make runtimes`: a row for each release, a column for each way to link it.

tests/runtime/print_table.py REPORT        a report of `pytest --junit-xml`
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

# By name of the test function; the worst of several tests of a way counts.
WAYS = {
    "test_a_part_of_the_project": "part of the project",
    "test_a_prefix": "prefix",
    "test_kernels_compile": "kernels compile",
    "test_compiled_by_the_rules": "compiled: CMake",
    "test_compiled_with_options": "compiled: CMake",
    "test_compiled_for_what_is_registered": "compiled: CMake",
    "test_compiled_by_the_rules_for_bazel": "compiled: Bazel",
    "test_compiled_by_the_rules_for_buck2": "compiled: Buck2's stand-in",
    "test_the_thread_pool": "thread pool",
    "test_the_thread_pool_for_bazel": "thread pool",
    "test_xnnpack": "XNNPACK",
    "test_other_builds": "debug, shared, Clang",
}


def outcome_of(case: xml.etree.ElementTree.Element) -> str:
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    return "skipped" if case.find("skipped") is not None else "run"


def table_of(report: str) -> list[list[str]]:
    """The header, and a row for each release: the worst outcome of several tests, or `skipped` if all were
    skipped.
    """
    found: dict[str, dict[str, set[str]]] = {}
    for case in xml.etree.ElementTree.fromstring(report).iter("testcase"):
        match = re.fullmatch(r"(\w+)\[(?:.*-)?(v[\d.]+|HEAD)(?:-.*)?\]", case.get("name", ""))
        if match and match[1] in WAYS:
            ways = found.setdefault(match[2], {})
            ways.setdefault(WAYS[match[1]], set()).add(outcome_of(case))
    columns = list(dict.fromkeys(WAYS.values()))
    rows = [["ExecuTorch", *columns]]
    for release, ways in found.items():
        outcomes = [ways.get(column, {"not tried"}) for column in columns]
        worst = [next(o for o in ("failed", "run", "skipped", "not tried") if o in each) for each in outcomes]
        rows.append([release, *worst])
    return rows


def main(path: str) -> None:
    rows = table_of(pathlib.Path(path).read_text())
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main(sys.argv[1])
