"""Prints the ten slowest parts of a test run, from the reports in a directory.

    tools/dev/slowest.py DIRECTORY

Reports are JUnit XML files (`pytest --junit-xml`), and logs of `bazel test`. For pytest, a part is a test
file, as the first test of a file creates what its tests share.
"""

import collections
import pathlib
import re
import sys
import xml.etree.ElementTree

_PARTS = 10
_BAZEL_TEST = re.compile(r"^(//\S+) .* in ([0-9.]+)s$", re.MULTILINE)


def seconds_of(report: str) -> dict[str, float]:
    """The seconds that each part took."""
    if not report.startswith("<"):
        return {name: float(seconds) for name, seconds in _BAZEL_TEST.findall(report)}
    seconds: dict[str, float] = collections.defaultdict(float)
    for case in xml.etree.ElementTree.fromstring(report).iter("testcase"):
        # The remaining name is that of a class in the file.
        module = re.split(r"\.(?=[A-Z])", case.get("classname", ""))[0]
        seconds[module.replace(".", "/") + ".py"] += float(case.get("time", 0))
    return seconds


def main(directory: str) -> None:
    seconds: dict[str, float] = {}
    for report in sorted(pathlib.Path(directory).iterdir()):
        if report.suffix in (".log", ".xml"):
            seconds |= seconds_of(report.read_text())
    slowest = sorted(seconds.items(), key=lambda part: (-part[1], part[0]))[:_PARTS]
    print(f"the {len(slowest)} slowest of {len(seconds)} parts, in seconds:")
    for name, each in slowest:
        print(f"{each:8.1f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1])
