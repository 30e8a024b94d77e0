"""`etgen build` for a user who has pip, CMake and a compiler, but no checkout."""

import os
import pty
import shutil
import subprocess

import pytest
from cmake_build import BIN
from conftest import MODELS, ROOT
from installed import Installed, installed, wheel

WRITTEN = {
    "RegisterKernels.h",
    "app.cpp",
    "libmodel_kernels.a",
    "link_app.sh",
    "proof.txt",
    "report.txt",
    "resolution.json",
}


def build(directory, *flags: object, **where: str):
    return installed().run("etgen", "build", *flags, "--output", "out", cwd=directory, **where)


def built(directory, *flags: object, **where: str):
    """Builds, and checks that the output only has the next steps."""
    result = build(directory, *flags, **where)
    assert (result.returncode, result.stderr) == (0, "")
    out = directory / "out"
    assert {path.name for path in out.iterdir()} - {".etgen_manifest.json"} == WRITTEN
    return out


def run_app(directory, model: str) -> str:
    """Links the app with the written command, and runs it."""
    installed_ = installed()
    linked = installed_.run("sh", "out/link_app.sh", "app", cwd=directory)
    assert linked.returncode == 0, linked.stderr
    ran = installed_.run(directory / "app", MODELS / model, cwd=directory)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_two_commands(tmp_path):
    """Builds an app from a model, and runs it, with the commands that `etgen build` prints."""
    shutil.copy(MODELS / "mlp.pte", tmp_path / "my model.pte")
    result = build(tmp_path, "my model.pte")
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("next: sh out/link_app.sh app && ./app 'my model.pte'\n")
    shown = result.stdout.splitlines()[-1].removeprefix("next: ")
    ran = installed().run("sh", "-c", shown, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("forward, output 0: Float 1 10, first element ")


def test_any_name(tmp_path):
    """Names of directories and models with special characters of CMake, make, C++ and the shell."""
    directory = tmp_path / "it's [1] a, d$e"
    directory.mkdir()
    name = 'x" int y \\$z.pte'
    shutil.copy(MODELS / "mlp.pte", directory / name)
    result = build(directory, name, CMAKE_GENERATOR="Unix Makefiles")
    assert (result.returncode, result.stderr) == (0, "")
    linked = installed().run("sh", directory / "out/link_app.sh", cwd=directory)
    assert linked.returncode == 0, linked.stderr
    assert "output 0: Float 1 10" in installed().run(directory / "app", cwd=directory).stdout


@pytest.mark.parametrize("name", ["a;b.pte", "a\nb.pte", "a[b.pte"])
def test_names_that_cmake_cannot_read(name, tmp_path):
    shutil.copy(MODELS / "mlp.pte", tmp_path / name)
    result = build(tmp_path, name)
    assert result.returncode == 2
    assert result.stderr.endswith("unmatched bracket\nhint: rename it\n")
    assert len(result.stderr.splitlines()) == 2


def test_several_models(tmp_path):
    flags = "--dtype-selective", "--call-selective"
    out = built(tmp_path, MODELS / "mlp.pte", MODELS / "add_mul_relu.pte", *flags)
    proof = (out / "proof.txt").read_text()
    assert "mlp.pte: what kernels are compiled for is true of all calls\n" in proof
    assert "mlp.pte: 3 different calls, each has exactly one kernel\n" in proof
    assert "add_mul_relu.pte: 3 different calls, each has exactly one kernel\n" in proof
    report = (out / "report.txt").read_text()
    assert [line.split()[0] for line in report.splitlines()[2:7]] == [
        "aten::add.out",
        "aten::addmm.out",
        "aten::mul.out",
        "aten::permute_copy.out",
        "aten::relu.out",
    ]
    assert "bytes" in report
    assert "output 0: Float" in run_app(tmp_path, "mlp.pte")
    assert "output 0: Float" in run_app(tmp_path, "add_mul_relu.pte")


def test_optimized_kernels_and_a_backend(tmp_path):
    out = built(tmp_path, MODELS / "partly_delegated.pte", "--optimized")
    assert "torch::executor::opt_cumsum_out" in (out / "report.txt").read_text()
    assert "delegates to XnnpackBackend: 2, each has exactly one backend" in (out / "proof.txt").read_text()
    assert "output 0: Float 2 4" in run_app(tmp_path, "partly_delegated.pte")


def test_quantized_kernels(tmp_path):
    out = built(tmp_path, MODELS / "quantized.pte")
    assert "quantized" in (out / "report.txt").read_text()
    run_app(tmp_path, "quantized.pte")


def test_the_same_bytes(tmp_path):
    """The outputs do not depend on the directory; only the link command contains the path of the runtime."""
    outs = []
    for name in ("a", "another"):
        (tmp_path / name).mkdir()
        outs.append(
            built(tmp_path / name, MODELS / "add_mul_relu.pte", "--dtype-selective", CCACHE_DISABLE="1")
        )
    for name in WRITTEN:
        assert (outs[0] / name).read_bytes() == (outs[1] / name).read_bytes(), name


def test_a_build_directory_is_used_again(tmp_path):
    model = MODELS / "add_mul_relu.pte"
    built(tmp_path, model, "--build-dir", "kept")
    archive = tmp_path / "kept/build/libmodel_kernels.a"
    before = archive.stat().st_mtime_ns
    built(tmp_path, model, "--build-dir", "kept")
    assert archive.stat().st_mtime_ns == before


def test_a_build_directory_of_somebody_else(tmp_path):
    (tmp_path / "kept/build").mkdir(parents=True)
    (tmp_path / "kept/build/CMakeCache.txt").write_text("mine\n")
    result = build(tmp_path, MODELS / "mlp.pte", "--build-dir", "kept")
    assert result.returncode == 2
    assert result.stderr.endswith(
        "kept/build: etgen did not create this directory\n"
        "hint: give a new or empty directory, or the output of an earlier etgen build\n"
    )
    assert (tmp_path / "kept/build/CMakeCache.txt").read_text() == "mine\n"
    assert not (tmp_path / "kept/project").exists()


def test_a_changed_output_is_kept(tmp_path):
    model = MODELS / "add_mul_relu.pte"
    out = built(tmp_path, model)
    (out / "app.cpp").write_text("// mine\n")
    result = build(tmp_path, model)
    assert result.returncode == 2
    message = "it has files that this tool did not write, or that have changed since: app.cpp\n"
    assert message in result.stderr
    assert (out / "app.cpp").read_text() == "// mine\n"


@pytest.mark.parametrize(
    ("programs", "error"),
    [
        ([], "error: CMake, which compiles the kernels, is not installed\nhint: install it"),
        (["cmake"], "error: neither Ninja nor make is installed, and CMake needs one of them\nhint: install"),
        (["cmake", "ninja"], "error: no C++ compiler found\nhint: install one, such as g++ or clang"),
    ],
    ids=["no_cmake", "no_ninja", "no_compiler"],
)
def test_missing_programs(programs, error, tmp_path):
    (tmp_path / "bin").mkdir()
    for name in programs:
        (tmp_path / "bin" / name).symlink_to(BIN / name)
    result = build(tmp_path, MODELS / "mlp.pte", path=str(tmp_path / "bin"))
    assert result.returncode == 2
    assert result.stderr.startswith(error)
    assert not (tmp_path / "out").exists()


def test_no_runtime(tmp_path):
    without = Installed(tmp_path / "venv", wheel(), runtime=None)
    result = without.run("etgen", "build", MODELS / "mlp.pte", "--output", "out", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith(
        "error: no ExecuTorch runtime found\nhint: python -m pip install 'executorch>=1.5', or"
    )


def test_a_compiler_that_fails(tmp_path):
    """The compiler's message is shown."""
    result = build(tmp_path, MODELS / "mlp.pte", "--define", "CMAKE_CXX_FLAGS=-include nothing.h")
    assert result.returncode == 2
    assert "nothing.h" in result.stderr
    assert "hint: --build-dir keeps CMake's files, so that you can look at them\n" in result.stderr
    assert not (tmp_path / "out").exists()


def test_for_another_machine(tmp_path):
    """There is no runtime for the machine: the archive is built, and the user links the app with another
    runtime.
    """
    if not shutil.which("arm-none-eabi-g++"):
        pytest.skip("arm-none-eabi-g++ is missing")
    toolchain = ROOT / "rules/cmake/toolchains/arm-none-eabi.cmake"
    result = build(tmp_path, MODELS / "add_mul_relu.pte", "--toolchain", toolchain)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("with EXECUTORCH_LIBRARIES set to a runtime for the target\n")
    headers = subprocess.run(
        ["arm-none-eabi-objdump", "-f", tmp_path / "out/libmodel_kernels.a"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "elf32-littlearm" in headers.stdout
    linked = installed().run("sh", "out/link_app.sh", cwd=tmp_path)
    assert linked.returncode != 0
    assert "set it to the libraries of an ExecuTorch runtime for the target" in linked.stderr


def test_a_terminal_sees_what_is_done(tmp_path):
    ours, theirs = pty.openpty()
    command = [installed().bin / "etgen", "build", MODELS / "add_mul_relu.pte", "--output", "out"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=theirs, env={"PATH": f"{BIN}:/usr/bin:/bin"}
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the reader has closed the pipe
                break
            seen += part
    os.close(ours)
    assert process.returncode == 0
    lines = seen.decode().replace("\r\n", "\n").split("\n")
    steps = [line.rpartition("\r")[2].removeprefix("\x1b[K") for line in lines if "/4]" in line]
    assert steps == [
        f"[1/4] reading {MODELS / 'add_mul_relu.pte'}",
        "[2/4] configuring the build",
        "[3/4] compiling the kernels",
        "[4/4] writing out",
    ]
    assert "op_add.cpp.o" in seen.decode()
