"""kernel_testing finds each mistake of the kernels in faulty/, and classifies it correctly."""

import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT, build

FAULTY = ROOT / "tests/kernels/faulty"
PORTABLE = ROOT / "kernels/portable/functions.yaml"


def kernel_testing(*args: object, cwd=ROOT, module="kernel_testing") -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, args)],
        cwd=cwd,
        env={"PYTHONPATH": f"{ROOT}/tools:{ROOT}/kernels/testing", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def host():
    return build("//tests/kernels/faulty:right_test_host") / "tests/kernels/faulty/right_test_host"


@pytest.fixture(scope="module")
def flags(host):
    reference = ["--reference", FAULTY / "reference.py", "--no-torch"]
    return ["--custom-ops-yaml", FAULTY / "ops.yaml", *reference, "--host", host, "--dtypes", "Float"]


@pytest.fixture(scope="module")
def report(flags, tmp_path_factory):
    """The report of one run over all kernels: neither a crash nor an endless loop ends the run."""
    path = tmp_path_factory.mktemp("report") / "kernels.json"
    result = kernel_testing(*flags, "--timeout", 1, "--json", path)
    assert result.returncode == 1, result.stderr
    return result.stdout, json.loads(path.read_text())


# (operator, outcomes other than passed, message)
FOUND = [
    ("wrong_value", {"failed"}, "elements differ"),
    ("past_the_end", {"failed", "crashed"}, "wrote to an input or outside of a tensor"),
    ("past_the_end", {"failed", "crashed"}, "the kernel ended its process with status -11"),
    ("reads_nothing", {"crashed"}, "the kernel ended its process with status -11"),
    ("writes_to_input", {"failed"}, "wrote to an input or outside of a tensor"),
    ("ignores_argument", {"failed"}, "elements differ"),
    ("keeps_the_shape", {"failed", "mishandled"}, "is Float"),
    ("accepts_dtypes", {"mishandled"}, "set no failure, although the out is Bool"),
    ("writes_before_it_fails", {"mishandled"}, "changed an out before it set a failure"),
    ("aborts", {"crashed"}, "the kernel ended its process with status -6"),
    ("loops_forever", {"hung"}, "did not return within 1 s"),
]
GOOD = {"passed", "rejected"}


@pytest.mark.parametrize(("op", "outcomes", "why"), FOUND, ids=[f"{op}: {why}" for op, _, why in FOUND])
def test_mistake_is_found(report, op, outcomes, why):
    _, document = report
    (counts,) = [row for row in document["counts"] if row["operator"] == f"faulty::{op}.out"]
    found = {outcome for outcome, count in counts.items() if isinstance(count, int) and count}
    assert found - GOOD == outcomes
    told = [p["why"] for p in document["problems"] if p["operator"] == f"faulty::{op}.out"]
    assert any(why in text for text in told), told


def test_a_kernel_without_mistake_passes(report):
    _, document = report
    (counts,) = [row for row in document["counts"] if row["operator"] == "faulty::right.out"]
    assert counts["passed"] >= 20
    assert counts["rejected"] > 5
    assert {outcome for outcome, count in counts.items() if isinstance(count, int) and count} == GOOD


def test_the_table_is_aligned_and_has_every_operator(report):
    lines = report[0].partition("\n\n")[0].splitlines()
    assert lines[0].split()[:3] == ["operator", "dtype", "passed"]
    assert len(lines) == 2 + 13
    assert len({len(line) for line in lines}) == 1


def test_any_shapes_find_what_no_list_has(flags):
    """The kernel reads 34 elements of 33: it writes nothing wrong, and no listed shape has 33 elements."""
    one = [*flags, "--op", "faulty::reads_past_33.out", "--most", 60]
    assert kernel_testing(*one).returncode == 0
    found = kernel_testing(*one, "--any-shapes")
    assert found.returncode == 1
    assert "crashed: the kernel ended its process with status -11" in found.stdout


def test_a_case_is_made_again_by_the_command_that_is_shown(report, flags):
    _, document = report
    (problem,) = [p for p in document["problems"] if p["operator"] == "faulty::wrong_value.out"]
    assert f"--case {problem['case']}\n" in report[0]
    result = kernel_testing(*flags, "--case", problem["case"])
    assert result.returncode == 1
    assert result.stdout.startswith(f"{problem['case']}: failed: {problem['why']}\n")
    assert "  expected Float" in result.stdout
    assert "  got      Float" in result.stdout


def test_sanitizers_are_listened_to(flags):
    binary = build("//tests/kernels/faulty:right_test_host", config="sanitize")
    host = binary / "tests/kernels/faulty/right_test_host"
    result = kernel_testing(*flags, "--host", host, "--op", "faulty::overflows.out", "--most", 4)
    assert result.returncode == 1
    assert "crashed" in result.stdout
    assert "runtime error: signed integer overflow" in result.stdout


class TestCommandLine:
    """Wrong flags and files give an error with a hint, and status 2."""

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            (["--op", "faulty::rihgt.out"], "error: faulty::rihgt.out: not in the yaml files\nhint: did you"),
            (["--dtypes", "Flaot"], "error: no dtype Flaot\nhint: did you mean Float?"),
            (["--reference", "missing.py"], "error: missing.py: cannot read: No such file"),
            (["--host", "missing"], "no such file\nhint: build it first"),
            (["--library", "/bin/sh"], "cannot run kernels"),
            (["--samples", FAULTY / "ops.yaml"], "ops.yaml:1: not a file of samples"),
            (["--case", "no/Float/such"], "error: there is no case no/Float/such"),
            (["--rtol", "0.1"], "error: only one of --rtol and --atol is given\nhint: give both"),
            (["--no-such-flag"], "error: unrecognized arguments: --no-such-flag"),
        ],
        ids=lambda value: value[0] if isinstance(value, list) else "",
    )
    def test_mistakes(self, flags, wrong, error):
        result = kernel_testing(*flags, *wrong)
        assert result.returncode == 2, result.stdout
        assert error in result.stderr
        assert "hint: " in result.stderr
        assert "Traceback" not in result.stderr

    @pytest.mark.parametrize(
        ("flags", "error"),
        [
            (
                [],
                "error: the following arguments are required: --library\nhint: see kernel_testing.fuzz",
            ),
            (["--library", "mine", "missing", PORTABLE], "error: missing: cannot run kernels: No such file"),
            (["--library", "mine", "/bin/true", "missing.yaml"], "error: missing.yaml: cannot read: No such"),
        ],
        ids=["no library", "no program", "no yaml"],
    )
    def test_mistakes_of_the_fuzzer(self, flags, error):
        result = kernel_testing(*flags, module="kernel_testing.fuzz")
        assert result.returncode == 2, result.stdout
        assert error in result.stderr
        assert "Traceback" not in result.stderr

    def test_the_fuzzer_knows_the_operators(self, host):
        library = ["--library", "mine", host, PORTABLE]
        result = kernel_testing(*library, "--op", "aten::adb.out", module="kernel_testing.fuzz")
        assert result.returncode == 2, result.stdout
        assert result.stderr == (
            "error: aten::adb.out: not in the yaml files\nhint: did you mean aten::add.out?\n"
        )

    def test_an_operator_without_reference_is_told(self, flags, tmp_path):
        reference = tmp_path / "reference.py"
        reference.write_text("def right(self):\n    return self\n")
        yaml = FAULTY / "ops.yaml"
        host = flags[flags.index("--host") + 1]
        result = kernel_testing(
            "--custom-ops-yaml", yaml, "--reference", reference, "--no-torch", "--host", host
        )
        assert result.returncode == 1
        assert "faulty::aborts.out: not tested: there is no reference for its results" in result.stdout


def test_a_test_in_bazel_fails_and_says_how_to_make_the_call_again():
    from conftest import run_bazel

    result = run_bazel("test", "--noshow_progress", "//tests/kernels/faulty:wrong_value_test")
    assert result.returncode == 3
    target = "bazel run //tests/kernels/faulty:wrong_value_test -- --case"
    assert target in result.stdout + result.stderr
