"""The kernels of language models equal PyTorch's attention, and ExecuTorch's own operators."""

import itertools
import random
import subprocess
import sys

import pytest
import torch
from conftest import build
from custom_operators import Library, LibraryTests
from etgen.dtypes import DType
from kernel_testing import run, samples, sources
from kernel_testing.host import DTYPES, Out, plain, to_torch
from kernel_testing.process import Process
from kernel_testing.sources import CHANNELS_LAST
from test_optimized_targets import needs
from test_portable import expect_no_failures

LIBRARY = Library("llm", is_exact=lambda op: "update" in op or "tile" in op)

NARROW = (torch.float32, torch.half, torch.bfloat16)
STORED = (*NARROW, torch.float64, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64, torch.bool)
# Batch, queries, heads of queries and of the cache, length of the cache, size of a head, and the position of
# the first query: decoding with an empty cache, one that becomes full, and a long one; prefill with full and
# partial blocks, in one block of keys and in several; empty.
ATTENTION = (
    (1, 1, 2, 2, 10, 8, 0),
    (1, 1, 4, 1, 10, 4, 9),
    (1, 1, 6, 2, 200, 16, 131),
    (1, 4, 2, 1, 4, 8, 0),
    (2, 5, 4, 2, 9, 3, 3),
    (1, 37, 3, 3, 64, 5, 11),
    (1, 70, 2, 1, 130, 17, 60),
    (2, 3, 2, 2, 3, 1, 0),
    (0, 3, 2, 2, 3, 4, 0),
    (1, 0, 2, 2, 3, 4, 0),
)


def drawn(most):
    return random.randint(1, most)


def attention(shape, dtype):
    batch, count, heads, groups, length, size, start = shape
    query = torch.randn(batch, count, heads, size).to(dtype)
    key, value = (torch.randn(batch, length, groups, size).to(dtype) for _ in range(2))
    return query, key, value, start


def masks(count, length):
    yield torch.randn(count, length)
    yield torch.where(torch.rand(count, length) < 0.5, -torch.inf, 0.0)  # a row may be fully masked


def custom_sdpa():
    for shape, dtype in itertools.product(ATTENTION, NARROW):
        arguments = attention(shape, dtype)
        for is_causal, scale in ((True, None), (False, None), (True, 0.7)):
            yield "custom_sdpa.out", *arguments, None, 0.0, is_causal, scale
        for mask in masks(shape[1], shape[4]):
            yield "custom_sdpa.out", *arguments, mask, 0.0, False, None
    query, key, value, start = attention(ATTENTION[4], torch.float32)
    yield "custom_sdpa.out", query * 1e4, key * 1e4, value, start, None, 0.0, True, None
    key, value = key.clone(), value.clone()
    key[0, 1, 0, 0], value[1, 2, 1, 2] = torch.nan, torch.inf
    yield "custom_sdpa.out", query, key, value, start, None, 0.0, True, None


def sdpa_with_kv_cache():
    for shape, dtype in itertools.product(ATTENTION[:-1], NARROW):
        query, keys, values, start = attention(shape, dtype)
        count = shape[1]
        key, value = (torch.randn_like(cache[:, :count]) for cache in (keys, values))
        arguments = query, key, value, keys, values, start, count
        yield "sdpa_with_kv_cache.out", *arguments, None, 0.0, True, None
        yield "sdpa_with_kv_cache.out", *arguments, None, 0.0, False, 0.3
        for mask in masks(count, shape[4]):
            yield "sdpa_with_kv_cache.out", *arguments, mask, 0.0, False, None


