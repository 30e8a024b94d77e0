"""Declares torchao's operators that pack and multiply weights of 4 bits, where its library in C++ is missing.

torchao's wheels for x86-64 do not have that library. An export calls the operator that packs weights; the one
that multiplies with them is only recorded in the program.
"""

import torch

PACK = "_pack_8bit_act_4bit_weight"
MULTIPLY = "_linear_8bit_act_4bit_weight"
ARGUMENTS = "Tensor activations, Tensor packed_weights, int group_size, int n, int k"

# The kind of the layout, bits, zero points, biases, interleaved rows, columns of a chunk, halves of a chunk.
HEADER = [6712, 1, 4, 0, 0, 8, 16, 2]

_libraries: list[torch.library.Library] = []


def pack(integers, scales, zero_points, group_size, bias, target):
    """Packs integers from -8 to 7 in torchao's universal layout (kernels/llm/packed_weights.h)."""
    assert zero_points is None
    assert bias is None
    assert target == "universal"
    rows, groups = len(integers), integers.shape[1] // group_size
    missing = (0, 0, 0, -rows % 8)
    integers = torch.nn.functional.pad(integers, missing).reshape(-1, 8, groups, group_size)
    scales = torch.nn.functional.pad(scales.reshape(rows, groups), missing).reshape(-1, 8, groups)
    # Each chunk has 8 rows of 16 columns: first 8 columns of all rows, then the others.
    chunks = integers.unflatten(3, (-1, 2, 8)).permute(0, 2, 3, 4, 1, 5)
    pairs = (chunks + 8).reshape(len(integers), groups, -1, 2, 16)
    halves = pairs[..., 0, :] | pairs[..., 1, :] << 4
    sums = integers.sum(3, dtype=torch.int32)
    parts = halves.flatten(2), *(x.transpose(1, 2).contiguous().view(torch.int8) for x in (scales, sums))
    header = torch.tensor(HEADER + [0] * 8, dtype=torch.int32)
    return torch.cat([header.view(torch.int8), torch.cat(parts, 2).flatten()])


def product(activations, packed_weights, group_size, n, k):
    """Only the shape, for the export."""
    return activations.new_empty(len(activations), n)


def declare():
    if hasattr(torch.ops.torchao, PACK):
        return
    library = torch.library.Library("torchao", "FRAGMENT")
    tensors = "Tensor weight_qvals, Tensor weight_scales, Tensor? weight_zeros"
    library.define(f"{PACK}({tensors}, int group_size, Tensor? bias, str? target) -> Tensor")
    library.define(f"{MULTIPLY}({ARGUMENTS}) -> Tensor")
    library.define(f"{MULTIPLY}.out({ARGUMENTS}, *, Tensor(a!) out) -> Tensor(a!)")
    library.impl(PACK, pack, "CPU")
    library.impl(MULTIPLY, product, "Meta")
    _libraries.append(library)  # operators are undeclared with their library
