"""Reading models: real ones are read correctly, broken ones are refused."""

import pathlib
import random
import re
import sys
import time

import flatbuffers
import pytest
from conftest import MODELS, ROOT
from cost import measure
from etgen import functions_yaml, opset, program
from etgen.errors import InputError
from etgen.kernel_key import describe_key, format_key

ALL_MODELS = sorted(MODELS.glob("*.pte"))
QUANTIZED = {e.name: e.schema for e in functions_yaml.read(str(ROOT / "kernels/quantized/quantized.yaml"))}


def test_calls_of_a_small_model():
    model = program.read(str(MODELS / "add_mul_relu.pte"))
    assert [(str(call.op), describe_key(call.key)) for call in model.calls] == [
        ("aten::mul.out", "Float(0,1), Float(0,1), Float(0,1), Float(0,1)"),
        ("aten::add.out", "Float(0,1), Float(0,1), Float(0,1), Float(0,1)"),
        ("aten::relu.out", "Float(0,1), Float(0,1), Float(0,1)"),
    ]
    assert model.delegates == ()


def test_inputs_of_each_method():
    programs = ROOT / "tests/models/programs"
    found = program.inputs(str(programs / "methods.pte"))
    assert {name: [describe_key(value.metas) for value in values] for name, values in found.items()} == {
        "decode": ["Float(0,1)", "Float(0,1)"],
        "encode": ["Float(0,1)"],
    }
    (image,) = program.inputs(str(ROOT / "tests/models/cortex_m/enlarger.pte"))["forward"]
    assert describe_key(image.metas) == "Float(0,2,3,1)"
    with pytest.raises(InputError, match="no_such_file"):
        program.inputs("no_such_file.pte")


def test_delegates_of_a_model():
    """The delegates equal those of ExecuTorch's own reader."""
    serialize = pytest.importorskip("executorch.exir._serialize._program")
    path = MODELS / "partly_delegated.pte"
    theirs = serialize.deserialize_pte_binary(path.read_bytes())
    (plan,) = theirs.program.execution_plan
    payloads = [theirs.program.backend_delegate_data[d.processed.index].data for d in plan.delegates]
    model = program.read(str(path))
    assert [d.backend for d in model.delegates] == [d.id for d in plan.delegates] == ["XnnpackBackend"] * 2
    assert [d.payload_bytes for d in model.delegates] == [len(payload) for payload in payloads]
    assert [(d.method, d.calls) for d in model.delegates] == [("forward", (0,)), ("forward", (2,))]
    assert model.named_data_bytes == sum(map(len, theirs.named_data.buffers))
    assert model.backends == {"XnnpackBackend"}


@pytest.mark.parametrize("path", ALL_MODELS, ids=lambda path: path.stem)
def test_agrees_with_executorch(path):
    """Operators match; keys match for operators without lists of tensors."""
    tools = pytest.importorskip("executorch.codegen.tools.selective_build")
    buffer = path.read_bytes()  # ExecuTorch's objects refer to this buffer
    theirs = tools._get_program_from_buffer(buffer)
    metadata = tools._get_io_metadata_for_program_operators(theirs)
    ours = program.read(str(path))
    assert {str(call.op) for call in ours.calls} == set(tools._get_program_operators(theirs))
    for call in ours.calls:
        their_keys = {
            "v1/" + "|".join(f"{m.dtype};{','.join(map(str, m.dim_order))}" for m in io if m.kernel_type == 5)
            for io in metadata[str(call.op)]
        }
        # ExecuTorch's keys include lists of tensors; the runtime's and ours do not.
        assert _has_lists(call.op) or format_key(call.key) in their_keys


def _has_lists(op) -> bool:
    schema = opset.aten_schema(op) or QUANTIZED.get(op)
    return bool(schema) and (
        len(schema.outs) > 1 or any(a.type.plain in ("Tensor[]", "Tensor?[]") for a in schema.arguments)
    )


def read_or_refuse(path) -> bool:
    """Whether the file can be read. Any result other than a model or an `InputError` fails the test."""
    try:
        program.read(str(path))
    except InputError:
        return False
    return True


@pytest.mark.parametrize("path", ALL_MODELS, ids=lambda path: path.stem)
def test_cut_files_are_refused(path, tmp_path):
    data = path.read_bytes()
    cut = tmp_path / "cut.pte"
    for length in range(0, len(data), 97):
        cut.write_bytes(data[:length])
        assert not read_or_refuse(cut), f"cut at byte {length}"


