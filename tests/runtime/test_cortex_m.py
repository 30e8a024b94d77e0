"""examples/11_cortex_m: models on QEMU's Cortex-M4 and Cortex-M55, with the core of ExecuTorch's newest
release and of the clone's checked-out commit.

Needs arm-none-eabi-g++ and qemu-system-arm, which tools/dev/setup_toolchains.sh installs.
"""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT
from cross_tools import needs
from releases import SOURCE, Workspace, check_out, releases

if not SOURCE:
    pytest.skip("EXECUTORCH_SOURCE does not name a clone of ExecuTorch", allow_module_level=True)

pytestmark = needs("arm-none-eabi-g++", "qemu-system-arm")

EXAMPLE = ROOT / "examples/11_cortex_m"
BOARDS = {"m4": "mps2-an386", "m55": "mps3-an547"}

# The size in bytes of the memory for a loaded method.
METHOD_ARENAS = {"linear_relu_add": 1024, "mlp": 2048, "mobilenet_v2": 24576}
# Models of ExecuTorch's Cortex-M exporter, whose int8 operators give the expected results bit for bit.
# The input and the output of enlarger are channels-last.
INT8 = {
    "enlarger": 8192,
    "keyword_spotter": 16384,
    "keyword_spotter_nhwc": 16384,
    "sensor_mlp": 8192,
    "small_mobilenet": 24576,
}


# The part of the settings of a build that chooses the target.
TOOLCHAIN = {
    "CMAKE_TOOLCHAIN_FILE": ROOT / "rules/cmake/toolchains/arm-none-eabi.cmake",
    "CMAKE_BUILD_TYPE": "MinSizeRel",
}


def program_of(model: str) -> pathlib.Path:
    return (ROOT / "tests/models/cortex_m" if model in INT8 else MODELS) / f"{model}.pte"


# The flatbuffers compiler by release, after the first build has compiled it for the others.
FLATC: dict[str, pathlib.Path] = {}


@pytest.fixture(scope="module", params=releases()[-2:])
def release(request):
    return request.param


@pytest.fixture(scope="module", params=BOARDS)
def build(request, release, tmp_path_factory):
    """Builds a model for a core; models of the same core share a directory, and so the runtime's objects."""
    directory = tmp_path_factory.mktemp(request.param)
    source = check_out(release, tmp_path_factory.mktemp(release))
    example = CMakeBuild(EXAMPLE, directory)

    def build(model: str, target: str = "app", **settings: object) -> CMakeBuild:
        flags = {
            **TOOLCHAIN,
            "ET_CORTEX_M": request.param,
            "RULES_EXECUTORCH_SOURCE": source,
            "FLATC": FLATC.get(release, ""),
            "MODEL": program_of(model),
            "METHOD_ARENA": {**METHOD_ARENAS, **INT8}[model],
            "CMAKE_EXE_LINKER_FLAGS": "",
            **settings,
        }
        result = example.configure(*(f"-D{name}={value}" for name, value in flags.items()))
        assert result.returncode == 0, result.stderr
        example.done = example.try_build(target)
        if not settings:
            assert example.done.returncode == 0, example.done.stdout
        for program in directory.glob("rules_executorch/flatc-*/flatc"):
            FLATC.setdefault(release, program)
        return example

    build.core = request.param
    return build


def run(core: str, app: pathlib.Path, *outputs: pathlib.Path) -> subprocess.CompletedProcess:
    command = [sys.executable, EXAMPLE / "run.py", BOARDS[core], app, *outputs]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("model", [*METHOD_ARENAS, *INT8])
