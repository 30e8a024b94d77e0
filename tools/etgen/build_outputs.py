"""The files that `etgen build` writes to its output directory: the library, an app and the command that links
it, the proof and the report.
"""

import argparse
import os
import shlex
import subprocess

from etgen import binary_size, delegates, report, templates
from etgen import resolution as resolutions
from etgen.cmake_project import Project, Target
from etgen.cpp_names import literal
from etgen.errors import InputError
from etgen.manifest import Manifest
from etgen.output import OutputFiles
from etgen.program import Model
from etgen.resolution import Resolution
from etgen.text_io import read_text

ARCHIVE = "libmodel_kernels.a"
_HEADER = "RegisterKernels.h"
_WRITTEN = (ARCHIVE, _HEADER, "app.cpp", "link_app.sh", "proof.txt", "report.txt", "resolution.json")


def refuse_what_is_in_the_way(output: str) -> None:
    """Raises `InputError` for user files at output paths, before the long build starts."""
    own = Manifest(output)
    outputs = OutputFiles()
    directory = outputs.directory(output)
    for name in _WRITTEN:
        directory.add(name, b"")
    directory.stale(own, {own.path, *directory.contents})


def app(model: Model) -> str:
    """The source of an app that runs the model; special characters of its path are escaped."""
    return templates.render("build/app.cpp", model=literal(model.name))


def has_runtime(target: Target) -> bool:
    """Whether there is a runtime to link with: for some targets it is header-only."""
    return any("executorch" in fragment for fragment in target.link)


def report_text(project: Project, resolved: Resolution, models: list[Model], links: bool) -> str:
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


def write(
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
    directory.add("app.cpp", app(model))
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
        has_runtime=has_runtime(target),
    )


def done(output: str, model: Model, links: bool) -> str:
    script = shlex.quote(os.path.join(output, "link_app.sh"))
    text = f"{output}: {', '.join(_WRITTEN)}\n"
    if not links:
        return f"{text}next: sh {script}, with EXECUTORCH_LIBRARIES set to a runtime for the target\n"
    return f"{text}next: sh {script} app && ./app {shlex.quote(model.path)}\n"
