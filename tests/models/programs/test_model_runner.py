"""The output of tools/model_runner for files and programs, valid and invalid ones."""

import functools
import pathlib
import re
import struct
import subprocess

import numpy
import pytest
from conftest import ROOT

HERE = pathlib.Path(__file__).parent


@functools.cache
def runner() -> pathlib.Path:
    """The model runner, with the kernels of all programs in the tests."""
    bazel = ROOT / "tools/dev/bazel.sh"
    target = "//tests/models/programs:alone_test"
    subprocess.run([bazel, "build", "--noshow_progress", target], cwd=ROOT, check=True)
    return ROOT / "bazel-bin/tests/models/programs/alone_test"


def run(*arguments: object) -> tuple[int, str]:
    """The exit status, and the output."""
    result = subprocess.run([runner(), *map(str, arguments)], cwd=HERE, capture_output=True, text=True)
    return result.returncode, result.stdout + (result.stderr if result.returncode == 2 else "")


def saved(path: pathlib.Path, array: numpy.ndarray) -> pathlib.Path:
    numpy.save(path, array)
    return path


def bits(array: numpy.ndarray) -> numpy.ndarray:
    """The bits of BFloat16 numbers, which are the upper half of the bits of Float."""
    return (array.view(numpy.uint32) >> 16).astype(numpy.uint16)


@pytest.mark.parametrize("dtype", [numpy.uint16, numpy.int16, "V2"])
def test_bfloat16_as_bits(tmp_path, dtype):
    files = []
    for kind in "input0", "output0":
        array = numpy.load(HERE / f"bfloat16.forward.{kind}.npy")
        files.append(saved(tmp_path / f"{kind}.npy", bits(array).view(dtype)))
    status, output = run("bfloat16.pte", "--input", files[0], "--expect", files[1])
    assert status == 0, output
    assert output.count("as expected") == 1


def test_fortran_order(tmp_path):
    x, y = numpy.random.default_rng(0).random((2, 2, 3), numpy.float32)
    inputs = [saved(tmp_path / "x.npy", numpy.asfortranarray(x)), saved(tmp_path / "y.npy", y)]
    expected = saved(tmp_path / "z.npy", numpy.asfortranarray(x - y))
    flags = ["--input", inputs[0], "--input", inputs[1], "--expect", expected]
    status, output = run("methods.pte", "--method", "decode", *flags)
    assert status == 0, output


def test_wide_headers(tmp_path):
    """Versions 2 and 3 of the format have a longer header."""
    array = numpy.load(HERE / "half.forward.input0.npy")
    for version in (2, 0), (3, 0):
        path = tmp_path / f"{version[0]}.npy"
        with path.open("wb") as file:
            numpy.lib.format.write_array(file, array, version=version)
        status, output = run("half.pte", "--input", path, "--expect", "half.forward.output0.npy")
        assert status == 0, output


def test_constants_may_be_given(tmp_path):
    """Either all inputs that the program was exported with are given, or only the tensors."""
    values = [3, 0.5, True]
    files = ["constants.forward.input0.npy"]
    files += [saved(tmp_path / f"{i}.npy", numpy.array(value)) for i, value in enumerate(values)]
    files += [files[1], files[1]]  # a str and None, which are not part of the program
    flags = [word for file in files for word in ("--input", file)]
    status, output = run("constants.pte", *flags, "--expect", "constants.forward.output0.npy")
    assert status == 0, output
    assert "output 1: Long ()\n  got                 3\n" in output
    assert "output 2: None" in output
    saved(files[1], numpy.array(4))
    status, output = run("constants.pte", *flags)
    assert status == 1
    assert "input 1 is not a tensor, and takes no other value than that which it was exported with" in output


def test_an_int_as_an_output(tmp_path):
    expected = ["constants.forward.output0.npy", saved(tmp_path / "count.npy", numpy.array(4))]
    flags = ["--input", "constants.forward.input0.npy"]
    status, output = run("constants.pte", *flags, *[word for file in expected for word in ("--expect", file)])
    assert status == 1
    assert "largest difference 1: NOT as expected" in output


def test_a_bundled_program_runs_each_of_its_cases():
    status, output = run("bundled.bpte")
    assert status == 0, output
    assert output.count("bundled.bpte: ran\n") == 2
    assert output.count(": as expected\n") == 2
    assert run("bundled.bpte", "--method", "forward")[1] == output