def test_a_model_gives_what_pytorch_gives(model, build):
    example = build(model)
    example.test("app_test")
    program = program_of(model)
    done = run(build.core, example.directory / "app.elf", program.with_name(f"{model}.output0.npy"))
    assert f"as in {model}.output0.npy" in done.stdout
    if model in INT8:
        array = program.with_name(f"{model}.output0.npy").read_bytes()
        (printed,) = re.findall(r"^output 0: (\w+)$", done.stdout, re.MULTILINE)
        assert array.hex().endswith(printed)
    planned = subprocess.run(
        [sys.executable, "-m", "etgen", "report", "--memory", "--model", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools")},
        capture_output=True,
        text=True,
        check=True,
    )
    size = planned.stdout.split()[-1].replace(",", "")
    assert f"planned: {size} of {size} bytes\n" in done.stdout


def test_another_output_is_noticed(build):
    example = build("linear_relu_add")
    done = run(build.core, example.directory / "app.elf", MODELS / "identity.output0.npy")
    assert (done.returncode, "the output differs from" in done.stderr) == (1, True)


def test_too_little_memory_is_an_error(build):
    example = build("linear_relu_add", METHOD_ARENA=256)
    assert example.done.returncode == 0
    done = run(build.core, example.directory / "app.elf")
    assert done.returncode == 1
    memory_allocation_failed = 0x21
    assert f"loading the method failed with error {memory_allocation_failed}\n" in done.stdout


def test_nothing_takes_memory_from_a_heap(build):
    example = build("mobilenet_v2")
    nm = ["arm-none-eabi-nm", example.directory / "app.elf"]
    symbols = subprocess.run(nm, capture_output=True, text=True, check=True).stdout.split()
    assert "main" in symbols
    assert {"malloc", "calloc", "realloc", "_sbrk", "_sbrk_r", "_Znwj", "_Znaj"}.isdisjoint(symbols)


def test_what_takes_memory_from_a_heap_does_not_link(build):
    """The app refers to operator new, although nothing calls it."""
    example = build("linear_relu_add", CMAKE_EXE_LINKER_FLAGS="-Wl,--undefined=_Znwj")
    assert example.done.returncode != 0
    assert "undefined reference to `__wrap_malloc'" in example.done.stdout


def test_bytes_by_part(build):
    """The sizes stay within those of the README."""
    said = build("linear_relu_add", "sizes").done.stdout
    flash = {
        name.strip(): int(number.replace(",", ""))
        for name, number in re.findall(r"^(\S[\w', ]*?) +([\d,]+) +[\d,]+$", said, re.MULTILINE)
    }
    assert flash["program"] == (MODELS / "linear_relu_add.pte").stat().st_size
    assert 0 < flash["kernels, registration, registry"] <= 4000
    assert 0 < flash["runtime core"] <= 20000
    assert flash["total"] <= 40000


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("linear_relu_add", "it has 1 inputs, and 0 are given"),
        ("device_copies", "this app runs only the method forward, on the CPU"),
    ],
)
def test_a_model_that_the_app_cannot_run_is_refused(model, why, tmp_path):
    command = [sys.executable, EXAMPLE / "embed.py", MODELS / f"{model}.pte"]
    command += ["--output", tmp_path / "model.cpp"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert why in done.stderr


@pytest.mark.parametrize("core", BOARDS)
def test_et_model_test_runs_in_qemu(core, tmp_path):
    release = releases()[-2]
    project = CMakeBuild(ROOT / "tests/runtime/cortex_m", tmp_path / "build")
    settings = {
        **TOOLCHAIN,
        "ET_CORTEX_M": core,
        "RULES_EXECUTORCH_SOURCE": check_out(release, tmp_path),
        "FLATC": FLATC.get(release, ""),
    }
    result = project.configure(*(f"-D{name}={value}" for name, value in settings.items()))
    assert result.returncode == 0, result.stderr
    project.build()
    project.test()
    said = (project.directory / "Testing/Temporary/LastTest.log").read_text()
    assert "output 0: Float (1, 3, 12, 12)\n" in said
    assert said.count("run_in_qemu.py") >= 4


RUNTIME = """\
executorch_source_runtime(
    name = "source",
    path = "{source}",
    log_level = "OFF",
    max_kernel_num = 16,
    platform = "minimal",
    selected_prim_ops = "@rules_executorch//examples/11_cortex_m:own_ops",
)
"""


def test_app_and_model_test_with_bazel(tmp_path):
    rules = "@rules_executorch//"
    targets = [f"{rules}examples/11_cortex_m:{name}" for name in ("app", "model_test")]
    with Workspace(tmp_path, RUNTIME.format(source=check_out(releases()[-2], tmp_path)), "") as workspace:
        app = workspace.directory / "bazel-bin/external/rules_executorch/examples/11_cortex_m/app"
        for core, board in BOARDS.items():
            workspace.run(
                "test",
                f"--{rules}:runtime=@source//:runtime",
                f"--platforms={rules}platforms:cortex_{core}",
                f"--extra_toolchains={rules}platforms/toolchains:cortex_{core}",
                "--incompatible_enable_cc_toolchain_resolution",
                f"--run_under={rules}tools/model_runner/cortex_m:run_in_qemu {board}",
                *("--compilation_mode=opt", "--copt=-Os", "--host_compilation_mode=fastbuild"),
                *targets,
            )
            assert "as in linear_relu_add" in run(core, app, MODELS / "linear_relu_add.output0.npy").stdout
