"""What `make test` prints at its end: the slowest tests, and those that failed."""

import subprocess
import sys

from conftest import ROOT

JUNIT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite>
<testcase classname="tests.docs.test_links" name="a" time="1.5"/>
<testcase classname="tests.docs.test_links.TestClass" name="b" time="2.25">
<failure message="Failed: &#10;&#10;assert 1 == 2&#10;  details">more</failure></testcase>
<testcase classname="tests.docs.test_site" name="c" time="0.5"><error message="failed on setup"/></testcase>
</testsuite></testsuites>
"""
BAZEL = """ERROR: //tests/size: cannot be built
INFO: Elapsed time: 3.214s, Critical Path: 1.56s
//tests/size:roomy_test                                          (cached) PASSED in 0.2s
//tests/zoo:portable_test                                                 FAILED in 12.0s
"""


def test_slowest_and_failed(tmp_path):
    (tmp_path / "first.xml").write_text(JUNIT)
    (tmp_path / "bazel.log").write_text(BAZEL)
    many = "".join(f'<testcase classname="tests.many.test_{i}" name="a" time="0.01"/>\n' for i in range(10))
    (tmp_path / "second.xml").write_text(f"<testsuites>{many}</testsuites>")
    script = ROOT / "tools/dev/run_summary.py"
    printed = subprocess.run([sys.executable, script, tmp_path], capture_output=True, text=True, check=True)
    lines = printed.stdout.splitlines()
    assert lines[:5] == [
        "the 10 slowest of 14 parts, in seconds:",
        "    12.0  //tests/zoo:portable_test",
        "     3.8  tests/docs/test_links.py",
        "     0.5  tests/docs/test_site.py",
        "     0.2  //tests/size:roomy_test",
    ]
    assert lines[11:] == [
        "failed: 4",
        "  tests/docs/test_links.py::TestClass::b: Failed: assert 1 == 2 details",
        "  tests/docs/test_site.py::c: failed on setup",
        "  ERROR: //tests/size: cannot be built",
        "  //tests/zoo:portable_test: FAILED",
    ]
