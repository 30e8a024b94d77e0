"""Makes a repository of many models, for Bazel and for CMake.

python tools/dev/monorepo.py DIRECTORY NUMBER

Each model has its own package: its selection, a registration with kernels of five libraries, and its test.
The same 25 models of tests/zoo are repeated, each with different bytes, so that every 25 models need the same
work.
"""

import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIFFERENT = 25
_LIBRARIES = ("fast", "tracing")
_CONSUMER = ROOT / "examples/06_consumer/bazel"

_LIBRARY = """
et_kernel_library(
    name = "{name}",
    srcs = glob(["{name}/op_*.cpp"]),
    functions_yaml = "{name}/functions.yaml",
    visibility = ["//visibility:public"],
    deps = ["@rules_executorch//:headers"],
)
"""

_PACKAGE = """\
load("@rules_executorch//rules:defs.bzl", "et_model_test", "et_operator_library", "executorch_generated_lib")

et_operator_library(
    name = "ops",
    model = "model.pte",
)

executorch_generated_lib(
    name = "kernels",
    dtype_selective_build = True,
    visibility = ["//visibility:public"],
    deps = [
        ":ops",
        "//libraries:fast",
        "//libraries:tracing",
        "@rules_executorch//kernels/quantized",
        "@rules_executorch//kernels/optimized",
        "@rules_executorch//kernels/portable",
    ],
)

et_model_test(
    name = "test",
    model = "model.pte",
    deps = [":kernels"],
)
"""

_CMAKE = """\
cmake_minimum_required(VERSION 3.24)
project(monorepo LANGUAGES CXX)
include({root}/rules/cmake/RulesExecuTorch.cmake)
enable_testing()
foreach(name fast tracing)
  file(GLOB sources libraries/${{name}}/op_*.cpp)
  et_kernel_library(
    NAME ${{name}}
    FUNCTIONS_YAML libraries/${{name}}/functions.yaml
    SRCS ${{sources}}
    DEPS rules_executorch::headers
  )
endforeach()
set(libraries fast tracing rules_executorch::quantized rules_executorch::optimized rules_executorch::portable)
file(GLOB models RELATIVE ${{CMAKE_CURRENT_SOURCE_DIR}}/models ${{CMAKE_CURRENT_SOURCE_DIR}}/models/*)
foreach(name ${{models}})
  et_operator_library(NAME ${{name}}_ops MODEL models/${{name}}/model.pte)
  executorch_generated_lib(NAME ${{name}}_kernels DTYPE_SELECTIVE_BUILD DEPS ${{name}}_ops ${{libraries}})
  et_model_test(NAME ${{name}}_test MODEL models/${{name}}/model.pte DEPS ${{name}}_kernels)
endforeach()
"""


def programs() -> list[pathlib.Path]:
    """Models, selected evenly from the list, without those that need a backend in their deps."""
    found = sorted(p for p in (ROOT / "tests/zoo/programs").glob("*.pte") if "xnnpack" not in p.name)
    return [found[i * len(found) // DIFFERENT] for i in range(DIFFERENT)]


def make(directory: pathlib.Path, number: int) -> list[str]:
    """Makes the repository in a new directory; returns the names of the models."""
    for name in ("MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE.bzlmod"):
        text = (_CONSUMER / name).read_text()
        _write(directory / name, text.replace('path = "../../.."', f'path = "{ROOT}"'))
    load = 'load("@rules_executorch//rules:defs.bzl", "et_kernel_library")\n'
    libraries = load + "".join(_LIBRARY.format(name=name) for name in _LIBRARIES)
    _write(directory / "libraries/BUILD.bazel", libraries)
    for name in _LIBRARIES:
        shutil.copytree(
            ROOT / "examples/05_many_models_many_libraries" / name, directory / "libraries" / name
        )
    _write(directory / "CMakeLists.txt", _CMAKE.format(root=ROOT))
    names = [f"m{i:03}" for i in range(number)]
    different = programs()
    for i, name in enumerate(names):
        package = directory / "models" / name
        _write(package / "BUILD.bazel", _PACKAGE)
        # Data after the end of the program is ignored.
        (package / "model.pte").write_bytes(different[i % DIFFERENT].read_bytes() + i.to_bytes(16, "little"))
    return names


def _write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdecimal() or pathlib.Path(sys.argv[1]).exists():
        print("usage: monorepo.py DIRECTORY NUMBER; the directory must not exist", file=sys.stderr)
        sys.exit(2)
    make(pathlib.Path(sys.argv[1]), int(sys.argv[2]))
