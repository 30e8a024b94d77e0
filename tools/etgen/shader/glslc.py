"""Runs a GLSL compiler: shaderc's `glslc`, or Arm's, which supports `GL_ARM_tensors` and has other flags."""

import os
import re
import subprocess
import tempfile
from collections.abc import Callable

from etgen.errors import InputError, Location, Problem, input_error
from etgen.shader.declaration import ShaderOp
from etgen.shader.glsl import Glsl

_HINT = "give --glslc the path of one: Debian has the package glslc, and PyPI ai_ml_sdk_scenario_runner"
_SECONDS = 300
# The backend requires this version of Vulkan.
_TARGET = "--target-env=vulkan1.3"
# The first compiler prints `file:7: error: what`, or `file: error: what` for the whole file; the second
# prints `ERROR: 0:7: what`, with -1 for defines.
_MESSAGE = re.compile(r"(?:ERROR: (-?\d+)|[^:\n]+)(?::(\d+))?: (?:error: )?(?!warning:)(.+)")
# An entry must not have flags for paths of files or for the output.
_FIXED = re.compile(r"-o|-c|-E|-S|-M.*|-I.*|-x|-fshader-stage.*|--version|--help|--show-limits|-|[^-].*")


def compile_shader(glslc: str, op: ShaderOp, source: Glsl) -> bytes:
    """The SPIR-V of an operator's shader, for Vulkan 1.3.

    Raises:
      InputError: there is no compiler, or the source has mistakes; names each with its line.
    """
    with tempfile.TemporaryDirectory() as directory:
        # The SPIR-V may contain these file names, so they are constant.
        with open(os.path.join(directory, "shader.comp"), "w", encoding="utf-8") as file:
            file.write(source.text)
        command = _command(glslc)
        result = _run([_absolute(glslc), *command(op)], directory)
        try:
            with open(os.path.join(directory, "shader.spv"), "rb") as file:
                binary = file.read()
        except OSError:
            binary = b""
    if result.returncode != 0 or not binary:
        raise InputError(_problems(op, source, result.stdout + result.stderr))
    return binary


def _absolute(glslc: str) -> str:
    """The absolute path, as the compiler runs in another directory; a plain name is looked up on PATH."""
    return os.path.abspath(glslc) if os.path.dirname(glslc) else glslc


def _command(glslc: str) -> Callable[[ShaderOp], list[str]]:
    """A function that returns the flags of this compiler. Raises `InputError` for another program."""
    said = _run([glslc, "--version"], None).stdout.lstrip()
    if said.startswith("{"):
        return _armc
    if "shaderc" in said:
        return _shaderc
    raise input_error("it is not a glslc: --version names neither shaderc nor Arm's", _HINT, Location(glslc))


def _shaderc(op: ShaderOp) -> list[str]:
    for flag in op.flags:
        if _FIXED.fullmatch(flag):
            hint = "flags are such as -O, -g or --target-spv=spv1.5"
            raise input_error(f"{flag} cannot be set by an entry", hint, op.at("flags"), str(op.name))
    defines = [f"-D{name}={value}" for name, value in op.defines]
    return [_TARGET, "-fshader-stage=compute", *op.flags, *defines, "-o", "shader.spv", "shader.comp"]


def _armc(op: ShaderOp) -> list[str]:
    if op.flags:
        what = "Arm's glslc takes no flags"
        hint = "use defines instead, or, if the shader has no tensors, shaderc's glslc"
        raise input_error(what, hint, op.at("flags"), str(op.name))
    for name, value in op.defines:
        if any(c.isspace() for c in value):
            what = f"the value of {name} has spaces, which Arm's glslc does not take"
            raise input_error(what, "write it without spaces", op.at("defines"), str(op.name))
    # The leading space prevents that they are parsed as flags.
    defines = "".join(f" -D{name}={value}" if value else f" -D{name}" for name, value in op.defines)
    options = ["--build-opts", defines] if defines else []
    return ["--input", "shader.comp", "--output", "shader.spv", *options]


def _run(command: list[str], directory: str | None) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(
            command, cwd=directory, capture_output=True, text=True, errors="replace", timeout=_SECONDS
        )
    except OSError as error:
        raise input_error(f"cannot run: {error.strerror}", _HINT, Location(command[0])) from None
    except subprocess.TimeoutExpired:
        what = f"it did not finish within {_SECONDS} seconds"
        raise input_error(what, "give --glslc another compiler", Location(command[0])) from None


def _problems(op: ShaderOp, source: Glsl, output: str) -> list[Problem]:
    """The compiler's messages, each with the line of the file that it concerns."""
    hint = f"fix {op.glsl}, or the defines of the entry on {op.where}"
    if "extension not supported: GL_ARM_tensors" in output:
        hint = (
            "this compiler has no tensors: give --glslc that of the Python package ai_ml_sdk_scenario_runner"
        )
    found = [
        Problem(match[3].strip(), hint, _place(op, source, match), str(op.name))
        for line in output.splitlines()
        if (match := _MESSAGE.fullmatch(line.strip())) and not match[3].startswith("warning:")
    ]
    if by_version := [p for p in found if p.what.startswith("#version")]:
        # The other messages are consequences of this one.
        return [p._replace(hint=f"write #version 450 in the first line of {op.glsl}") for p in by_version]
    if not found:
        lines = [line.strip() for line in output.splitlines() if line.strip()] or ["the compiler failed"]
        found.append(Problem(lines[-1], hint, Location(source.files[0]), str(op.name)))
    return found


def _place(op: ShaderOp, source: Glsl, match: re.Match) -> Location:
    """The location that a message of the compiler concerns."""
    if match[1] == "-1":
        return op.at("defines")
    return source.origin(int(match[2])) if match[2] else Location(source.files[0])
