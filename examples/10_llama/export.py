"""Exports a small Llama with a cache of keys and values, and the tokens that PyTorch generates.

    python examples/10_llama/export.py

Writes next to this script, or to a first argument, a directory: llama.pte and tokens.txt; and the same model
quantized by torchao, llama_8da4w.pte and tokens_8da4w.txt. Needs torch, torchao and executorch. The files are
committed, so that nothing else does.
"""

import pathlib
import sys

import packed_operators
import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401 - defines the operators
from torch.export import export
from torch.nn.functional import silu
from torchao.quantization import Int8DynamicActivationIntxWeightConfig, IntxWeightOnlyConfig, quantize_
from torchao.quantization.granularity import PerGroup

HERE = pathlib.Path(__file__).parent
VOCABULARY, WIDTH, HIDDEN, LAYERS, HEADS, GROUPS, LENGTH = 64, 32, 64, 2, 4, 2, 72
SIZE = WIDTH // HEADS
PROMPT, GENERATED = [3, 14, 15, 9, 26], 64
# The number of weights that share a scale.
TOGETHER = 32


def normed(x, weight):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * weight


def turned(x, cosines, sines):
    """Rotary positions: pairs of elements, turned by angles that grow with the position."""
    even, odd = x[..., ::2], x[..., 1::2]
    pairs = (even * cosines - odd * sines, even * sines + odd * cosines)
    return torch.stack(pairs, -1).flatten(-2)


def linear(inputs, outputs):
    layer = torch.nn.utils.skip_init(torch.nn.Linear, inputs, outputs, bias=False)
    layer.weight.data = torch.randn(outputs, inputs) / inputs**0.5 * 2
    return layer


class Layer(torch.nn.Module):
    """Attention over the cache, by ExecuTorch's operators or PyTorch's, and a gated linear unit."""

    def __init__(self, uses_operators):
        super().__init__()
        self.uses_operators = uses_operators
        self.query, self.output = linear(WIDTH, WIDTH), linear(WIDTH, WIDTH)
        self.key, self.value = linear(WIDTH, GROUPS * SIZE), linear(WIDTH, GROUPS * SIZE)
        self.gate, self.up, self.down = linear(WIDTH, HIDDEN), linear(WIDTH, HIDDEN), linear(HIDDEN, WIDTH)
        self.first, self.second = (torch.nn.Parameter(torch.ones(WIDTH)) for _ in range(2))
        for name in ("keys", "values"):
            self.register_buffer(name, torch.zeros(1, LENGTH, GROUPS, SIZE))

    def attention(self, q, k, v, start):
        if self.uses_operators:
            torch.ops.llama.update_cache(k, self.keys, start)
            torch.ops.llama.update_cache(v, self.values, start)
            return torch.ops.llama.custom_sdpa(q, self.keys, self.values, start, None, 0.0, True)
        end = start + q.shape[1]
        self.keys[:, start:end], self.values[:, start:end] = k, v
        keys, values = (cache[:, :end].transpose(1, 2) for cache in (self.keys, self.values))
        seen = torch.arange(end) <= torch.arange(start, end)[:, None]
        y = torch.nn.functional.scaled_dot_product_attention(
            q.transpose(1, 2), keys, values, attn_mask=seen, enable_gqa=True
        )
        return y.transpose(1, 2)

    def forward(self, x, start, angles):
        y = normed(x, self.first)
        q, k, v = (
            layer(y).view(1, -1, heads, SIZE)
            for layer, heads in ((self.query, HEADS), (self.key, GROUPS), (self.value, GROUPS))
        )
        y = self.attention(turned(q, *angles), turned(k, *angles), v, start)
        x = x + self.output(y.reshape(1, -1, WIDTH))
        y = normed(x, self.second)
        return x + self.down(silu(self.gate(y)) * self.up(y))


class Llama(torch.nn.Module):
    """From a token and its position to the logits of the next one."""

    def __init__(self, uses_operators):
        super().__init__()
        self.table = torch.nn.Embedding(VOCABULARY, WIDTH, _weight=torch.randn(VOCABULARY, WIDTH))
        self.layers = torch.nn.ModuleList(Layer(uses_operators) for _ in range(LAYERS))
        self.norm = torch.nn.Parameter(torch.ones(WIDTH))
        self.head = torch.nn.utils.skip_init(torch.nn.Linear, WIDTH, VOCABULARY, bias=False)
        self.head.weight = self.table.weight
        frequencies = 10000.0 ** (-torch.arange(0, SIZE, 2) / SIZE)
        angles = torch.outer(torch.arange(LENGTH), frequencies)
        self.register_buffer("cosines", angles.cos()[:, None])
        self.register_buffer("sines", angles.sin()[:, None])

    def forward(self, tokens, position):
        start = position.item()
        torch._check(start >= 0)
        torch._check(start < LENGTH)
        x = self.table(tokens)
        angles = self.cosines[position], self.sines[position]
        for layer in self.layers:
            x = layer(x, start, angles)
        return self.head(normed(x, self.norm))


def model(uses_operators, packing=None):
    """The model. With a packing format of torchao, the table has 4 bits an element, and linear layers have
    weights of 4 bits, and quantize activations to 8 bits as they come.
    """
    torch.manual_seed(0)
    llama = Llama(uses_operators).eval()
    if packing:
        groups = PerGroup(TOGETHER)
        table = IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=groups)
        quantize_(llama, table, lambda module, name: isinstance(module, torch.nn.Embedding))
        linears = Int8DynamicActivationIntxWeightConfig(
            weight_dtype=torch.int4, weight_granularity=groups, intx_packing_format=packing
        )
        quantize_(llama, linears)
    return llama


def generated(llama):
    """The prompt, and the most likely token after it again and again."""
    tokens = list(PROMPT)
    for position in range(len(PROMPT) + GENERATED - 1):
        with torch.no_grad():
            logits = llama(torch.tensor([[tokens[position]]]), torch.tensor([position]))
        if position == len(tokens) - 1:
            tokens.append(int(logits[0, -1].argmax()))
    return tokens


def write(directory, suffix, exported, eager, config=None):
    inputs = torch.tensor([[PROMPT[0]]]), torch.tensor([0])
    # The check of the intermediate form knows ATen's operators only.
    edge = to_edge(
        export(exported, inputs, strict=True), compile_config=EdgeCompileConfig(_check_ir_validity=False)
    )
    (directory / f"llama{suffix}.pte").write_bytes(edge.to_executorch(config).buffer)
    tokens = generated(eager)
    lines = tokens[: len(PROMPT)], tokens[len(PROMPT) :]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    (directory / f"tokens{suffix}.txt").write_text(text)


def main(directory=HERE):
    directory = pathlib.Path(directory)
    write(directory, "", model(True), model(False))
    packed_operators.declare()
    packed, eager = "opaque_torchao_lowbit", "unpacked_to_int8"
    # Fuses dequantization and lookup into quantized_decomposed::embedding_4bit, and packs the table.
    config = ExecutorchBackendConfig(do_quant_fusion_and_const_prop=True)
    write(directory, "_8da4w", model(True, packed), model(False, eager), config)


if __name__ == "__main__":
    main(*sys.argv[1:])
