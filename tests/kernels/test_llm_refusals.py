"""The kernels of language models refuse what does not fit, and leave caches and outs unchanged."""

import pytest
import torch
from kernel_testing import samples
from kernel_testing.host import Out, plain
from llm_calls import LIBRARY, packed, packed_table


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


TABLE = {"integers": packed_table(4, 3, 64), "rows": 3, "columns": 64, "scales": torch.ones(3, 2)}
TABLE |= {"zero_points": torch.zeros(3, 2, dtype=torch.int8), "indices": torch.tensor([2, 0])}


@pytest.mark.parametrize(
    "changed",
    [
        *({name: end} for name in ("rows", "columns") for end in (0, -1, 2, 48, 2**31, 2**62, -(2**63))),
        {"integers": TABLE["integers"][:-1]},
        {"integers": TABLE["integers"][:63]},
        {"integers": TABLE["integers"][None]},
        {"integers": packed_table(8, 3, 64)},
        {"integers": packed(4, 8, 64, 32)},
        {"scales": torch.ones(3, 4), "zero_points": torch.zeros(3, 4, dtype=torch.int8)},
        {"scales": torch.ones(3, 0), "zero_points": torch.zeros(3, 0, dtype=torch.int8)},
        {"scales": torch.ones(2, 2)},
        {"scales": torch.ones(3, 2, dtype=torch.half)},
        {"zero_points": torch.zeros(3, 1, dtype=torch.int8)},
        {"zero_points": torch.zeros(3, 2)},
        {"indices": torch.tensor([0, 3])},
        {"indices": torch.tensor([-1, 0])},
        {"indices": torch.tensor([[2, 0]])},
        {"indices": torch.ones(2)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_tables_that_do_not_fit_are_refused(changed):
    assert refused("_embedding_4bit.out", *(TABLE | changed).values(), out=torch.full((2, 64), 7.0))


@pytest.mark.parametrize("changed", [{"n": 17}, {"k": 48}, {"indices": torch.tensor([0, 9])}], ids=str)
def test_weights_that_are_no_table_are_refused(changed):
    arguments = {name: LINEAR[name] for name in ("weights", "group_size", "n", "k")}
    arguments |= {"indices": torch.tensor([8, 0])} | changed
    assert refused("_shared_embedding_4bit.out", *arguments.values(), out=torch.full((2, 32), 7.0))


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