def test_a_bundled_program_that_expects_something_else(tmp_path):
    """The first element of the first input is changed, so that its output is wrong."""
    data = bytearray((HERE / "bundled.bpte").read_bytes())
    _, output = run("bundled.bpte")
    first = float(output.splitlines()[2].split()[1])
    (at,) = [
        i
        for i in range(0, len(data) - 4, 4)
        if abs(struct.unpack_from("<f", data, i)[0] - (first - 1) / 2) < 1e-5
    ]
    struct.pack_into("<f", data, at, 100)
    (tmp_path / "bundled.bpte").write_bytes(data)
    status, output = run(tmp_path / "bundled.bpte")
    assert status == 1
    assert output.count("NOT as expected") == 1


@pytest.mark.parametrize("size", [0, 8, 40, 100, 1000, 2000])
def test_a_bundled_program_that_is_cut_off(tmp_path, size):
    (tmp_path / "cut.bpte").write_bytes((HERE / "bundled.bpte").read_bytes()[:size])
    status, output = run(tmp_path / "cut.bpte")
    assert status == 1
    assert re.search("not a bundled program, or cut off|loading the program failed", output)


def test_a_corrupt_bundled_program(tmp_path):
    """For any bytes, the runner ends with a message."""
    data = (HERE / "bundled.bpte").read_bytes()
    random = numpy.random.default_rng(0)
    for _ in range(100):
        corrupt = bytearray(data)
        for at in random.integers(8, 800, 8):
            corrupt[at] = random.integers(256)
        (tmp_path / "corrupt.bpte").write_bytes(corrupt)
        assert run(tmp_path / "corrupt.bpte")[0] in (0, 1)


ERRORS = [
    (
        "a method that is not there",
        ["methods.pte"],
        "the program has no method forward; it has decode, encode",
    ),
    ("no file", ["no.pte"], "no.pte: cannot be read"),
    ("weights are missing", ["external.pte"], "if it has weights in .ptd files, give those with --data"),
    (
        "no weights",
        ["external.pte", "--data", "half.forward.input0.npy"],
        "half.forward.input0.npy: not a .ptd file",
    ),
    (
        "too few inputs",
        ["methods.pte", "--method", "decode", "--input", "methods.decode.input0.npy"],
        "the method takes 2 inputs; 1 are given",
    ),
    (
        "another shape",
        ["half.pte", "--input", "methods.decode.input0.npy"],
        "input 0 is at most Half[2, 4], not Half[2, 3]",
    ),
    (
        "another dtype",
        ["half.pte", "--input", "nonzero.forward.output0.npy"],
        "input 0 is Half[2, 4], not Long[4, 2]",
    ),
    ("no array", ["half.pte", "--input", "half.pte"], "half.pte: not a .npy file"),
    (
        "too many outputs",
        ["alone.pte", *["--expect", "alone.forward.output0.npy"] * 2],
        "the method has 1 outputs; 2 are expected: NOT as expected",
    ),
    (
        "another output",
        ["alone.pte", "--expect", "half.forward.output0.npy"],
        "the expected output has another dtype or shape: NOT as expected",
    ),
]


@pytest.mark.parametrize(
    ("arguments", "message"), [case[1:] for case in ERRORS], ids=[case[0] for case in ERRORS]
)
def test_errors(arguments, message):
    status, output = run(*arguments)
    assert status == 1
    assert message in output


@pytest.mark.parametrize("flags", [[], ["a.pte", "--input"], ["a.pte", "--rtol", "x"], ["a.pte", "--what"]])
def test_wrong_flags(flags):
    status, output = run(*flags)
    assert status == 2
    assert output.startswith("usage: model_runner MODEL...")


def test_tolerances(tmp_path):
    """The default depends on the dtype and the size of the output."""
    expected = numpy.load(HERE / "alone.forward.output0.npy")
    near = saved(tmp_path / "near.npy", expected + numpy.float32(5e-4))
    assert run("alone.pte", "--expect", near)[0] == 0
    far = saved(tmp_path / "far.npy", expected + numpy.float32(2e-3))
    assert run("alone.pte", "--expect", far)[0] == 1
    assert run("alone.pte", "--expect", far, "--atol", "3e-3")[0] == 0
    assert run("alone.pte", "--expect", near, "--rtol", "0", "--atol", "1e-4")[0] == 1
    assert run("alone.pte", "--expect", saved(tmp_path / "nan.npy", expected + numpy.nan))[0] == 1
