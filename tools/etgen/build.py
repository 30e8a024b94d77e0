"""`etgen build`: builds a static library of the kernels that models need, without a build system of the
user's.

Writes a CMake project with the models, builds it with CMake, and writes to the output directory

    libmodel_kernels.a   the kernels and their registration
    RegisterKernels.h    the function that registers them
    app.cpp, link_app.sh an app that runs a model, and the command that compiles and links it
    proof.txt            that each call has exactly one kernel, and each delegate one backend
    report.txt           which kernel was chosen for each operator, and what it costs
    resolution.json      the same for other commands of etgen, with why

All inputs are checked before anything is compiled; outputs are only written after everything was built.
"""

import argparse
import os
import re
import sys
import tempfile

from etgen import (
    build_outputs,
    call_problems,
    delegates,
    library,
    program,
    select,
    selection,
    templates,
    whole_number,
)
from etgen import resolve as resolving
from etgen.backend_library import BackendLibrary
from etgen.cmake_project import Project
from etgen.errors import InputError, Location, input_error
from etgen.library import KernelLibrary
from etgen.output import OutputFiles
from etgen.program import Model
from etgen.progress import Progress
from etgen.resolution import Resolution
from etgen.text_io import print_text

HELP = "build a static library of the kernels that models need, with CMake and a compiler, ready to link"

# The directory of the rules: a checkout, or the package installed by pip.
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_CUSTOM = {name: f"{name}.yaml" for name in ("quantized", "llm", "cortex_m", "fused")}
_YAMLS = {"optimized": "functions.yaml", "portable": "functions.yaml", **_CUSTOM}
_BACKENDS = {"OpenvinoBackend": "openvino", "QnnBackend": "qnn", "XnnpackBackend": "xnnpack"}
_MARK = "etgen_build_project"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", nargs="+", metavar="MODEL", help="a .pte or .bpte file; may repeat")
    parser.add_argument("--output", required=True, metavar="DIR", help="the output directory")
    libraries = parser.add_mutually_exclusive_group()
    libraries.add_argument(
        "--optimized",
        action="store_true",
        help="use optimized kernels, with SIMD instructions, where they exist, and portable ones elsewhere",
    )
    libraries.add_argument(
        "--portable", action="store_true", help="use portable kernels, the smallest ones (the default)"
    )
    parser.add_argument(
        "--dtype-selective",
        action="store_true",
        help="compile each kernel only for the dtypes that the models call it with",
    )
    parser.add_argument(
        "--call-selective",
        action="store_true",
        help="compile each kernel only for what is true of all calls of the models; other calls fail",
    )
    parser.add_argument(
        "--toolchain", metavar="FILE", help="a CMake toolchain file, to build for another machine"
    )
    parser.add_argument(
        "--define",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable of CMake, such as CMAKE_BUILD_TYPE=MinSizeRel; may repeat",
    )
    parser.add_argument(
        "--build-dir",
        metavar="DIR",
        help="a build directory to keep, so that the next build is faster; by default a temporary one",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number.at_least(1),
        metavar="N",
        help="the number of compilers to run in parallel",
    )


def run(args: argparse.Namespace) -> None:
    progress = Progress(4)
    progress.step(f"reading {', '.join(args.model)}")
    _refuse_names(args.model)
    models = [program.read(path, args.call_selective) for path in args.model]
    resolved = _resolve(args, models)
    flags = _cmake_flags(args)
    build_outputs.refuse_what_is_in_the_way(args.output)
    with tempfile.TemporaryDirectory(prefix="etgen_build") as temporary:
        project = _make_project(args, models, args.build_dir or temporary)
        progress.step("configuring the build")
        project.configure(flags)
        target = project.target("app")
        links = build_outputs.has_runtime(target)
        progress.step("compiling the kernels")
        made = ["model_kernels", "proof", *(["linked_app"] if links else [])]
        project.build(made, args.jobs, progress.part)
        progress.step(f"writing {args.output}")
        report_text = build_outputs.report_text(project, resolved, models, links)
        build_outputs.write(args.output, project, target, resolved, report_text, models[0])
    print_text(build_outputs.done(args.output, models[0], links))


def _refuse_names(paths: list[str]) -> None:
    """Raises `InputError` for models whose paths CMake would interpret as lists, or that contain line
    breaks.
    """
    for path in map(os.path.abspath, paths):
        if re.search(r"[][;\r\n]", re.sub(r"\[[^][]*\]", "", path)):
            what = "its path has a semicolon, a line break or an unmatched bracket"
            raise input_error(f"CMake cannot read it: {what}", "rename it", Location(path))


