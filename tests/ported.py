"""A build file for ExecuTorch's own macros with changed load lines, for Bazel and for Buck2."""

import re

from conftest import ROOT

_FILE = ROOT / "tests/starlark/ported/targets.bzl.executorch"

# Messages about parameters that have no effect, by target.
SAID = (
    r"et_operator_library \S*PACKAGE:all_ops: define_static_targets has no effect: one target serves every",
    r"executorch_generated_lib \S*PACKAGE:ops_in_list_lib: aten_mode is always False: [^;]*; "
    r"expose_operator_symbols has no effect: [^;]*; fbcode_deps has no effect [^;]*; "
    r"feature has no effect [^;]*; use_default_aten_ops_lib has no effect",
    r"executorch_generated_lib \S*PACKAGE:ops_from_yaml_lib: custom_ops_aten_kernel_deps has no effect: ",
    r"executorch_ops_check \S*PACKAGE:ops_check: platforms has no effect outside of Meta",
    r"build_portable_lib \S*PACKAGE:shared_portable_lib: is //kernels/portable:portable; ",
    r"build_optimized_lib \S*PACKAGE:shared_optimized_lib: is //kernels/optimized:optimized; ",
)


def ported_targets(file: str, *more: str) -> str:
    """The build file; it loads all symbols from one file of this repository."""
    text = _FILE.read_text()
    loads = re.findall(r"^load\((.*?)\)$", text, re.MULTILINE | re.DOTALL)
    symbols = [symbol for load in loads for symbol in re.findall(r'"(\w+)"', load)]
    listed = ", ".join(f'"{symbol}"' for symbol in [*symbols, *more])
    return f'load("@rules_executorch//{file}", {listed})\n' + re.sub(
        r"^load\(.*?\)$", "", text, flags=re.MULTILINE | re.DOTALL
    )
