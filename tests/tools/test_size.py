"""`etgen size` on binaries of known sizes: arrays, linked without anything else."""

import json
import os
import shutil
import subprocess

import pytest
from conftest import ROOT

SOURCES = {
    "start": "void _start(void) {}",
    "op_add": "const char add_table[640] = {1};",
    "op_relu": "const char relu_table[64] = {1};",
    "RegisterCodegenUnboxedKernelsEverything": "const char register_table[128] = {1};",
}
FLAGS = "-Os -nostdlib -static -fno-asynchronous-unwind-tables -Wl,--build-id=none".split()


def run(*command, cwd):
    subprocess.run(command, cwd=cwd, check=True)


@pytest.fixture(scope="module")
def binaries(tmp_path_factory):
    """A directory with `app`, `baseline`, `kernels.a` and `resolution.json`."""
    directory = tmp_path_factory.mktemp("binaries")
    compiler = os.environ.get("CC", "cc")
    for name, text in SOURCES.items():
        (directory / f"{name}.c").write_text(text + "\n")
        run(compiler, *FLAGS, "-c", f"{name}.c", "-o", f"{name}.o", cwd=directory)
    kernels = [f"{name}.o" for name in SOURCES if name != "start"]
    run("ar", "rcs", "kernels.a", *kernels, cwd=directory)
    run(compiler, *FLAGS, "start.o", *kernels, "-o", "app", cwd=directory)
    run(compiler, *FLAGS, "start.o", "-o", "baseline", cwd=directory)
    golden = json.loads((ROOT / "tests/tools/golden/report/table/resolution.json").read_text())
    del golden["operators"]["aten::mm.out"]
    (directory / "resolution.json").write_text(json.dumps(golden))
    return directory


@pytest.fixture
def size(binaries, etgen):
    """Runs `etgen size` on the binaries."""
    files = {"binary": "app", "baseline": "baseline", "archive": "kernels.a", "resolution": "resolution.json"}
    flags = [f"--{flag}={binaries / file}" for flag, file in files.items()]
    return lambda *args: etgen("size", "--label=//app:size_test", *flags, *args)


OVER = """\
error: //app:size_test: over the budget of bytes: aten::add.out, total

part            budget  now  difference  result
--------------  ------  ---  ----------  ---------
aten::add.out      600  640         +40  OVER
total              800  832         +32  OVER
registration       127  128          +1  tolerated
.rodata            900  832         -68
aten::relu.out       -   64

hint: make it smaller, or raise the limit
"""


def test_what_grew(size):
    limits = ("total=800", "aten::add.out=600", "registration=127", ".rodata=900")
    result = size("--tolerance=1%", *(f"--limit={limit}" for limit in limits))
    assert (result.returncode, result.stderr, result.stdout) == (1, OVER, "")


def test_within_the_budget(size):
    result = size("--limit=total=832")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[2].split() == ["total", "832", "832", "+0"]


def test_tolerance_in_bytes(size):
    assert size("--limit=total=822", "--tolerance=10").returncode == 0
    assert size("--limit=total=821", "--tolerance=10").returncode == 1


@pytest.fixture
def archived(binaries, etgen, tmp_path):
    """Runs `etgen size` on the same objects in an archive, with other names."""

    def run_size(called: str, *args: str):
        members = []
        for name in SOURCES:
            if name != "start":
                members.append(tmp_path / called.format(name))
                shutil.copy(binaries / f"{name}.o", members[-1])
        run("ar", "rcs", "kernels.a", *members, cwd=tmp_path)
        files = f"--binary={binaries / 'app'} --resolution={binaries / 'resolution.json'} --archive=kernels.a"
        return etgen("size", *files.split(), *args)

    return run_size


@pytest.mark.parametrize("called", ["{}.o", "{}.pic.o", "{}.cpp.o", "{}.cpp.pic.o", "{}.c.o", "{}.cxx.obj"])
def test_objects_of_every_build_system_are_found(archived, called):
    result = archived(called, "--limit=aten::add.out=640")
    assert result.stdout.splitlines()[2].split() == ["aten::add.out", "640", "640", "+0"], result.stderr
    assert archived(called, "--limit=aten::add.out=639").returncode == 1


def test_no_operator_is_found(archived):
    result = archived("of_{}.o", "--limit=total=9999")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "error: kernels.a: it has no object file of an operator's source (op_<operator>)\n"
        "hint: give the library that the kernels are in\n"
    )


def test_an_operator_that_is_joined_with_others(archived):
    result = archived("{}_to_mul.cpp.o", "--limit=aten::add.out=640")
    assert result.returncode == 2
    assert result.stderr == (
        "error: aten::add.out: its size is not known: no object file in --archive has op_add and "
        "nothing else\n"
        "hint: give the library that the kernels are in, compiled with sources_per_unit = 1\n"
    )
    assert archived("{}_to_mul.cpp.o", "--limit=total=9999").returncode == 0


UPDATED = """\
# Bytes that each part may have; rewritten by `etgen size --update`.
tolerance: 1.5%
bytes:
  total: 832
  text: 832
  data: 0
  bss: 0
  .rodata: 832
  aten::add.out: 640
  aten::relu.out: 64
  shared by kernels: 0
  registration: 128
"""


def test_update(size, tmp_path):
    """A written budget passes, keeps tolerance and sections, and is written through a link."""
    (tmp_path / "budget.yaml").write_text("tolerance: 1.5%\nbytes:\n  .rodata: 1\n  aten::gone.out: 3\n")
    (tmp_path / "link.yaml").symlink_to("budget.yaml")
    assert size("--budget=link.yaml", "--update").stdout == "link.yaml: updated\n"
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "budget.yaml").read_text() == UPDATED
    assert size("--budget=budget.yaml").returncode == 0


def test_an_operator_that_is_gone(size, tmp_path):
    (tmp_path / "budget.yaml").write_text("bytes:\n  aten::ad.out: 3\n")
    result = size("--budget=budget.yaml")
    assert result.returncode == 2
    assert result.stderr == (
        "error: budget.yaml: aten::ad.out: the binary has no such part\nhint: did you mean aten::add.out?\n"
    )