def _resolve(args: argparse.Namespace, models: list[Model]) -> Resolution:
    """Chooses the kernels. Raises `InputError` for all calls and delegates without a kernel or backend."""
    selected = selection.union(map(select.from_model, models))
    libraries = [_library(name) for name in _library_names(args)]
    result = resolving.resolve(
        selected,
        libraries,
        label=build_outputs.ARCHIVE,
        by_dtype=args.dtype_selective,
        by_calls=args.call_selective,
    )
    backends = [BackendLibrary(f"rules_executorch::backend_{n}", (id_,)) for id_, n in _BACKENDS.items()]
    problems = [p for m in models for p in delegates.without_backend(m, backends, {})]
    problems += [p for model in models for p in call_problems.misfits(model, [result])]
    if problems:
        raise InputError(problems)
    return result


def _library_names(args: argparse.Namespace) -> list[str]:
    return [*(["optimized"] if args.optimized else []), "portable", *_CUSTOM]


def _library(name: str) -> KernelLibrary:
    """A kernel library of the rules; paths of its sources are relative to their root, as in build systems."""
    directory = os.path.join(_ROOT, "kernels", name)
    if not os.path.isdir(os.path.join(_ROOT, "rules", "cmake")) or not os.path.isdir(directory):
        hint = "run it from a checkout of rules_executorch, or pip install rules-executorch"
        raise input_error("the kernels and CMake files of the rules are missing", hint, Location(_ROOT))
    yaml = os.path.join(directory, _YAMLS[name])
    files = sorted(file for file in os.listdir(directory) if file.endswith(".cpp"))
    sources = tuple(f"kernels/{name}/{file}" for file in files)
    custom = name in _CUSTOM
    label = f"rules_executorch::{name}"
    return library.from_files(name, [] if custom else [yaml], [yaml] * custom, label=label, srcs=sources)


def _cmake_flags(args: argparse.Namespace) -> list[str]:
    flags = [f"-DRULES_EXECUTORCH_PYTHON={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
    if args.toolchain:
        if not os.path.isfile(args.toolchain):
            raise input_error("no such file", "give a CMake toolchain file", Location(args.toolchain))
        flags.append(f"-DCMAKE_TOOLCHAIN_FILE={os.path.abspath(args.toolchain)}")
    for definition in args.define:
        if "=" not in definition:
            raise input_error(f"--define {definition}: no value", "write NAME=VALUE")
        flags.append(f"-D{definition}")
    return flags


def _make_project(args: argparse.Namespace, models: list[Model], directory: str) -> Project:
    """Writes the CMake project, whose build directory is next to it."""
    directory = os.path.abspath(directory)
    built = os.path.join(directory, "build")
    if os.path.lexists(built) and not os.path.isfile(os.path.join(built, _MARK)):
        hint = "give a new or empty directory, or the output of an earlier etgen build"
        raise input_error("etgen did not create this directory", hint, Location(built))
    backends = sorted({_BACKENDS[id_] for model in models for id_ in model.backends})
    names = _library_names(args)
    text = templates.render(
        "build/CMakeLists.txt",
        rules=_quoted(os.path.join(_ROOT, "rules", "cmake", "RulesExecuTorch.cmake")),
        models=[_quoted(os.path.abspath(model.path)) for model in models],
        libraries=[f"rules_executorch::{name}" for name in names],
        backends=[f"rules_executorch::backend_{name}" for name in backends],
        dtype_selective=args.dtype_selective,
        call_selective=args.call_selective,
        optimized=args.optimized,
    )
    outputs = OutputFiles()
    project = outputs.directory(os.path.join(directory, "project"), nothing_else=True)
    project.add("CMakeLists.txt", text)
    project.add("app.cpp", build_outputs.app(models[0]))
    outputs.write()
    os.makedirs(built, exist_ok=True)
    with open(os.path.join(built, _MARK), "w", encoding="utf-8"):
        pass
    return Project(project.path, built)


def _quoted(path: str) -> str:
    """A path as an argument in a CMakeLists.txt, with special characters quoted."""
    level = "="
    while f"]{level}]" in path:
        level += "="
    return f"[{level}[{path}]{level}]"
