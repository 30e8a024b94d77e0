"""The front ends: each builds the examples. A new front end is an entry in FRONT_ENDS."""

import abc
import dataclasses
import functools
import pathlib
import shutil
import subprocess
import tempfile

from cmake_build import built_example, fetch_wheels
from conftest import ROOT, bazel_bin, build


@dataclasses.dataclass(frozen=True)
class Example:
    """The targets of an example."""

    name: str
    selections: tuple[str, ...]
    registrations: tuple[str, ...]
    apps: tuple[str, ...]


class FrontEnd(abc.ABC):
    """A build system that builds examples by their target names, which are the same in all front ends.

    It writes the generated files of a target to a directory of the target's name.
    """

    @abc.abstractmethod
    def output_directory(self, example: Example) -> pathlib.Path:
        """Builds the apps of an example; returns the directory with them and the generated files."""


class Bazel(FrontEnd):
    def output_directory(self, example: Example) -> pathlib.Path:
        package = f"examples/{example.name}"
        generated = example.selections + example.registrations
        targets = [f"//{package}:{target}" for target in (*example.apps, *generated)]
        # Delete outputs of older revisions of the rules: Bazel only writes the current ones.
        for directory in (bazel_bin(None) / package / target for target in generated):
            if directory.exists():
                subprocess.run(["chmod", "-R", "u+w", directory], check=True)
                shutil.rmtree(directory)
        return build(*targets) / package


class CMake(FrontEnd):
    def output_directory(self, example: Example) -> pathlib.Path:
        return built_example(example.name).directory


class Buck2(FrontEnd):
    """The stand-in for Buck2; its outputs are moved to the paths that Bazel has.

    In Buck2, units of kernels have the path of their source, and labels contain the name of their cell.
    """

    _CELL = b"rules_executorch//"

    def output_directory(self, example: Example) -> pathlib.Path:
        buck2 = self._buck2()
        directory = pathlib.Path(tempfile.mkdtemp(prefix="buck2_parity_"))
        package = f"//examples/{example.name}"
        for target in example.selections:
            for path in buck2.build(f"{package}:{target}"):
                self._write(directory / target / path.name, path.read_bytes())
        for target in example.registrations:
            for name, data in buck2.generated(f"{package}:{target}").items():
                short = "/".join(["kernels", *name.split("/")[-2:]]) if name.startswith("kernels/") else name
                self._write(directory / target / short, data)
        for app in example.apps:
            (program,) = buck2.build(f"{package}:{app}")
            # The program finds its shared libraries relative to its own directory, so it is linked and not
            # copied.
            (directory / app).symlink_to(program)
        return directory

    def _write(self, path: pathlib.Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.replace(self._CELL, b"//"))

    @functools.cache  # noqa: B019 - there is one front end of each kind
    def _buck2(self):
        import buck2

        fetch_wheels()
        return buck2.Buck2(ROOT)


FRONT_ENDS: dict[str, FrontEnd] = {"bazel": Bazel(), "buck2": Buck2(), "cmake": CMake()}

# The front end that all others are compared with.
REFERENCE = "bazel"


@functools.cache
def built(front_end: str, example: Example) -> pathlib.Path:
    return FRONT_ENDS[front_end].output_directory(example)