@pytest.mark.parametrize("path", ALL_MODELS, ids=lambda path: path.stem)
def test_flipped_bytes_do_no_harm(path, tmp_path):
    data = path.read_bytes()
    flipped_path = tmp_path / "flipped.pte"
    slowest = 0.0
    for seed in range(600):
        generator = random.Random(seed)
        flipped = bytearray(data)
        # Half of the cases change the tables at the start of the file, not the weights.
        end = len(flipped) if seed % 2 else min(len(flipped), 8192)
        for _ in range(generator.choice([1, 2, 4, 16, 64])):
            flipped[generator.randrange(end)] = generator.randrange(256)
        flipped_path.write_bytes(flipped)
        start = time.process_time()
        read_or_refuse(flipped_path)
        slowest = max(slowest, time.process_time() - start)
    assert slowest < 2


def test_overlapping_tables_are_stopped(tmp_path):
    """A file of 160 KB would expand to 400 million instructions."""
    builder = flatbuffers.Builder()
    builder.StartObject(2)
    instruction = builder.EndObject()
    instructions = _vector_of(builder, instruction, 20_000)
    builder.StartObject(4)
    builder.PrependUOffsetTRelativeSlot(2, instructions, 0)
    chain = builder.EndObject()
    chains = _vector_of(builder, chain, 1)
    builder.StartObject(9)
    builder.PrependUOffsetTRelativeSlot(5, chains, 0)
    plan = builder.EndObject()
    plans = _vector_of(builder, plan, 20_000)
    builder.StartObject(8)
    builder.PrependUOffsetTRelativeSlot(1, plans, 0)
    builder.Finish(builder.EndObject(), file_identifier=b"ET12")
    path = tmp_path / "bomb.pte"
    path.write_bytes(builder.Output())
    start = time.process_time()
    with pytest.raises(InputError, match="overlap"):
        program.read(str(path))
    assert time.process_time() - start < 10


def _vector_of(builder, table: int, count: int) -> int:
    builder.StartVector(4, count, 4)
    for _ in range(count):
        builder.PrependUOffsetTRelative(table)
    return builder.EndVector()


def test_weights_are_not_loaded(tmp_path):
    """A model of 1 GB needs less than 100 MB and a CPU second."""
    path = tmp_path / "large.pte"
    path.write_bytes((MODELS / "mobilenet_v2.pte").read_bytes())
    with open(path, "r+b") as file:
        file.truncate(1 << 30)
    code = "import sys; from etgen import program; program.read(sys.argv[1])"
    seconds, kib = measure(sys.executable, "-c", code, path, PYTHONPATH=str(ROOT / "tools"))
    assert seconds < 1
    assert kib < 100 << 10


def test_field_numbers_are_those_of_the_schema():
    """The numbers in program.py equal those of the schema in the wheel."""
    executorch = pytest.importorskip("executorch.exir._serialize")
    schema = pathlib.Path(executorch.__file__).with_name("program.fbs").read_text()
    expected = {
        ("Program", "execution_plan"): 1,
        ("Program", "backend_delegate_data"): 3,
        ("Program", "segments"): 4,
        ("Program", "named_data"): 7,
        ("ExecutionPlan", "name"): 0,
        ("ExecutionPlan", "values"): 2,
        ("ExecutionPlan", "chains"): 5,
        ("ExecutionPlan", "operators"): 6,
        ("ExecutionPlan", "delegates"): 7,
        ("Chain", "instructions"): 2,
        ("KernelCall", "op_index"): 0,
        ("KernelCall", "args"): 1,
        ("DelegateCall", "delegate_index"): 0,
        ("Operator", "name"): 0,
        ("Operator", "overload"): 1,
        ("Tensor", "scalar_type"): 0,
        ("Tensor", "sizes"): 2,
        ("Tensor", "dim_order"): 3,
        ("TensorList", "items"): 0,
        ("BackendDelegate", "id"): 0,
        ("BackendDelegate", "processed"): 1,
        ("BackendDelegateDataReference", "location"): 0,
        ("BackendDelegateDataReference", "index"): 1,
        ("BackendDelegateInlineData", "data"): 0,
        ("NamedData", "segment_index"): 1,
        ("DataSegment", "offset"): 0,
        ("DataSegment", "size"): 1,
    }
    for (table, field), number in expected.items():
        body = re.search(rf"table {table} {{(.*?)\n}}", schema, re.DOTALL)[1]
        fields = re.findall(r"^\s*(\w+):", re.sub(r"//.*", "", body), re.MULTILINE)
        assert fields.index(field) == number, (table, field)
