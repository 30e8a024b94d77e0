"""The commands `etgen shader compile`, `check` and `generate`."""

import argparse
import os
from collections.abc import Callable

from etgen import file_log
from etgen.errors import CheckError, Location, Problem, cannot_read, input_error
from etgen.output import OutputFiles
from etgen.shader import contract, glsl, glslc, package, read_entry, spirv
from etgen.shader.declaration import ShaderOp
from etgen.text_io import warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the three commands."""
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for run, text in (
        (_compile, "compile the shaders of a yaml file to SPIR-V"),
        (_check, "prove that declarations and compiled shaders keep the contract of the Arm backend"),
        (_generate, "check, and write the Python package that defines and lowers the operators"),
    ):
        command = subparsers.add_parser(run.__name__.strip("_"), help=text, description=text)
        command.set_defaults(run_shader=run)
        _add_flags(command, run)


def _add_flags(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], object]) -> None:
    many = {"action": "append"} if run is _check else {}
    command.add_argument(
        "--custom-ops-yaml",
        required=True,
        metavar="YAML",
        help="entries with a shader" + ("; may repeat" if many else ""),
        **many,
    )
    if run is _compile:
        command.add_argument(
            "--source",
            action="append",
            default=[],
            metavar="GLSL",
            help="a shader, or what shaders include, if it is not next to the file that names it; may repeat",
        )
        command.add_argument(
            "--glslc", default="glslc", help="the compiler: shaderc's or Arm's; glslc on PATH"
        )
        command.add_argument("--output-dir", required=True, help="where <namespace>_<operator>.spv go")
        command.add_argument(
            "--depfile",
            nargs=2,
            metavar=("FILE", "TARGET"),
            help="a depfile to write: the files that were read, as the target's dependencies",
        )
    else:
        command.add_argument(
            "--spirv-dir",
            required=run is _generate,
            help="the output directory of compile"
            + ("; without it, only checks that need no shader are run" if run is _check else ""),
        )
    if run is _generate:
        command.add_argument("--output-dir", required=True, help="the package; its name is the directory's")
    if run is _check:
        command.add_argument("--output", help="a summary of what was proven")


def _compile(args: argparse.Namespace) -> None:
    ops = _declared([args.custom_ops_yaml])
    outputs = OutputFiles()
    directory = outputs.directory(args.output_dir, nothing_else=True)
    read = [args.custom_ops_yaml]
    for op in ops:
        source = glsl.read(_source(op, args.source), args.source)
        directory.add(op.spirv, glslc.compile_shader(args.glslc, op, source))
        read += source.files
    if args.depfile:
        # Absolute paths, because the reader of the depfile may run in another directory.
        files = " ".join(_in_make(os.path.abspath(file)) for file in sorted(set(read)))
        path, target = args.depfile
        outputs.add(path, f"{_in_make(target)}: {files}\n")
    outputs.write()


def _check(args: argparse.Namespace) -> None:
    ops = _declared(args.custom_ops_yaml)
    if args.spirv_dir:
        _compiled(ops, args.spirv_dir)
    else:
        for op in ops:
            _warn(op, None)
    if args.output:
        outputs = OutputFiles()
        what = "its shader keeps the contract" if args.spirv_dir else "its declaration keeps the contract"
        outputs.add(args.output, "".join(f"{name}: {what}\n" for name in sorted(str(op.name) for op in ops)))
        outputs.write()


def _generate(args: argparse.Namespace) -> None:
    ops = _declared([args.custom_ops_yaml])
    compiled = _compiled(ops, args.spirv_dir)
    outputs = OutputFiles()
    package.add_files(outputs.directory(args.output_dir, nothing_else=True), compiled)
    outputs.write()


def _declared(yamls: list[str]) -> list[ShaderOp]:
    """The operators of all files. Raises `CheckError` if a declaration breaks the contract."""
    ops = [op for path in yamls for op in read_entry.read(path)]
    if problems := contract.check_declarations(ops):
        raise CheckError(problems)
    return ops


def _compiled(ops: list[ShaderOp], directory: str) -> list[package.Compiled]:
    """The operators with their shaders. Raises `CheckError` if they break the contract."""
    binaries = [_read_binary(os.path.join(directory, op.spirv), op) for op in ops]
    problems: list[Problem] = []
    for op, binary in zip(ops, binaries, strict=True):
        problems += contract.check(op, binary)
    if problems:
        raise CheckError(problems)
    compiled = []
    for op, binary in zip(ops, binaries, strict=True):
        shader = spirv.reflect(binary)
        _warn(op, shader)
        compiled.append(package.Compiled(op, contract.runtime_contract(op, shader), binary))
    return compiled


def _warn(op: ShaderOp, shader: spirv.Shader | None) -> None:
    for problem in contract.warnings(op, shader):
        warn(problem)


def _read_binary(path: str, op: ShaderOp) -> bytes:
    try:
        file_log.reads(path)
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        hint = "run etgen shader compile for this yaml file"
        raise input_error(
            f"there is no {os.path.basename(path)}", hint, Location(path), str(op.name)
        ) from None
    except OSError as error:
        raise cannot_read(path, error) from None


def _source(op: ShaderOp, sources: list[str]) -> str:
    """The GLSL file of an operator."""
    path = op.beside_yaml(op.glsl)
    return path if os.path.isfile(path) else glsl.find_source(op.glsl, sources, op.at("glsl"))


def _in_make(path: str) -> str:
    return path.replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#")
