"""Prints the figures that the README quotes, measured on this machine.

    make figures

The figures are: the bytes that kernels and registration add to an app, also on a microcontroller; those of
each kernel for microcontrollers; the CPU seconds to compile the kernels of a model; the seconds from a
changed list of operators to a new binary; and the cost of reading a model of 1 GB.
"""

import os
import pathlib
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parents[1])]

import bare_metal  # noqa: E402
import cortex_m_kernels  # noqa: E402
from checkout import Checkout  # noqa: E402
from cmake_build import wheel  # noqa: E402
from conftest import COMPILER, MODELS, ROOT, build  # noqa: E402
from cost import measure  # noqa: E402
from generator import print_generator  # noqa: E402
from loaded import fused_and_xnnpack, loaded_bytes  # noqa: E402

MODELS_SHOWN = ("linear_relu_add", "mobilenet_v2", "transformer")
# The kernels that an app has: for all dtypes, for those of the model, and for its calls only.
KINDS = ("", "_by_dtype", "_by_calls")
BARE_METAL = {"bare_metal": "", "bare_metal_calls": ", with call_selective_build"}


def print_sizes() -> None:
    names = [f"{model}{kind}" for model in MODELS_SHOWN for kind in KINDS]
    targets = [f"//tests/figures:{name}" for name in ["no_kernels", *names]]
    directory = build(*targets, config="size") / "tests/figures"
    without = loaded_bytes(directory / "no_kernels")
    print("Bytes that kernels and registration add, at -Os without exceptions, RTTI and logging:")
    for model in MODELS_SHOWN:
        plain, by_dtype, by_calls = (loaded_bytes(directory / f"{model}{kind}") - without for kind in KINDS)
        print(
            f"  {model:16} {plain:7,}   with dtype_selective_build {by_dtype:7,}"
            f"   and call_selective_build {by_calls:7,}"
        )
    library = build("//kernels:all_kernels_shared", config="size") / "kernels/libet_kernels_all.so"
    print(f"  all of them, as a shared library {loaded_bytes(library):7,}")
    fused, xnnpack = fused_and_xnnpack()
    print(f"  fused, of two models, at -O2 with AVX2 {fused:7,}, and XNNPACK {xnnpack:9,}")


def print_bare_metal() -> None:
    if not shutil.which("arm-none-eabi-g++"):
        print("Cortex-M: not measured, arm-none-eabi-g++ is not on PATH")
        return
    print("Bytes of kernels and registration of linear_relu_add without an operating system:")
    for core in ("m4", "m55"):
        targets = [f"//tests/cross:{name}_archive" for name in BARE_METAL]
        package = build(*targets, config=f"cortex_{core}") / "tests/cross"
        for name, what in BARE_METAL.items():
            with tempfile.TemporaryDirectory() as directory:
                archive = package / f"lib{name}_kernels_cc.a"
                text, data, bss = bare_metal.link(archive, pathlib.Path(directory) / "kernels.o")
            print(f"  Cortex-{core.upper():5} {text:7,} of code and constants, {data + bss} of RAM{what}")
    print("Bytes of each kernel of kernels/cortex_m:")
    print(cortex_m_kernels.table(cortex_m_kernels.sizes()), end="")


def children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def print_compilation() -> None:
    """Compiles the registration and kernels of a model sequentially."""
    bin_directory = build("//tests/figures:mobilenet_v2_kernels", config="size")
    package = bin_directory / "tests/figures/mobilenet_v2_kernels"
    sources = [package / "RegisterCodegenUnboxedKernelsEverything.cpp", *package.rglob("kernels/**/*.cpp")]
    include = wheel() / "include"
    flags = shlex.split(
        f"-std=c++17 -Os -fno-exceptions -fno-rtti -DET_LOG_ENABLED=0 -I{include} "
        f"-I{include}/executorch/runtime/core/portable_type/c10 -I{ROOT}/kernels/common -I{package} "
        "-DC10_USING_CUSTOM_GENERATED_MACROS -DET_EVENT_TRACER_ENABLED"
    )
    seconds = []
    for _ in range(3):
        before = children_cpu()
        for source in sources:
            subprocess.run([*COMPILER, *flags, "-c", source, "-o", os.devnull], check=True)
        seconds.append(children_cpu() - before)
    print(
        f"Compiling the {len(sources)} sources of mobilenet_v2: {statistics.median(seconds):.1f} CPU seconds"
    )


def print_change() -> None:
    """Adds an operator to the list of an example and rebuilds its app."""
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(pathlib.Path(directory))
        target = "//examples/01_select_ops:app"
        build_file = checkout.root / "examples/01_select_ops/BUILD.bazel"
        checkout.build(target)
        seconds = []
        for op in ("aten::sub.out", "aten::sigmoid.out", "aten::mean.out"):
            text = build_file.read_text()
            build_file.write_text(text.replace("    ops = [\n", f'    ops = [\n        "{op}",\n'))
            start = time.monotonic()
            checkout.build(target)
            seconds.append(time.monotonic() - start)
        checkout.stop()
    print(f"From one more operator in a list to a new binary: {statistics.median(seconds):.1f} s")


def print_large_model() -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "large.pte"
        path.write_bytes((MODELS / "mobilenet_v2.pte").read_bytes())
        os.truncate(path, 1 << 30)
        code = "import sys; from etgen import program; program.read(sys.argv[1])"
        seconds, kib = measure(sys.executable, "-c", code, path, PYTHONPATH=str(ROOT / "tools"))
    print(f"Reading a model of 1 GB: {kib >> 10} MB of memory, {seconds:.2f} CPU seconds")


if __name__ == "__main__":
    print_sizes()
    print_bare_metal()
    print_compilation()
    print_change()
    print_large_model()
    with tempfile.TemporaryDirectory() as directory:
        print_generator(pathlib.Path(directory))
