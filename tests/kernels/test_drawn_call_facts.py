"""Kernels that are compiled for facts of drawn calls: right results for calls of which the facts are true,
and a failure that leaves the outs alone for all others.

Each operator is called with shapes, dtypes and arguments that are drawn. The facts are those of one call, or
of two; further calls, and wrong ones, are made as well.
"""

import contextlib
import dataclasses
import functools
import json
import math
import operator
import subprocess

import pytest
from cmake_build import wheel
from conftest import COMPILER, ROOT, build, run_etgen
from etgen import functions_yaml, selection
from etgen.call_facts import CallFacts, Constant
from etgen.dtypes import DType
from etgen.kernel_key import TensorMeta
from etgen.selected_op import SelectedOp
from etgen.selection import Selection
from kernel_testing import sources
from kernel_testing.process import DYNAMIC_BOUND, Out, Process
from kernel_testing.run import PASSED, REJECTED, run
from kernel_testing.shapes import Any
from kernel_testing.suite import References
from kernel_testing.tensors import Tensor

PORTABLE = ROOT / "kernels/portable"
DTYPES = (DType.Float, DType.Long, DType.Float, DType.Half, DType.Float, DType.Bool, DType.Double, DType.Int)
# Calls of an operator, and how many of them a build knows.
DRAWN, MOST_KNOWN = 5, 2
SOURCES_IN_A_UNIT = 24


@dataclasses.dataclass(frozen=True)
class Drawn:
    """The calls of an operator, and what is true of those that the build knows."""

    samples: list
    known: CallFacts
    keys: frozenset
    list_dtypes: frozenset


def tensors(value):
    """The tensors in an argument."""
    if isinstance(value, Out):
        return [value.tensor]
    if isinstance(value, Tensor):
        return [value]
    return [tensor for item in value for tensor in tensors(item)] if isinstance(value, list | tuple) else []


def constant(value):
    """The constant that an argument is by `program_facts`."""
    if isinstance(value, Tensor | Out):
        return Constant("dtype", tensors(value)[0].dtype)
    if value is None:
        return Constant("none", None)
    if isinstance(value, bool | int):
        return Constant("bool" if isinstance(value, bool) else "int", value)
    if isinstance(value, float) and math.isfinite(value):
        return Constant("double", value)
    is_ints = isinstance(value, list | tuple) and all(type(item) is int for item in value)
    return Constant("ints", tuple(value)) if is_ints and len(value) <= 16 else None


def facts_of(sample):
    """What is true of a call."""
    every = [tensor for value in sample.values for tensor in tensors(value)]
    ranks = [len(tensor.shape) for tensor in every]
    is_static = not any(isinstance(v, Out) and v.dynamism for v in sample.written)
    constants = ((index, constant(value)) for index, value in enumerate(sample.values))
    return CallFacts(
        min_rank=min(ranks),
        max_rank=max(ranks),
        same_sizes=is_static and len({tensor.shape for tensor in every}) == 1,
        same_dtypes=len({tensor.dtype for tensor in every}) == 1,
        is_static=is_static,
        is_contiguous=all(tensor.order == tuple(range(len(tensor.shape))) for tensor in every),
        has_no_empty=all(tensor.data for tensor in every),
        max_numel=max(math.prod(tensor.shape) for tensor in every),
        fixed=tuple((index, str(each)) for index, each in constants if each),
    )


def dtypes_of(sample):
    return {tensor.dtype for value in sample.values for tensor in tensors(value)}


def key_of(sample):
    alone = [v for v in sample.values if isinstance(v, Tensor | Out)]
    slots = sample.outs[:1] if len(sample.outs) == 1 else ()
    metas = [TensorMeta(t.dtype, t.order) for value in (*alone, *slots) for t in tensors(value)]
    return tuple(metas)


def draw(schema, references, seed):
    """Calls of an operator, for the first dtype that it supports, of which the first are the known ones."""
    for dtype in dict.fromkeys((DTYPES[seed % len(DTYPES)], DType.Float, DType.Long, DType.Bool)):
        plan = sources.Plan([dtype], DRAWN, seed, 4, Any())
        calls = sources.drawn(schema, dtype, references, plan)
        fitting = [call for call in calls if not any(out.dynamism == DYNAMIC_BOUND for out in call.outs)]
        if fitting:
            known = fitting[: 1 + seed % MOST_KNOWN]
            variants = [each for each in sources.with_variants(calls, references, plan) if each not in known]
            return Drawn(
                [*known, *variants],
                functools.reduce(operator.or_, map(facts_of, known)),
                frozenset(map(key_of, known)),
                frozenset().union(*map(dtypes_of, known)),
            )
    return None