def quantized_sdpa():
    for shape, at_dim_2 in itertools.product(ATTENTION, (False, True)):
        *numbers, start = attention(shape, torch.float32)
        tensors = [x.transpose(1, 2).contiguous() if at_dim_2 else x for x in numbers]
        quantized = [torch.randint(-128, 128, x.shape).to(torch.int8) for x in tensors]
        parameters = []
        for x in tensors:
            rows = (*x.shape[:-1], 1)
            zero_points = torch.randint(-128, 128, rows).to(torch.int8)
            parameters += [zero_points, torch.rand(rows) / 100 + 0.001]
        more = None, *parameters, at_dim_2
        yield "custom_quantized_sdpa.out", *quantized, start, None, 0.0, True, *more
        yield "custom_quantized_sdpa.out", *quantized, start, None, 0.0, False, *more
        for mask in masks(shape[1], shape[4]):
            yield "custom_quantized_sdpa.out", *quantized, 0, mask, 0.0, False, *more


def updates():
    shapes = ((1, 1, 2, 4, 10), (2, 3, 1, 5, 7), (1, 4, 2, 3, 4), (1, 0, 2, 3, 4), (0, 2, 2, 3, 4))
    for (batch, count, heads, size, length), dtype in itertools.product(shapes, STORED):
        value = (torch.randn(batch, count, heads, size) * 9).to(dtype)
        cache = (torch.randn(batch, length, heads, size) * 9).to(dtype)
        for start in {0, min(length - count, length - 1)}:
            yield "update_cache.out", value, cache, start
        yield "update_cache_with_indices.out", value, cache, 0, torch.randint(0, length, (batch, count))


def transforms():
    shapes = ((3, 1), (2,), (2, 3, 8), (5, 128), (0, 4), (2, 28), (28,), (1, 3, 224), (1, 2, 3, 56))
    for shape, dtype in itertools.product(shapes, (*NARROW, torch.float64)):
        yield "fast_hadamard_transform.out", torch.randn(shape).to(dtype)


def delta_rules():
    # Batch, heads of queries and of states, tokens, sizes of keys and of values.
    shapes = (
        (1, 2, 2, 1, 4, 4),
        (2, 4, 2, 5, 3, 17),
        (1, 6, 2, 35, 16, 33),
        (2, 1, 1, 0, 2, 3),
        (0, 1, 1, 2, 2, 3),
        *((1, 2 * drawn(3), 2, drawn(9), drawn(40), drawn(40)) for _ in range(8)),
    )
    for (batch, heads, states, tokens, size, columns), is_scalar in itertools.product(shapes, (False, True)):
        query = torch.randn(batch, heads, tokens, size)
        key, value = torch.randn(batch, states, tokens, size), torch.randn(batch, states, tokens, columns)
        decay = torch.rand(batch, states, tokens) if is_scalar else torch.rand(batch, states, tokens, size)
        beta, state = torch.rand(batch, states, tokens), torch.randn(batch, states, size, columns)
        arguments = query, key / size**0.5, value, decay, beta, state
        yield "gated_delta_rule.out", *arguments
        yield "gated_delta_rule.out", *arguments[:3], decay * 1e-12, *arguments[4:]
        yield "channelwise_gated_delta_rule.out", *arguments


