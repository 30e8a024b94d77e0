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
import shlex
import subprocess
import sys
import tempfile

from etgen import (
    binary_size,
    check,
    delegates,
    library,
    program,
    report,
    select,
    selection,
    templates,
    whole_number,
)
from etgen import resolution as resolutions
from etgen import resolve as resolving
from etgen.backend_library import BackendLibrary
from etgen.cmake_project import Project, Target
from etgen.cpp_names import literal
from etgen.errors import InputError, Location, input_error
from etgen.library import KernelLibrary
from etgen.manifest import Manifest
from etgen.output import OutputFiles
from etgen.program import Model
from etgen.progress import Progress
from etgen.resolution import Resolution
from etgen.text_io import print_text, read_text

HELP = "build a static library of the kernels that models need, with CMake and a compiler, ready to link"

ARCHIVE = "libmodel_kernels.a"
_HEADER = "RegisterKernels.h"
_WRITTEN = (ARCHIVE, _HEADER, "app.cpp", "link_app.sh", "proof.txt", "report.txt", "resolution.json")
# The directory of the rules: a checkout, or the package installed by pip.
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_CUSTOM = {"quantized": "quantized.yaml", "llm": "llm.yaml", "cortex_m": "cortex_m.yaml"}
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
    _refuse_what_is_in_the_way(args.output)
    with tempfile.TemporaryDirectory(prefix="etgen_build") as temporary:
        project = _make_project(args, models, args.build_dir or temporary)
        progress.step("configuring the build")
        project.configure(flags)
        target = project.target("app")
        links = _has_runtime(target)
        progress.step("compiling the kernels")
        made = ["model_kernels", "proof", *(["linked_app"] if links else [])]
        project.build(made, args.jobs, progress.part)
        progress.step(f"writing {args.output}")
        report_text = _report(project, resolved, models, links)
        _write(args.output, project, target, resolved, report_text, models[0])
    print_text(_done(args.output, models[0], links))


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
        selected, libraries, label=ARCHIVE, by_dtype=args.dtype_selective, by_calls=args.call_selective
    )
    backends = [BackendLibrary(f"rules_executorch::backend_{n}", (id_,)) for id_, n in _BACKENDS.items()]
    problems = [p for m in models for p in delegates.without_backend(m, backends, {})]
    problems += [p for model in models for p in check.misfits(model, [result])]
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


def _refuse_what_is_in_the_way(output: str) -> None:
    """Raises `InputError` for user files at output paths, before the long build starts."""
    own = Manifest(output)
    outputs = OutputFiles()
    directory = outputs.directory(output)
    for name in _WRITTEN:
        directory.add(name, b"")
    directory.stale(own, {own.path, *directory.contents})


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
    project.add("app.cpp", _app(models[0]))
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


def _app(model: Model) -> str:
    """The source of an app that runs the model; special characters of its path are escaped."""
    return templates.render("build/app.cpp", model=literal(model.name))


def _has_runtime(target: Target) -> bool:
    """Whether there is a runtime to link with: for some targets it is header-only."""
    return any("executorch" in fragment for fragment in target.link)


def _report(project: Project, resolved: Resolution, models: list[Model], links: bool) -> str:
    """The table of `etgen report`, with sizes if an app was linked and can be inspected."""
    costs = None
    nm, size = project.cached("CMAKE_NM"), project.cached("CMAKE_SIZE") or "size"
    if links and nm and not project.cached("CMAKE_TOOLCHAIN_FILE"):
        flags = argparse.Namespace(
            binary=os.path.join(project.directory, "linked_app"),
            archive=[os.path.join(project.directory, ARCHIVE)],
            baseline=None,
            nm=nm,
            size=size,
        )
        try:
            costs = binary_size.measure(flags, resolved.operators)
        except (InputError, OSError, subprocess.SubprocessError):
            costs = None  # `size` is missing, or cannot read the archive
    text = report.table(list(resolved.operators), costs, {})
    return text + ("\n" + delegates.table(models) if any(model.delegates for model in models) else "")


def _write(
    output: str, project: Project, target: Target, resolved: Resolution, report_text: str, model: Model
) -> None:
    built = project.directory
    outputs = OutputFiles()
    directory = outputs.directory(output)
    with open(os.path.join(built, ARCHIVE), "rb") as archive:
        directory.add(ARCHIVE, archive.read())
    directory.add(_HEADER, read_text(os.path.join(built, "kernels", _HEADER)))
    directory.add("proof.txt", read_text(os.path.join(built, "proof.txt")))
    directory.add("report.txt", report_text)
    directory.add("resolution.json", resolutions.dump(resolved))
    directory.add("app.cpp", _app(model))
    directory.add("link_app.sh", _link_script(project, target))
    outputs.write()


def _link_script(project: Project, target: Target) -> str:
    # The headers of the registration are next to the script.
    own = os.path.join(project.directory, "kernels")
    includes = tuple(pair for pair in target.includes if pair[0] != own)
    flags = tuple(f for f in target.flags if project.directory not in f)
    if not any("-std=" in flag for flag in flags):
        flags = (*flags, "-std=c++17")
    return templates.render(
        "build/link_app.sh",
        target=target._replace(
            compiler=shlex.quote(target.compiler),
            flags=flags,
            definitions=tuple(map(shlex.quote, target.definitions)),
            includes=tuple((shlex.quote(path), is_system) for path, is_system in includes),
        ),
        has_runtime=_has_runtime(target),
    )


def _done(output: str, model: Model, links: bool) -> str:
    script = shlex.quote(os.path.join(output, "link_app.sh"))
    text = f"{output}: {', '.join(_WRITTEN)}\n"
    if not links:
        return f"{text}next: sh {script}, with EXECUTORCH_LIBRARIES set to a runtime for the target\n"
    return f"{text}next: sh {script} app && ./app {shlex.quote(model.path)}\n"
