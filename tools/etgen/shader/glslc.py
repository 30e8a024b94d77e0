"""Runs a compiler of GLSL: shaderc's `glslc`, or Arm's, which knows `GL_ARM_tensors` and has other flags."""

import os
import re
import subprocess
import tempfile

from etgen.errors import InputError, Location, Problem, input_error
from etgen.shader.declaration import ShaderOp
from etgen.shader.glsl import Glsl

_HINT = (
    "give --glslc the path of one: the package glslc of Debian has it, and of PyPI ai_ml_sdk_scenario_runner"
)
_SECONDS = 300
# `file:7: error: what` of the one, `ERROR: 0:7: what` of the other.
_MESSAGE = re.compile(r"(?:ERROR: -?\d+|[^:\n]+):(\d+): (?:error: )?(?!warning:)(.+)")


def compile_shader(glslc: str, op: ShaderOp, source: Glsl) -> bytes:
    """The SPIR-V of an operator's shader.

    Raises:
      InputError: there is no compiler, or the source has mistakes; names each with its line.
    """
    with tempfile.TemporaryDirectory() as directory:
        # Names in there may end up in the SPIR-V, so they are always the same.
        with open(os.path.join(directory, "shader.comp"), "w", encoding="utf-8") as file:
            file.write(source.text)
        command = _armc if _is_arm(glslc) else _shaderc
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
    """The compiler runs in a directory of its own; a mere name is looked up on PATH."""
    return os.path.abspath(glslc) if os.path.dirname(glslc) else glslc


def _is_arm(glslc: str) -> bool:
    """Arm's says in JSON what it is."""
    return _run([glslc, "--version"], None).stdout.lstrip().startswith("{")


def _shaderc(op: ShaderOp) -> list[str]:
    defines = [f"-D{name}={value}" for name, value in op.defines]
    return ["-fshader-stage=compute", *defines, "-o", "shader.spv", "shader.comp"]


def _armc(op: ShaderOp) -> list[str]:
    for name, value in op.defines:
        if any(c.isspace() for c in value):
            what = f"the value of {name} has spaces, which Arm's glslc does not take"
            raise input_error(what, "write it without", op.at("defines"), str(op.name))
    # The space before keeps them from being taken for flags.
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
        what = f"it has not ended after {_SECONDS} seconds"
        raise input_error(what, "give --glslc another compiler", Location(command[0])) from None


def _problems(op: ShaderOp, source: Glsl, output: str) -> list[Problem]:
    """The compiler's messages, each at the line of the file that it is about."""
    hint = f"mend {op.glsl}, or the defines of the entry on {op.where}"
    if "extension not supported: GL_ARM_tensors" in output:
        hint = (
            "this compiler has no tensors: give --glslc that of the Python package ai_ml_sdk_scenario_runner"
        )
    found = [
        Problem(match[2].strip(), hint, source.origin(int(match[1])), str(op.name))
        for line in output.splitlines()
        if (match := _MESSAGE.fullmatch(line.strip())) and not match[2].startswith("warning:")
    ]
    if not found:
        lines = [line.strip() for line in output.splitlines() if line.strip()] or ["the compiler failed"]
        found.append(Problem(lines[-1], hint, Location(source.files[0]), str(op.name)))
    return found