@pytest.fixture(scope="module")
def drawn():
    with contextlib.closing(References([], with_torch=True)) as references:
        entries = functions_yaml.read(str(PORTABLE / "functions.yaml"))
        schemas = [entry.schema for entry in entries if references.has(entry.schema)]
        found = {schema.name: draw(schema, references, seed) for seed, schema in enumerate(schemas)}
        return {name: calls for name, calls in found.items() if calls}


@pytest.fixture(scope="module")
def library(drawn, tmp_path_factory):
    """A shared library of kernels for nothing but what the known calls have in common."""
    directory = tmp_path_factory.mktemp("drawn")
    used = {
        name: SelectedOp(
            keys=calls.keys,
            list_dtypes=calls.list_dtypes,
            sources=frozenset({"drawn"}),
            facts=calls.known,
        )
        for name, calls in drawn.items()
    }
    (directory / "selection.yaml").write_text(selection.dump(Selection(used)))
    parts = {"portable": PORTABLE.glob("*.cpp"), "common": ROOT.glob("kernels/common/etk/*/*.cpp")}
    lists = {part: sorted(str(path.relative_to(ROOT)) for path in paths) for part, paths in parts.items()}
    described = {
        "custom_ops_yaml": [],
        "functions_yaml": ["kernels/portable/functions.yaml"],
        "hdrs": sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("kernels/common/etk/*/*.h")),
        "label": "portable",
        "name": "portable",
        "place": "cpu",
        "srcs": sorted(path for paths in lists.values() for path in paths),
    }
    (directory / "library.json").write_text(json.dumps(described))
    for part, paths in lists.items():
        (directory / f"{part}.txt").write_text("".join(f"{path}\n" for path in paths))
    etgen(
        f"resolve --selection {directory}/selection.yaml --kernel-library {directory}/library.json "
        f"--place cpu --dtype-selective-build --call-selective-build --output {directory}/resolution.json"
    )
    etgen(
        f"generate --kernel-part portable {directory}/portable.txt "
        f"--kernel-part common {directory}/common.txt --kernel-sources-dir {directory}/kernels "
        f"--resolution {directory}/resolution.json --sources-per-unit {SOURCES_IN_A_UNIT} "
        f"--output-dir {directory}/generated"
    )
    return compiled(directory)


def etgen(command):
    done = run_etgen(*command.split(), cwd=ROOT)
    assert done.returncode == 0, done.stderr


def compiled(directory):
    include, lib = wheel() / "include", wheel() / "lib"
    flags = [
        *("-std=c++17", "-O0", "-fPIC", "-DC10_USING_CUSTOM_GENERATED_MACROS", "-DET_EVENT_TRACER_ENABLED"),
        *("-I", directory / "generated", "-I", ROOT / "kernels/common", "-I", ROOT),
        *("-isystem", include, "-isystem", include / "executorch/runtime/core/portable_type/c10"),
    ]
    units = sorted([*(directory / "generated").glob("*.cpp"), *(directory / "kernels").rglob("*.cpp")])
    objects = [directory / f"{number}.o" for number in range(len(units))]
    for first in range(0, len(units), 2):
        compiling = [
            subprocess.Popen([*COMPILER, *flags, "-c", unit, "-o", binary])
            for unit, binary in list(zip(units, objects, strict=True))[first : first + 2]
        ]
        assert [process.wait() for process in compiling] == [0] * len(compiling)
    linked = directory / "libdrawn.so"
    libraries = ["-L", lib, f"-Wl,-rpath,{lib}", "-lexecutorch"]
    subprocess.run([*COMPILER, "-shared", *objects, "-o", linked, *libraries], check=True)
    return linked


def test_calls_inside_of_the_facts_are_right_and_others_fail(drawn, library):
    host = build("//kernels/testing:empty_kernel_host") / "kernels/testing/empty_kernel_host"
    mistakes, inside, outside = [], 0, 0
    with Process([str(host), str(library)], timeout=20) as process:
        for calls in drawn.values():
            for sample in calls.samples:
                if not dtypes_of(sample) <= calls.list_dtypes:
                    continue  # the dtypes are not selected, which is no question of facts
                is_inside = not list(calls.known.exceeded_by(facts_of(sample)))
                call = sample if is_inside else dataclasses.replace(sample, wrong="no such call")
                result = run(process, call)
                right = {REJECTED} if sample.wrong or not is_inside else {PASSED}
                inside, outside = inside + (right == {PASSED}), outside + (right == {REJECTED})
                if result.outcome not in right:
                    where = "inside" if is_inside else "outside"
                    mistakes.append(f"{sample.case}, {where}: {result.outcome} {result.why} {sample.wrong}")
    assert not mistakes, "\n".join(mistakes)
    assert inside >= len(drawn) > 200
    assert outside > 5 * len(drawn)
