"""Judges a drawn case: it is refused with a message, or gives numbers, which are right or wrong."""

import contextlib
import dataclasses
import functools
import importlib
import io
import pathlib
import sys

import arm
import environment
import runners
import torch
from draw import Case
from etgen import cli
from executorch.backends.arm._passes import arm_pass_manager
from executorch.backends.arm.tosa.partitioner import TOSAPartitioner
from executorch.backends.arm.vgf.backend import VgfBackend
from torch._export import utils as export_utils

# An export queries the composite operators of each namespace five times, and reads the list of all operators
# each time. The cases have no composite operators.
export_utils._collect_all_valid_cia_ops_for_namespace = functools.cache(
    export_utils._collect_all_valid_cia_ops_for_namespace
)
# The functions that packages replace: the replacements would also apply to the models of later cases.
_ORIGINALS = [
    (owner, name, vars(owner)[name])
    for owner, name in ((TOSAPartitioner, "partition"), (VgfBackend, "preprocess"))
]


@dataclasses.dataclass
class Verdict:
    """The outcome of a case.

    Attributes:
      end: `right`, `wrong`, `refused`; `warned`: wrong, and a warning of the build said so;
      `foreign`: the backend or the runner cannot do it at all; `failed`: neither an error message of etgen
      nor results.
      where: the last step: compile, generate, import, lower, run.
    """

    end: str
    where: str
    text: str = ""


def judge(case: Case, directory: pathlib.Path, runner) -> Verdict:
    """Builds, lowers and runs a case; its files stay in the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in case.files.items():
        (directory / name).write_text(text)
    package = directory / f"{case.namespace}_ops"
    glslc = environment.tensor_glslc() if case.tensors else environment.glslc()
    spirv = directory / "spirv"
    for command, flags in (
        ("compile", ["--glslc", glslc, "--output-dir", spirv]),
        ("generate", ["--spirv-dir", spirv, "--output-dir", package]),
    ):
        status, text = _etgen(command, "--custom-ops-yaml", directory / "ops.yaml", *flags)
        if status:
            return Verdict("refused" if status in (1, 2) else "failed", command, text)
    verdict = _lowered(directory, package.name, runner)
    # A warning that results may be wrong excuses wrong results.
    return dataclasses.replace(verdict, end="warned") if verdict.end == "wrong" and text else verdict


def _etgen(command: str, *flags: object) -> tuple[int, str]:
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        status = cli.main(["shader", command, *map(str, flags)])
    return status, errors.getvalue()


def _lowered(directory: pathlib.Path, package: str, runner) -> Verdict:
    sys.path.insert(0, str(directory))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("model", package)]:
        del sys.modules[name]
    try:
        operators = importlib.import_module(package)
        module = importlib.import_module("model")
        model, inputs = module.Model().eval(), module.inputs()
        expected = model(*inputs)
        try:
            pte = arm.lower_with([operators], model, inputs)
        except Exception as error:  # all errors are judged
            return _refusal(error)
        finally:
            _forget(package)
        try:
            arm.vgfs(pte)
        except AssertionError:
            return Verdict("foreign", "lower", "operators outside of the delegate")
        try:
            outputs = runner.run(pte, inputs, directory)
        except runners.NotRunError as error:
            return Verdict("foreign", "run", str(error)[-300:])
        except Exception as error:
            return Verdict("failed", "run", str(error)[-600:])
        return _compared(outputs, expected)
    finally:
        sys.path.remove(str(directory))


def _forget(package: str) -> None:
    """Removes a case from PyTorch and the backend, which otherwise become slower with every case."""
    arm_pass_manager.clear_registered_pass_insertions()
    for owner, name, original in _ORIGINALS:
        setattr(owner, name, original)
    namespace = package.removesuffix("_ops")
    if namespace in torch.ops._dir:
        torch.ops._dir.remove(namespace)


def _refusal(error: BaseException) -> Verdict:
    while error.__cause__ is not None:
        error = error.__cause__
    name = type(error).__name__
    return Verdict("refused" if name == "ContractError" else "failed", "lower", f"{name}: {error}")


def _compared(outputs: list, expected: tuple) -> Verdict:
    if len(outputs) != len(expected):
        return Verdict("failed", "run", f"{len(outputs)} outputs of {len(expected)}")
    for i, (output, wanted) in enumerate(zip(outputs, expected, strict=True)):
        if output.numel() != wanted.numel():
            return Verdict(
                "wrong", "run", f"output {i}: shape {list(output.shape)}, not {list(wanted.shape)}"
            )
        different = int((output.reshape(wanted.shape).double() != wanted.double()).sum())
        if different:
            return Verdict("wrong", "run", f"output {i}: {different} of {wanted.numel()} elements")
    return Verdict("right", "run")
