"""Rewrites tools/etgen/data/aten_schemas.txt from the installed torch.

    python tools/dev/update_aten_schemas.py

Each operator has a line, sorted by name: the schema and, after a tab, `core` if the operator belongs to the
core ATen set, or `decomposed` if the core ATen decompositions decompose it. In-place and out variants,
including those of `_copy` operators, have the status of their functional operator. The table holds the native
functions, and the out variants that torchgen derives from them: the names that a `- op:` entry of a functions
yaml may have. The build reads the table, so that it needs no torch.
"""

import pathlib

import torch
import torchgen
from torch._decomp import core_aten_decompositions
from torchgen.gen import parse_native_yaml
from torchgen.model import NativeFunction

TABLE = pathlib.Path(__file__).parents[1] / "etgen" / "data" / "aten_schemas.txt"


def identity(function: NativeFunction) -> str:
    """The signature that the functional, out and in-place variants of an operator share."""
    signature = str(function.func.signature(strip_default=True))
    base, parenthesis, rest = signature.partition("(")
    return base.removesuffix("_copy") + parenthesis + rest.partition(" -> ")[0]


def statuses(functions: list[NativeFunction]) -> dict[str, str]:
    """By identity: core if any variant has the tag, else decomposed if any is decomposed, else empty."""
    decomposed = {str(op) for op in core_aten_decompositions()}
    result: dict[str, str] = {}
    for function in functions:
        name = f"aten.{function.func.name.name}"
        overload = function.func.name.overload_name
        known = result.get(identity(function), "")
        if "core" in function.tags or known == "core":
            known = "core"
        elif f"{name}.{overload or 'default'}" in decomposed:
            known = "decomposed"
        result[identity(function)] = known
    return result


def main() -> None:
    native = pathlib.Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    functions = parse_native_yaml(
        str(native / "native_functions.yaml"), str(native / "tags.yaml")
    ).native_functions
    status = statuses(functions)
    lines = sorted(f"{f.func}\t{status[identity(f)]}".rstrip() for f in functions)
    header = (
        f"# The {len(lines)} operators of torch {torch.__version__.partition('+')[0]}; "
        "made by tools/dev/update_aten_schemas.py\n"
    )
    TABLE.write_text(header + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
