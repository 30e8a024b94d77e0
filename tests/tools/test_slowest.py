"""The list of the slowest tests that `make test` prints at its end."""

import subprocess
import sys

from conftest import ROOT

JUNIT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite>
<testcase classname="tests.docs.test_links" name="a" time="1.5"/>
<testcase classname="tests.docs.test_links.TestClass" name="b" time="2.25"/>
<testcase classname="tests.docs.test_site" name="c" time="0.5"/>
</testsuite></testsuites>
"""
BAZEL = """INFO: Elapsed time: 3.214s, Critical Path: 1.56s
//tests/size:roomy_test                                          (cached) PASSED in 0.2s
//tests/zoo:portable_test                                                 FAILED in 12.0s
"""


def test_ten_slowest(tmp_path):
    (tmp_path / "first.xml").write_text(JUNIT)
    (tmp_path / "bazel.log").write_text(BAZEL)
    many = "".join(f'<testcase classname="tests.many.test_{i}" name="a" time="0.01"/>\n' for i in range(10))
    (tmp_path / "second.xml").write_text(f"<testsuites>{many}</testsuites>")
    script = ROOT / "tools/dev/slowest.py"
    printed = subprocess.run([sys.executable, script, tmp_path], capture_output=True, text=True, check=True)
    assert printed.stdout.splitlines()[:5] == [
        "the 10 slowest of 14 parts, in seconds:",
        "    12.0  //tests/zoo:portable_test",
        "     3.8  tests/docs/test_links.py",
        "     0.5  tests/docs/test_site.py",
        "     0.2  //tests/size:roomy_test",
    ]
    assert len(printed.stdout.splitlines()) == 11