def packed(bits, rows, columns, group, has_zero_points=False, has_biases=False):
    """Random weights in the packed format of torchao."""
    header = torch.zeros(16, dtype=torch.int32)
    header[:8] = torch.tensor([6712, 1, bits, has_zero_points, has_biases, 8, 16, 2])
    parts = [header]
    for _ in range(-(-rows // 8)):
        for _ in range(columns // group):
            scales = torch.rand(8) / 2**bits
            parts += [torch.randint(-(2**31), 2**31, (group * bits // 4,)).int(), scales]
            parts += [torch.randint(-99, 99, (8,)).int()]
            parts += [torch.randint(-8, 8, (8,)).int()] * has_zero_points
        parts += [torch.randn(8)] * has_biases
    return torch.cat([part.view(torch.int8) for part in parts])


def experts():
    # Experts, experts per token, sizes of a token and of the hidden layer; groups; tokens.
    shapes = (
        *((4, 2, 32, 32, 16, 5), (3, 3, 48, 16, 16, 1), (2, 1, 64, 96, 32, 40), (5, 2, 16, 32, 16, 0)),
        *((2 + drawn(4), 2, 16 * drawn(3), 16 * drawn(3), 16, drawn(20)) for _ in range(4)),
    )
    for (count, active, dim, hidden, group, tokens), bits in itertools.product(shapes, (4, 8)):
        x, gate = torch.randn(tokens, dim), torch.randn(count, dim)
        w13, w2 = (
            torch.stack([packed(bits, rows, columns, group) for _ in range(count)]).view(torch.uint8)
            for rows, columns in ((2 * hidden, dim), (dim, hidden))
        )
        sizes = active, count, hidden, dim, group, bits
        for bias, score, scale in (
            (torch.randn(count), "sigmoid", 2.5),
            (torch.zeros(0), "sigmoid", 0.0),
            (torch.zeros(0), "softmax", 1.0),
        ):
            yield "quantized_moe_ffn.out", x, gate, bias, w13, w2, *sizes, score, scale


def linears():
    # Rows of activations and of weights, columns, groups.
    shapes = (
        *((1, 1, 16, 16), (5, 9, 32, 16), (33, 20, 96, 32), (0, 8, 16, 16), (3, 16, 64, 64)),
        *((drawn(40), drawn(40), 48 * drawn(4), random.choice((16, 48))) for _ in range(6)),
    )
    for (m, n, k, group), bits in itertools.product(shapes, (4, 8)):
        x = torch.randn(m, k) * 3 + 1
        x[:1] *= 0
        for zero_points, biases in itertools.product((False, True), repeat=2):
            weights = packed(bits, n, k, group, zero_points, biases)
            yield f"_linear_8bit_act_{bits}bit_weight.out", x, weights, group, n, k


def tiles():
    shapes = (
        *((3, 4, 6, 2), (3, 4, 4, 2), (1, 5, 5, 5), (2, 3, 9, 3), (4, 7, 2, 1), (0, 2, 2, 2), (3, 0, 4, 2)),
        *((drawn(5), 7 * drawn(4), 7 * drawn(4), 7) for _ in range(3)),
    )
    for (*shape, size), dtype in itertools.product(shapes, STORED):
        yield "tile_crop.out", (torch.randn(shape) * 9).to(dtype), size


def sample(i: int, op: str, *inputs: object) -> samples.Sample:
    schema, values = LIBRARY.schemas[op], tuple(plain(list(inputs)))
    expected = LIBRARY.references(schema, values)
    case = f"{schema.name}/{DType(DTYPES[inputs[0].dtype]).name}/{i}"
    # In double precision, activations would round to other integers.
    exact = None if "8bit" in op else sources.exactly(LIBRARY.references, schema, values)
    inputs = samples.written_as_outs(schema, values)
    outs = samples.fitting_outs(expected[-len(schema.outs) :])
    return samples.Sample(schema, case, inputs, outs, expected, exact=exact)


def families():
    attentions = custom_sdpa(), sdpa_with_kv_cache(), quantized_sdpa(), updates(), transforms()
    return itertools.chain(*attentions, delta_rules(), experts(), linears(), tiles())


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    random.seed(0)
    return [sample(i, *call) for i, call in enumerate(families())]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(calls):
    LIBRARY.expect_results_in_order(calls[::3], CHANNELS_LAST[4], "channels_last")


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(calls[::7])


def test_runs_for_the_selected_dtypes_and_for_no_other(calls):
    # Some operators support only one set of dtypes.
    several = [call for call in calls if not any(each in call.op for each in ("quantized", "8bit", "delta"))]
    LIBRARY.expect_selected_dtypes(several)


# Sizes at the ends of blocks of queries and keys, of tiles and vectors; heads that are too long for vectors.
LARGE_ATTENTION = (
    (1, 100, 2, 1, 300, 64, 180),
    (2, 85, 2, 2, 129, 40, 44),
    (1, 1, 7, 1, 700, 128, 690),
    (1, 2, 8, 2, 260, 33, 255),
    (1, 7, 2, 2, 256, 300, 200),
    (1, 257, 1, 1, 257, 31, 0),
    *((1, drawn(200), 2 * drawn(3), 2, 400 + drawn(99), drawn(160), drawn(200)) for _ in range(6)),
)


def large_attention():
    for shape, dtype in itertools.product(LARGE_ATTENTION, NARROW):
        query, key, value, start = attention(shape, dtype)
        _, mask = masks(shape[1], shape[4])
        mask += torch.randn(mask.shape)
        yield "custom_sdpa.out", query, key, value, start, None, 0.0, True, None
        yield "custom_sdpa.out", query, key, value, start, None, 0.0, False, 0.2
        yield "custom_sdpa.out", query, key, value, start, mask, 0.0, False, None


@pytest.fixture(scope="module")
def attention_calls(calls):
    torch.manual_seed(2)
    large = [sample(i, *call) for i, call in enumerate(large_attention())]
    return [call for call in calls if "sdpa" in call.op] + large


def with_vectors(config: str, *environment: str) -> Process:
    """Starts a host of the kernels of kernels/optimized/llm.yaml."""
    name = "optimized_llm_kernel_host"
    binary = build(f"//kernels/testing:{name}", config=config) / "kernels/testing" / name
    return Process(["env", *environment, str(binary)])


AVX2 = pytest.param("AVX2", marks=needs("avx2"))
AVX3 = pytest.param("AVX3", marks=needs("avx512dq"))


@pytest.mark.parametrize("target", ["SSE2", AVX2, AVX3])
def test_attention_with_vectors(attention_calls, target):
    with with_vectors("dispatch", f"KERNEL_HOST_SIMD={target}") as host:
        expect_no_failures(run.run(host, call) for call in attention_calls)


def test_sanitizers_find_nothing_in_attention_with_vectors(attention_calls):
    with with_vectors("sanitize") as host:
        expect_no_failures(run.run(host, call) for call in attention_calls[::9])


def refused(op: str, *inputs: object, out: torch.Tensor) -> bool:
    """Whether the call fails and leaves caches and the out unchanged."""
    schema = LIBRARY.schemas[op]
    *values, fitting = plain([*inputs, Out(out)])
    values = [*samples.written_as_outs(schema, tuple(values)), fitting]
    written = [value.tensor for value in values if isinstance(value, type(fitting))]
    answer = LIBRARY.answer(op, values)
    return bool(answer.error) and list(answer.outs) == written


Q, CACHE = torch.ones(1, 2, 4, 8), torch.ones(1, 10, 2, 8)


@pytest.mark.parametrize(
    "changed",
    [
        {"start_pos": 9},
        {"start_pos": -1},
        {"start_pos": 2**62},
        {"query": torch.ones(2, 2, 4, 8)},
        {"query": torch.ones(1, 2, 3, 8)},
        {"query": torch.ones(1, 2, 4, 6)},
        {"query": torch.ones(2, 4, 8)},
        {"query": Q.half()},
        {"query": Q.double(), "key": CACHE.double(), "value": CACHE.double()},
        {"value": torch.ones(1, 9, 2, 8)},
        {"value": torch.ones(1, 10, 2, 6)},
        {"mask": torch.ones(2, 5)},
        {"mask": torch.ones(1, 10)},
        {"mask": torch.ones(1, 1, 2, 10)},
        {"mask": torch.ones(2, 10).half()},
        {"mask": torch.ones(2, 10), "is_causal": True},
    ],
    ids=str,
)
def test_attention_that_does_not_fit_is_refused(changed):
    arguments = {"query": Q, "key": CACHE, "value": CACHE, "start_pos": 3, "mask": None, "drpout_p": 0.0}
    arguments |= {"is_causal": False} | changed
    assert refused("custom_sdpa.out", *arguments.values(), None, out=torch.full_like(arguments["query"], 7))


@pytest.mark.parametrize(("start", "length"), [(9, 2), (-1, 2), (3, 1), (3, 3), (2**62, 2)])
def test_caches_are_left_alone_if_there_is_no_room(start, length):
    arguments = Q, CACHE[:, :2], CACHE[:, :2], CACHE * 3, CACHE * 4, start, length
    assert refused("sdpa_with_kv_cache.out", *arguments, None, 0.0, True, None, out=torch.full_like(Q, 7))


@pytest.mark.parametrize("indices", [[[0, 10]], [[-1, 0]], [[0]], [0, 1]], ids=str)
def test_indices_outside_of_the_cache_are_refused(indices):
    arguments = CACHE[:, :2] * 5, CACHE, 0, torch.tensor(indices)
    assert refused("update_cache_with_indices.out", *arguments, out=torch.full((1,), 7.0))


@pytest.mark.parametrize("size", [0, -1, 3, 8, 2**62, -(2**63)])
def test_tiles_that_do_not_fill_the_image_are_refused(size):
    assert refused("tile_crop.out", torch.ones(3, 4, 4), size, out=torch.full((4, 3, 2, 2), 7.0))


LINEAR = {"activations": torch.ones(2, 32), "weights": packed(4, 9, 32, 16)}
LINEAR |= {"group_size": 16, "n": 9, "k": 32}


def with_byte(at, value):
    weights = LINEAR["weights"].clone()
    weights[at] = value
    return weights


@pytest.mark.parametrize(
    "changed",
    [
        *({name: end} for name in ("group_size", "n", "k") for end in (0, -1, 2**31, 2**62, -(2**63))),
        {"group_size": 8},
        {"group_size": 24},
        {"n": 17},
        {"activations": torch.ones(2, 32, dtype=torch.half)},
        {"activations": torch.ones(32)},
        {"weights": LINEAR["weights"][:-1]},
        {"weights": LINEAR["weights"][:63]},
        {"weights": LINEAR["weights"][:0]},
        {"weights": LINEAR["weights"][None]},
        {"weights": packed(8, 9, 32, 16)},
        # Wrong headers: another magic number, layout, block size, missing zero points, and biases.
        *({"weights": with_byte(at, 3)} for at in (0, 4, 12, 16, 20, 24, 28)),
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_packed_weights_that_do_not_fit_are_refused(changed):
    arguments = (LINEAR | changed).values()
    assert refused("_linear_8bit_act_4bit_weight.out", *arguments, out=torch.full((2, 9), 7.0))


EXPERTS = {
    "x": torch.ones(3, 16),
    "gate": torch.ones(2, 16),
    "bias": torch.ones(2),
    "w13": torch.stack([packed(4, 64, 16, 16)] * 2).view(torch.uint8),
    "w2": torch.stack([packed(4, 16, 32, 16)] * 2).view(torch.uint8),
}
EXPERTS |= {"active": 1, "experts": 2, "hidden": 32, "dim": 16, "group": 16, "bits": 4}
EXPERTS |= {"score": "sigmoid", "scale": 1.0}


@pytest.mark.parametrize(
    "changed",
    [
        *(
            {name: end}
            for name in ("active", "experts", "hidden", "dim", "group", "bits")
            for end in (0, -1, 3, 2**31, 2**62, -(2**63))
        ),
        {"score": "softmax"},
        {"score": "tanh", "bias": torch.ones(0)},
        {"bias": torch.ones(1)},
        {"w2": EXPERTS["w2"][:, :-1].contiguous()},
        {"w13": torch.stack([packed(4, 64, 16, 16, has_biases=True)] * 2).view(torch.uint8)},
        {"gate": torch.ones(2, 15)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_experts_that_do_not_fit_are_refused(changed):
    arguments = (EXPERTS | changed).values()
    assert refused("quantized_moe_ffn.out", *arguments, out=torch.full((3, 16), 7.0))


@pytest.mark.parametrize(
    ("name", "shape"), [("query", (1, 3, 2, 4)), ("beta", (1, 2, 3)), ("decay", (1, 2, 3))]
)
def test_states_that_do_not_fit_are_refused(name, shape):
    shapes = {"query": (1, 4, 2, 4), "key": (1, 2, 2, 4), "value": (1, 2, 2, 3)}
    shapes |= {"decay": (1, 2, 2), "beta": (1, 2, 2), "state": (1, 2, 4, 3), name: shape}
    outs = [Out(torch.full(shape, 7.0)) for shape in ((1, 4, 2, 3), (1, 2, 4, 3))]
    values = plain([*map(torch.ones, shapes.values()), *outs])
    answer = LIBRARY.answer("gated_delta_rule.out", values)
    assert answer.error
    assert list(answer.outs) == [value.tensor for value in values[-2:]]


# Runs in its own process: the wheel's operators are registered together with others.
WHEELS = """
import sys, torch
from executorch.extension.llm.custom_ops import custom_ops
results = []
for op, arguments in torch.load(sys.argv[1]):
    written = [x.clone() if isinstance(x, torch.Tensor) else x for x in arguments]
    namespace, _, name = op.partition("::")
    result = getattr(getattr(torch.ops, namespace), name)(*written)
    result = [] if "update" in op else result if isinstance(result, tuple) else [result]
    results.append([x for x in written if isinstance(x, torch.Tensor)] + list(result))
torch.save(results, sys.argv[2])
"""


def test_executorchs_own_give_the_same(tmp_path):
    torch.manual_seed(1)
    random.seed(1)
    chosen = [
        call
        for call in families()
        if not (call[0].startswith("fast") and call[1].dtype == torch.bfloat16)  # unsupported there
        and LIBRARY.schemas[call[0]].name.namespace != "torchao"  # the wheel has no torchao operators
        # ExecuTorch's operator has an out of four tiles of three channels in Float.
        and not ("tile" in call[0] and call[1].dtype != torch.float32)
        and not ("tile" in call[0] and call[1].numel() > 12 * call[2] ** 2)
        and all(x.numel() for x in call[:3] if isinstance(x, torch.Tensor))
        and not any(isinstance(x, torch.Tensor) and not x.float().isfinite().all() for x in call)
    ]
    calls = [(f"{LIBRARY.schemas[op].name}".removesuffix(".out"), arguments) for op, *arguments in chosen]
    torch.save(calls, tmp_path / "calls.pt")
    command = [sys.executable, "-c", WHEELS, tmp_path / "calls.pt", tmp_path / "results.pt"]
    subprocess.run(command, check=True, capture_output=True)
    results = torch.load(tmp_path / "results.pt")
    assert len(results) == len(chosen) > 100
    # ExecuTorch's operators round the powers to the dtype before the sum; ours do not.
    steps = {torch.half: 4 * torch.finfo(torch.half).eps, torch.bfloat16: 4 * torch.finfo(torch.bfloat16).eps}
    for i, (call, theirs) in enumerate(zip(chosen, results, strict=True)):
        ours = sample(i, *call)
        answer = LIBRARY.answer(call[0], ours.values)
        assert not answer.error
        written = [to_torch(out) for out in answer.outs]
        expected = theirs[-len(written) :] if "update" not in call[0] else [theirs[1], written[-1]]
        if "update" not in call[0] and len(written) == 3:
            expected = [theirs[3], theirs[4], theirs[-1]]
        for mine, other in zip(written, expected, strict=True):
            step = steps.get(mine.dtype)
            most = step and step * float(other.abs().max())
            torch.testing.assert_close(mine, other, rtol=step and 0, atol=most)
