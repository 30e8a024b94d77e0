"""Takes ExecuTorch's source tree apart, for rules that compile it where no build file of its own is used.

    python -m source_tree --parts source_parts.json --source TREE [--flatbuffers TREE] \
        [--platform posix] --output DIR --list-dir DIR

Buck2 knows no name of a file in a directory that an action has made. What is made here has names that the
rules know: in DIR `sources/<part>/…`, of each part and of `flatc`, `include/executorch/…`,
`flatbuffers/…` and `schemas/…`; in the directory of lists, `<part>.txt` with the sources of each, relative
to `sources`. Files are copied, so that an action that reads one of these does not see the others.
"""

import argparse
import json
import pathlib
import shutil
import sys

FLATC_DIRECTORIES = ("src", "grpc/src/compiler")
HEADERS_OF = ("extension", "kernels/prim_ops", "runtime", "schema")


class TreeError(Exception):
    """What is wrong with a source tree, for its user."""


class Layout:
    """The directory that is written."""

    def __init__(self, output: pathlib.Path, lists: pathlib.Path):
        self._output = output
        self._lists = lists

    def add(self, file: pathlib.Path, *place: str) -> None:
        target = self._output.joinpath(*place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)

    def add_part(self, name: str, root: pathlib.Path, sources: list[pathlib.Path]) -> None:
        paths = [f"{name}/{source.relative_to(root).as_posix()}" for source in sources]
        for source, path in zip(sources, paths, strict=True):
            self.add(source, "sources", path)
        self._lists.mkdir(parents=True, exist_ok=True)
        (self._lists / f"{name}.txt").write_text("".join(f"{path}\n" for path in paths))


def lay_out(
    parts: dict, source: pathlib.Path, flatbuffers: pathlib.Path, platform: str, layout: Layout
) -> None:
    if not (source / "runtime/executor/program.cpp").is_file():
        raise TreeError(
            f"{source}: not ExecuTorch's source tree, which has runtime/executor/program.cpp:"
            " set source to a checkout, not to an install prefix or the wheel"
        )
    if not (flatbuffers / "include/flatbuffers/base.h").is_file():
        raise TreeError(
            f"{flatbuffers} has no include/flatbuffers/base.h: set flatbuffers to a checkout of it, of the"
            " same release as ExecuTorch's submodule"
        )
    for name, part in parts.items():
        found = {file for pattern in part["srcs"] for file in source.glob(pattern)}
        found -= {source / excepted for excepted in part["except"]}
        if name == "core":
            found |= platform_source(source, platform)
        layout.add_part(name, source, sorted(found))
        for schema in part["schemas"]:
            if not (source / schema).is_file():
                raise TreeError(f"{source} has no {schema}: set source to a checkout of release 1.0 or later")
            layout.add(source / schema, "schemas", schema)
    for directory in HEADERS_OF:
        for header in sorted((source / directory).rglob("*.h")):
            layout.add(header, "include/executorch", header.relative_to(source).as_posix())
    for header in sorted((flatbuffers / "include").rglob("*.h")):
        layout.add(header, "flatbuffers", header.relative_to(flatbuffers).as_posix())
    lay_out_flatc(flatbuffers, layout)


def platform_source(source: pathlib.Path, platform: str) -> set[pathlib.Path]:
    """What runtime/platform/default has for a platform, a part of the core."""
    known = {file.stem: file for file in sorted((source / "runtime/platform/default").glob("*.cpp"))}
    if platform and platform not in known:
        raise TreeError(f"unknown platform {platform}: give one of {', '.join(known)}, or none")
    return {known[platform]} if platform else set()


def lay_out_flatc(flatbuffers: pathlib.Path, layout: Layout) -> None:
    files = [file for directory in FLATC_DIRECTORIES for file in sorted((flatbuffers / directory).glob("*"))]
    compiled = [file for file in files if file.suffix in (".cc", ".cpp") and file.stem != "flathash"]
    if not compiled:
        raise TreeError(
            f"{flatbuffers} has no sources of flatc: set flatbuffers to a complete checkout of it"
        )
    layout.add_part("flatc", flatbuffers, compiled)
    for header in (file for file in files if file.suffix == ".h"):
        layout.add(header, "flatbuffers", header.relative_to(flatbuffers).as_posix())


def main() -> int:
    parser = argparse.ArgumentParser(prog="source_tree", description=__doc__.splitlines()[0])
    parser.add_argument("--parts", required=True, help="rules/common/source_parts.json")
    parser.add_argument("--source", required=True, help="a checkout of ExecuTorch")
    parser.add_argument("--flatbuffers", help="a checkout of flatbuffers; by default the submodule")
    parser.add_argument("--platform", default="", help="the name of runtime/platform/default/<platform>.cpp")
    parser.add_argument("--output", required=True, help="the directory to write")
    parser.add_argument("--list-dir", required=True, help="the directory for the lists of sources")
    args = parser.parse_args()
    source = pathlib.Path(args.source)
    flatbuffers = pathlib.Path(args.flatbuffers or source / "third-party/flatbuffers")
    parts = json.loads(pathlib.Path(args.parts).read_text())
    layout = Layout(pathlib.Path(args.output), pathlib.Path(args.list_dir))
    try:
        lay_out(parts, source, flatbuffers, args.platform, layout)
    except TreeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
