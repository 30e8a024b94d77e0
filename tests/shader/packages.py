"""Generates the packages of ops/*.yaml from GLSL, with the command line, as users do."""

import functools
import importlib
import pathlib
import sys
import tempfile
import types

import environment
from conftest import ROOT, run_etgen

OPS = ROOT / "tests" / "shader" / "ops"
# The compiler that each package needs.
GLSLC = {
    "ops": environment.glslc,
    "dtypes": environment.glslc,
    "mish": environment.glslc,
    "operands": environment.glslc,
    "tensors": environment.tensor_glslc,
}

_work = tempfile.TemporaryDirectory(prefix="shader_packages_")


def generate(yaml: pathlib.Path, glslc: pathlib.Path, directory: pathlib.Path, **env: str) -> pathlib.Path:
    """Compiles the shaders of a yaml file and generates their package, `<stem of the file>_shaders`."""
    spirv, package = directory / f"{yaml.stem}_spirv", directory / f"{yaml.stem}_shaders"
    for command in (
        ["compile", "--glslc", glslc, "--output-dir", spirv],
        ["generate", "--spirv-dir", spirv, "--output-dir", package],
    ):
        result = run_etgen("shader", *command, "--custom-ops-yaml", yaml.name, cwd=yaml.parent, **env)
        assert result.returncode == 0, result.stderr
    return package


@functools.cache
def path_of(name: str) -> pathlib.Path:
    """The directory of the package of ops/<name>.yaml."""
    return generate(OPS / f"{name}.yaml", GLSLC[name](), pathlib.Path(_work.name))


def files_of(package: pathlib.Path) -> dict[str, bytes]:
    """The files of a package by path, without those that Python adds when it imports the package."""
    return {
        str(path.relative_to(package)): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@functools.cache
def load(name: str) -> types.ModuleType:
    """Imports the package of ops/<name>.yaml, which registers its operators with PyTorch."""
    if _work.name not in sys.path:
        sys.path.append(_work.name)
    return importlib.import_module(path_of(name).name)


def module(name: str, part: str) -> types.ModuleType:
    """A module of a package."""
    return importlib.import_module(f"{load(name).__name__}.{part}")
