"""Errors of tools/source_tree for directories that are not source trees; tests/runtime tests real ones."""

import subprocess
import sys

import pytest
from conftest import ROOT

PROGRAM = "runtime/executor/program.cpp"
FLATBUFFERS = ("include/flatbuffers/base.h", "src/flatc.cpp", "src/flathash.cpp", "src/idl.h")


def make(directory, *files):
    for file in files:
        (directory / file).parent.mkdir(parents=True, exist_ok=True)
        (directory / file).write_text(f"// {file}\n")


@pytest.fixture
def tree(tmp_path):
    """A source tree with few files."""
    make(tmp_path / "executorch", PROGRAM, "runtime/core/error.h", "runtime/platform/default/posix.cpp")
    make(tmp_path / "executorch", "schema/extended_header.cpp")
    for directory, name in {"schema": "program", "extension/flat_tensor/serialize": "flat_tensor"}.items():
        make(tmp_path / "executorch" / directory, f"{name}.fbs", "scalar_type.fbs")
    make(tmp_path / "executorch/third-party/flatbuffers", *FLATBUFFERS)
    (tmp_path / "executorch/third-party/flatbuffers/grpc/src/compiler").mkdir(parents=True)
    return tmp_path / "executorch"


def take_apart(tree, *flags):
    output = tree.parent / "output"
    run_module = [sys.executable, "-I", "-B", "-S", ROOT / "tools/run_module.py", ROOT / "tools", "--"]
    known = ["--parts", ROOT / "rules/common/source_parts.json", "--output", output]
    known += ["--list-dir", output / "lists"]
    command = [*run_module, "source_tree", *known, "--source", tree, *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_files_of_each_part(tree):
    done = take_apart(tree, "--platform", "posix")
    assert (done.returncode, done.stderr) == (0, "")
    output = tree.parent / "output"
    core = (output / "lists/core.txt").read_text().splitlines()
    of_core = (PROGRAM, "runtime/platform/default/posix.cpp", "schema/extended_header.cpp")
    assert core == [f"core/{file}" for file in of_core]
    assert (output / "lists/module.txt").read_text() == ""
    assert (output / "lists/flatc.txt").read_text() == "flatc/src/flatc.cpp\n"
    headers = ("include/executorch/runtime/core/error.h", "flatbuffers/src/idl.h")
    for file in (*headers, "schemas/schema/program.fbs"):
        assert (output / file).is_file(), file
    assert (output / "sources" / core[0]).read_text() == f"// {PROGRAM}\n"


@pytest.mark.parametrize(
    ("without", "flags", "said"),
    [
        (PROGRAM, [], "TREE: not ExecuTorch's source tree, which has runtime/executor/program.cpp: set"),
        (
            "third-party/flatbuffers/include/flatbuffers/base.h",
            [],
            "TREE/third-party/flatbuffers has no include/flatbuffers/base.h: set flatbuffers to a checkout",
        ),
        (
            "third-party/flatbuffers/src/flatc.cpp",
            [],
            "has no sources of flatc: set flatbuffers to a complete",
        ),
        ("schema/program.fbs", [], "TREE has no schema/program.fbs"),
        (None, ["--platform", "amiga"], "unknown platform amiga: give one of posix, or none"),
    ],
)
def test_what_is_wrong_with_a_tree(without, flags, said, tree):
    if without:
        (tree / without).unlink()
    done = take_apart(tree, *flags)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert said.replace("TREE", str(tree)) in done.stderr
    assert len(done.stderr.splitlines()) == 1
