"""The command lines of compilers for Android and iOS, and the libraries that apps for Android load.

Neither the NDK nor Xcode is installed: GCC for Linux on aarch64 stands in for both. Bazel prints its command
lines; CMake builds the libraries, whose symbols are read. The tests take half a minute of one core.

If RULES_EXECUTORCH_ANDROID_SYSROOT names the sysroot of an NDK, in its toolchains/llvm/prebuilt/*/sysroot,
Clang compiles all kernels for Android, in half a minute of two cores for each ABI.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from cmake_build import BIN, CMakeBuild
from conftest import ROOT, build, run_bazel
from cross_tools import (
    AARCH64_TOOLS,
    SHARED_LIBRARIES,
    check_symbols,
    dynamic_symbols,
    fetch_aarch64_runtime,
    needs,
)

PROJECT = ROOT / "tests/cross/android"
WHEEL = ROOT / "third_party/executorch/wheel_linux_aarch64"

pytestmark = needs(*AARCH64_TOOLS)


SYSROOT = os.environ.get("RULES_EXECUTORCH_ANDROID_SYSROOT", "")


def configured(directory: pathlib.Path, *flags: str, toolchain: str = "fake_ndk"):
    fetch_aarch64_runtime()
    build = CMakeBuild(PROJECT, directory)
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={PROJECT}/{toolchain}.cmake"
    return build, build.configure(toolchain, f"-DEXECUTORCH={WHEEL}", *flags)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    build, result = configured(tmp_path_factory.mktemp("android"), "-DANDROID_STL=c++_shared")
    assert result.returncode == 0, result.stderr
    build.build()
    return build


def command_line(project: CMakeBuild, output: str) -> str:
    """The command for an output, with short names of directories, without the sources that CMake adds for
    itself.
    """
    command = [BIN / "ninja", "-C", project.directory, "-t", "commands", output]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    for path, name in (project.directory, "BUILD"), (WHEEL, "WHEEL"), (ROOT, "ROOT"):
        said = said.replace(str(path), name)
    said = re.sub(r"^.*aarch64-linux-gnu-g\+\+|CMakeFiles/(?:et_|app)\S*\.o|&& :$", "", said)
    return " ".join(said.replace("/./", "/").split())


ANCHOR = "CMakeFiles/{0}_anchor.dir/{0}_anchor/RegistrationAnchor.cpp.o"
SHARED = "-fPIC -shared -Wl,--version-script=ROOT/rules/cmake/private/registrations.lds"
WHOLE = "-Wl,--push-state,--whole-archive libat_load_cc.a -Wl,--pop-state"
RUNTIME = "WHEEL/lib/libexecutorch.so"
HEADERS = (
    "-isystem WHEEL/include -isystem WHEEL/include/executorch/runtime/core/portable_type/c10 "
    "-fPIC -iquoteROOT/tests/cmake/project"
)


@pytest.mark.parametrize(
    ("output", "source", "flags"),
    [
        (
            "CMakeFiles/at_load_cc_small.dir/at_load/kernels/small/op_add.cpp.o",
            "at_load/kernels/small/op_add.cpp",
            f"-IBUILD/at_load/kernels -IBUILD/at_load {HEADERS}",
        ),
        (
            "CMakeFiles/at_load_cc.dir/at_load/RegisterCodegenUnboxedKernelsEverything.cpp.o",
            "at_load/RegisterCodegenUnboxedKernelsEverything.cpp",
            f"-IBUILD/at_load {HEADERS} -fno-lto",
        ),
    ],
)
def test_compiles_with_cmake(project, output, source, flags):
    """The definitions are the runtime's; nothing is said of the processor, which the NDK's file does."""
    definitions = "-DC10_USING_CUSTOM_GENERATED_MACROS -DET_EVENT_TRACER_ENABLED"
    dependencies = f"-MD -MT {output} -MF {output}.d -o {output}"
    expected = f"{definitions} {flags} {dependencies} -c BUILD/{source}"
    assert command_line(project, output) == expected


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "libet_at_load.so",
            f"{SHARED} -Wl,-soname,libet_at_load.so -o libet_at_load.so {ANCHOR.format('at_load')} "
            f"{WHOLE} {RUNTIME}",
        ),
        (
            "libet_by_hand.so",
            f"{SHARED} -Wl,-soname,libet_by_hand.so -o libet_by_hand.so {ANCHOR.format('by_hand')} "
            f"libby_hand_cc.a {RUNTIME}",
        ),
        (
            "libet_npu.so",
            f"{SHARED} -Wl,--push-state,--whole-archive,BUILD/libnpu.a,--pop-state -Wl,-soname,libet_npu.so "
            f"-o libet_npu.so libnpu.a {RUNTIME}",
        ),
        ("app", f"-o app {ANCHOR.format('at_load')} {WHOLE} {RUNTIME}"),
    ],
)
def test_links_with_cmake(project, output, line):
    assert command_line(project, output) == line


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("et_at_load", set()),
        (
            "et_by_hand",
            {
                "_ZN5torch8executor24register_by_hand_kernelsEv",
                "_ZN5torch8executor20register_all_kernelsEv",
            },
        ),
        ("et_npu", set()),
    ],
)
def test_nothing_is_exported_but_what_registers(project, name, names):
    """Neither kernels nor functions of the C++ library, which is external, are exported; the runtime is."""
    registers = "register_backend" if name == "et_npu" else "register_kernels"
    check_symbols(project.directory / f"lib{name}.so", names, registers)


def test_prefab(project, tmp_path):
    command = [BIN / "cmake", "--install", project.directory, "--prefix", tmp_path]
    subprocess.run(command, capture_output=True, check=True)
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    libraries = ("et_at_load", "et_by_hand", "et_npu")
    modules = {f"prefab/modules/{name}/module.json" for name in libraries}
    abis = {f"prefab/modules/{name}/libs/android.arm64-v8a/abi.json" for name in libraries}
    built = {f"prefab/modules/{name}/libs/android.arm64-v8a/lib{name}.so" for name in libraries}
    header = "prefab/modules/et_by_hand/include/register_by_hand_kernels.h"
    assert files == {"AndroidManifest.xml", "prefab/prefab.json", header} | modules | abis | built
    package = json.loads((tmp_path / "prefab/prefab.json").read_text())
    assert (package["name"], package["version"], package["schema_version"]) == ("my_kernels", "1.2.3", 2)
    abi = json.loads((tmp_path / sorted(abis)[0]).read_text())
    assert abi == {"abi": "arm64-v8a", "api": 24, "ndk": 27, "stl": "c++_shared", "static": False}


def test_a_cpp_library_in_each_is_refused(tmp_path):
    _, result = configured(tmp_path, "-DANDROID_STL=c++_static")
    assert result.returncode != 0
    assert "each library would have its own C++ standard library" in result.stderr


LIBRARIES = ("portable", "optimized", "quantized", "llm", "cortex_m", "fused")


@pytest.mark.skipif(not SYSROOT, reason="RULES_EXECUTORCH_ANDROID_SYSROOT names no sysroot of an NDK")
@pytest.mark.skipif(not shutil.which("clang++-19"), reason="not on PATH: clang++-19")
@pytest.mark.parametrize("abi", ["arm64-v8a", "armeabi-v7a", "x86_64"])
def test_all_kernels_compile_with_clang_for_android(abi, tmp_path):
    flags = (f"-DABI={abi}", "-DALL_KERNELS=ON", "-DANDROID_STL=c++_shared")
    flags += ("-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",)
    build, result = configured(tmp_path, *flags, toolchain="sysroot")
    assert result.returncode == 0, result.stderr
    build.build(*(f"{name}_cc" for name in LIBRARIES))
    if abi != "arm64-v8a":
        return  # there is no runtime to link
    build.build(*(f"et_{name}" for name in LIBRARIES))
    system = pathlib.Path(SYSROOT, "usr/lib/aarch64-linux-android")
    found = set().union(*map(defined, [*system.rglob("lib*.so"), WHEEL / "lib/libexecutorch.so"]))
    for name in LIBRARIES:
        missing = undefined(tmp_path / f"libet_{name}.so") - found
        # The first is in Clang's own runtime library; the wheel's library has the others for libstdc++.
        assert {symbol for symbol in missing if "executorch" not in symbol} <= {"_Unwind_Resume"}, name


def defined(library: pathlib.Path) -> set[str]:
    return {symbol for _, where, symbol in dynamic_symbols(library) if where != "UND"}


def undefined(library: pathlib.Path) -> set[str]:
    return {symbol for bind, where, symbol in dynamic_symbols(library) if (bind, where) == ("GLOBAL", "UND")}


@pytest.mark.parametrize(("name", "names"), SHARED_LIBRARIES.items())
def test_shared_libraries_of_bazel(name, names):
    library = build(f"//tests/cross:lib{name}.so", config="aarch64") / f"tests/cross/lib{name}.so"
    check_symbols(library, names, "register_kernels")


ARCHIVES = {
    "android": [
        "-Wl,-whole-archive",
        "examples/02_from_a_model/libmobilenet_v2_kernels_cc.a",
        "-Wl,-no-whole-archive",
        "-Wl,-whole-archive",
        "tools/model_runner/libmodel_runner.lo",
        "-Wl,-no-whole-archive",
        "tools/model_runner/libmodel.a",
        "tests/cross/libstand_in_runtime.a",
    ],
    "ios": [
        "-Wl,-force_load,examples/02_from_a_model/libmobilenet_v2_kernels_cc.a",
        "-Wl,-force_load,tools/model_runner/libmodel_runner.lo",
        "tools/model_runner/libmodel.a",
        "tests/cross/libstand_in_runtime.a",
    ],
}


def command_of_bazel(os: str, query: str) -> list[str]:
    """The words of the first command that Bazel would run for an app, with short names of directories."""
    flags = [f"--config={os}_arm64", f"--extra_toolchains=//tests/cross:{os}_stand_in"]
    flags += ["--//:runtime=//tests/cross:stand_in_runtime", "--noshow_progress"]
    result = run_bazel("aquery", *flags, query)
    assert result.returncode == 0, result.stderr
    line = re.search(r"Command Line: \(exec (.*?)\)$", result.stdout, re.MULTILINE | re.DOTALL)[1]
    return re.sub(rf"bazel-out/[^/]+-{os}_arm64/bin", "BIN", line.replace("\\\n", " ")).split()


@pytest.mark.parametrize("os", ARCHIVES)
def test_links_with_bazel(os):
    """All kernels are linked as a whole, before the runtime that they need."""
    words = command_of_bazel(os, 'mnemonic("CppLink", //examples/02_from_a_model:mobilenet_v2)')
    begin = words.index("-o") + 2
    assert [word.replace("BIN/", "") for word in words[begin : words.index("-lstdc++")]] == ARCHIVES[os]


@pytest.mark.parametrize("os", ARCHIVES)
def test_compiles_with_bazel(os):
    """The definitions are the runtime's; the flags around these are the toolchain's."""
    words = command_of_bazel(os, 'mnemonic("CppCompile", //examples/02_from_a_model:mobilenet_v2_kernels_cc)')
    begin = words.index("-DC10_USING_CUSTOM_GENERATED_MACROS")
    headers = "external/executorch/include"
    system = (
        "examples/02_from_a_model/mobilenet_v2_kernels",
        headers,
        f"{headers}/executorch/runtime/core/portable_type/c10",
    )
    assert words[begin : words.index("-no-canonical-prefixes")] == [
        *("-DC10_USING_CUSTOM_GENERATED_MACROS", "-DET_EVENT_TRACER_ENABLED"),
        *("-iquote", ".", "-iquote", "BIN"),
        *("-iquote", "external/executorch", "-iquote", "BIN/external/executorch"),
        *(word for path in system for word in ("-isystem", path, "-isystem", f"BIN/{path}")),
    ]
