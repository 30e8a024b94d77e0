"""The front ends, each by what it makes of an example. Another one is an entry in FRONT_ENDS."""

import abc
import functools
import pathlib

from cmake_build import built_example
from conftest import build


class FrontEnd(abc.ABC):
    """A build system that builds examples by the targets' names, which are the same in all.

    It puts what it generates for a target into a directory of that name.
    """

    @abc.abstractmethod
    def output_directory(self, example: str, apps: tuple[str, ...]) -> pathlib.Path:
        """Builds apps of an example; returns the directory with them and what was generated."""


class Bazel(FrontEnd):
    def output_directory(self, example: str, apps: tuple[str, ...]) -> pathlib.Path:
        return build(*(f"//examples/{example}:{app}" for app in apps)) / "examples" / example


class CMake(FrontEnd):
    def output_directory(self, example: str, apps: tuple[str, ...]) -> pathlib.Path:
        return built_example(example).directory


FRONT_ENDS: dict[str, FrontEnd] = {"bazel": Bazel(), "cmake": CMake()}

# What is compared with all others.
REFERENCE = "bazel"


@functools.cache
def built(front_end: str, example: str, apps: tuple[str, ...]) -> pathlib.Path:
    return FRONT_ENDS[front_end].output_directory(example, apps)
