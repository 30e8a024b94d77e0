"""Prints the ten slowest parts of a test run, and the tests that failed, from the reports in a directory.

    tools/dev/run_summary.py DIRECTORY

Reports are JUnit XML files (`pytest --junit-xml`), and bazel.log, the output of `bazel test`. For pytest, a
part is a test file, as the first test of a file creates what its tests share.
"""

import collections
import pathlib
import re
import sys
import xml.etree.ElementTree

_PARTS = 10
_MOST_OF_A_MESSAGE = 400
_BAZEL_TEST = re.compile(r"^(//\S+) +(?:\(cached\) )?(\S.*?) in ([0-9.]+)s$", re.MULTILINE)
_BAZEL_ERROR = re.compile(r"^ERROR: .*$", re.MULTILINE)


class Summary:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = collections.defaultdict(float)  # by part
        self.failures: list[str] = []

    def add_bazel(self, log: str) -> None:
        self.failures += _BAZEL_ERROR.findall(log)
        for name, status, seconds in _BAZEL_TEST.findall(log):
            self.seconds[name] += float(seconds)
            if not status.startswith("PASSED"):
                self.failures.append(f"{name}: {status}")

    def add_junit(self, report: str) -> None:
        for case in xml.etree.ElementTree.fromstring(report).iter("testcase"):
            # The remaining name is that of a class in the file.
            module, *names = re.split(r"\.(?=[A-Z])", case.get("classname", ""))
            part = module.replace(".", "/") + ".py"
            self.seconds[part] += float(case.get("time", 0))
            for failure in (*case.findall("failure"), *case.findall("error")):
                message = " ".join(failure.get("message", "").split())[:_MOST_OF_A_MESSAGE]
                self.failures.append(f"{'::'.join([part, *names, case.get('name', '')])}: {message}")

    def lines(self) -> list[str]:
        slowest = sorted(self.seconds.items(), key=lambda part: (-part[1], part[0]))[:_PARTS]
        lines = [f"the {len(slowest)} slowest of {len(self.seconds)} parts, in seconds:"]
        lines += [f"{each:8.1f}  {name}" for name, each in slowest]
        if self.failures:
            lines += [f"failed: {len(self.failures)}", *(f"  {failure}" for failure in self.failures)]
        return lines


def main(directory: str) -> None:
    summary = Summary()
    for report in sorted(pathlib.Path(directory).glob("*.xml")):
        summary.add_junit(report.read_text())
    if (log := pathlib.Path(directory, "bazel.log")).exists():
        summary.add_bazel(log.read_text())
    print("\n".join(summary.lines()))


if __name__ == "__main__":
    main(sys.argv[1])
