"""The core set by operator: data of PyTorch and of the review, under the names that programs use."""

import collections

import pytest
import torch
from conftest import ROOT, run_etgen
from etgen import functions_yaml, opset, program
from etgen.opset import Status
from etgen.schema import parse_op_name
from torch._decomp import core_aten_decompositions

REVIEW = [line.split("\t") for line in opset._lines("review.txt")]


def report(*flags: object) -> dict[str, list[str]]:
    """The rows of the table, by operator."""
    result = run_etgen("report", "--opset", *flags)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    (rule,) = (i for i, line in enumerate(lines) if line.startswith("---"))
    starts = [i for i, char in enumerate(lines[rule]) if char == "-" and lines[rule][i - 1 : i] in ("", " ")]
    cut = [slice(a, b) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    header = [lines[rule - 1][part].strip() for part in cut]
    assert header[1] == f"torch {torch.__version__.partition('+')[0]}"
    return {line[cut[0]].strip(): [line[part].strip() for part in cut[1:]] for line in lines[rule + 1 :]}


def test_each_operator_is_found_under_the_name_that_programs_use():
    rows = report()
    assert rows["aten::all.out"] == ["decomposed", "decomposed", "not(any.dim(x))"]
    assert rows["aten::mish.out"] == ["decomposed", "decomposed", "x * tanh(softplus(x))"]
    assert rows["aten::squeeze_copy.out"] == ["decomposed", "decomposed", "squeeze.dims"]
    assert rows["aten::log2.out"] == ["core", "decomposed", "log(x)/log(2)"]
    assert rows["aten::max.unary_out"][:2] == ["not evaluated", "decomposed"]
    assert rows["aten::roll.out"] == ["decomposed", "core", ""]
    assert rows["aten::abs.out"] == ["core", "-", ""]
    assert rows["aten::_local_scalar_dense"] == ["core", "core", ""]
    assert not {"aten::all.dim", "aten::mish_", "aten::squeeze", "aten::log2"} & set(rows)


def test_no_operator_is_left_out():
    """The table has the operators that PyTorch tags or decomposes, and those in the lists of the review."""
    rows = report()
    listed = [parse_op_name(f"aten::{name}") for name, *_ in REVIEW]
    tagged = [parse_op_name(name) for name in opset.aten_names()]
    tagged = [name for name in tagged if opset.torch_status(name) is not Status.NOT_EVALUATED]
    assert len(tagged) > 1000
    for name in listed + tagged:
        calls = opset.as_programs_call(name) or (name,)
        assert {str(call) for call in calls} <= set(rows), name


def test_decomposed_by_default_is_what_pytorch_takes_apart():
    taken_apart = {str(op) for op in core_aten_decompositions()}
    for name in opset.evaluated_ops():
        same = {
            f"aten.{v.name.base}.{v.name.overload or 'default'}"
            for v in opset.variants(opset.aten_schema(name))
        }
        # __iand__ is __and__ in place.
        is_taken_apart = bool(same & taken_apart) or name.base.startswith("__i")
        assert is_taken_apart or opset.status(name) is not Status.DECOMPOSED, name
    for text in ("randn_like", "rand_like", "randint", "normal", "uniform", "exponential", "_trilinear"):
        assert opset.status(parse_op_name(f"aten::{text}.out")) is Status.NOT_EVALUATED


def test_what_has_changed_since_the_review():
    now = collections.Counter()
    for name, then, *_ in REVIEW:
        now[then, opset.torch_status(parse_op_name(f"aten::{name}"))] += 1
    assert sum(count for (then, _), count in now.items() if then == "decomposed") == 47
    assert now["decomposed", Status.CORE] == 12
    gone = [
        name
        for name, then, *_ in REVIEW
        if then == "core" and opset.torch_status(parse_op_name(f"aten::{name}")) is not Status.CORE
    ]
    assert gone == ["pixel_shuffle", "roll"]


def test_kernels_of_libraries(tmp_path):
    """The output has counts before the table."""
    (tmp_path / "mine.yaml").write_text("- op: add.out\n  kernels: [{arg_meta: null, kernel_name: 'a::b'}]\n")
    portable = ROOT / "kernels/portable/functions.yaml"
    rows = report("--kernel-library", portable, "--kernel-library", tmp_path / "mine.yaml")
    assert rows["aten::add.out"][2] == f"{portable}, {tmp_path}/mine.yaml"
    assert rows["aten::relu.out"][2] == str(portable)
    assert rows["aten::_local_scalar_dense"][2] == "the runtime"
    assert rows["aten::__and__.Scalar"][2] == "-"
    text = run_etgen("report", "--opset", "--kernel-library", portable).stdout
    counted = [int(line.split(": ")[1].split()[0]) for line in text.splitlines()[:3]]
    names = [entry.name for entry in functions_yaml.read(str(portable))]
    # A core operator is counted once: as its out variant, and not as its in-place variant.
    in_place = [name for name in names if name.base.endswith("_") and not name.base.startswith("__")]
    assert sum(counted) == len(set(names).difference(in_place, opset.prim_ops()))


# Arguments for each operator of exported_as.txt, for a tensor of 4 x 6.
EXAMPLES = {
    "chunk": lambda x: x.chunk(2),
    "detach": lambda x: x.detach(),
    "expand_as": lambda x: x[:1].expand_as(x),
    "flatten.using_ints": lambda x: x.flatten(),
    "hsplit.int": lambda x: x.hsplit(2),
    "movedim.int": lambda x: x.movedim(0, 1),
    "narrow": lambda x: x.narrow(0, 1, 2),
    "numpy_T": lambda x: x.T,
    "reshape": lambda x: x.reshape(3, 8),
    "split.Tensor": lambda x: x.split(2),
    "split.sizes": lambda x: x.split([1, 3]),
    "split_with_sizes": lambda x: x.split_with_sizes([1, 3]),
    "squeeze": lambda x: x.squeeze(),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "t": lambda x: x.t(),
    "tensor_split.sections": lambda x: x.tensor_split(2),
    "transpose.int": lambda x: x.transpose(0, 1),
    "unbind.int": lambda x: x.unbind(),
    "unflatten.int": lambda x: x.unflatten(1, (2, 3)),
    "view_as": lambda x: x.view_as(torch.zeros(4, 6)),
}


def test_what_exporting_makes_of_operators(tmp_path):
    """One model has all operators, each between other operators, so that none is optimised away."""
    exir = pytest.importorskip("executorch.exir")
    assert set(EXAMPLES) == set(opset.exported_as())

    class Model(torch.nn.Module):
        def forward(self, x):
            results = []
            for function in EXAMPLES.values():
                made = function(x.cos())
                results += [y.sin() for y in (made if isinstance(made, list | tuple) else [made])]
            return results

    config = exir.ExecutorchBackendConfig(remove_view_copy=False)
    edge = exir.to_edge(torch.export.export(Model(), (torch.rand(4, 6),)))
    (tmp_path / "model.pte").write_bytes(edge.to_executorch(config).buffer)
    called = {call.op.unqualified for call in program.read(str(tmp_path / "model.pte")).calls}
    assert called >= set(opset.exported_as().values()) - {"view_copy.out"}
    assert called <= {*opset.exported_as().values(), "cos.out", "sin.out", "view_copy.out"}


def test_what_needs_lapack_is_of_aten_and_has_no_kernel():
    bases = {parse_op_name(name).base for name in opset.aten_names()}
    assert bases >= opset.LAPACK_OPS
    listed = functions_yaml.read(str(ROOT / "kernels/portable/functions.yaml"))
    assert not {entry.name.base for entry in listed} & opset.LAPACK_OPS
