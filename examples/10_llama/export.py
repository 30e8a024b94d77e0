"""Exports a small Llama with a cache of keys and values, and the tokens that PyTorch generates.

    python examples/10_llama/export.py

Writes llama.pte and tokens.txt next to this script, or to a first argument, a directory. Needs torch and
executorch. The files are committed, so that nothing else does.
"""

import pathlib
import sys

import torch
from executorch.exir import EdgeCompileConfig, to_edge
from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401 - defines the operators
from torch.export import export
from torch.nn.functional import linear, silu

HERE = pathlib.Path(__file__).parent
VOCABULARY, WIDTH, HIDDEN, LAYERS, HEADS, GROUPS, LENGTH = 64, 32, 64, 2, 4, 2, 32
SIZE = WIDTH // HEADS
PROMPT, GENERATED = [3, 14, 15, 9, 26], 16


def normed(x, weight):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * weight


def turned(x, cosines, sines):
    """Rotary positions: pairs of elements, turned by angles that grow with the position."""
    even, odd = x[..., ::2], x[..., 1::2]
    pairs = (even * cosines - odd * sines, even * sines + odd * cosines)
    return torch.stack(pairs, -1).flatten(-2)


class Layer(torch.nn.Module):
    """Attention over the cache, by ExecuTorch's operators or PyTorch's, and a gated linear unit."""

    def __init__(self, uses_operators):
        super().__init__()
        self.uses_operators = uses_operators

        def weight(*shape):
            return torch.nn.Parameter(torch.randn(shape) / shape[-1] ** 0.5 * 2)

        self.query, self.output = weight(WIDTH, WIDTH), weight(WIDTH, WIDTH)
        self.key, self.value = weight(GROUPS * SIZE, WIDTH), weight(GROUPS * SIZE, WIDTH)
        self.gate, self.up, self.down = weight(HIDDEN, WIDTH), weight(HIDDEN, WIDTH), weight(WIDTH, HIDDEN)
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
            linear(y, weight).view(1, -1, heads, SIZE)
            for weight, heads in ((self.query, HEADS), (self.key, GROUPS), (self.value, GROUPS))
        )
        y = self.attention(turned(q, *angles), turned(k, *angles), v, start)
        x = x + linear(y.reshape(1, -1, WIDTH), self.output)
        y = normed(x, self.second)
        return x + linear(silu(linear(y, self.gate)) * linear(y, self.up), self.down)


class Llama(torch.nn.Module):
    """From a token and its position to the logits of the next one."""

    def __init__(self, uses_operators):
        super().__init__()
        self.table = torch.nn.Parameter(torch.randn(VOCABULARY, WIDTH))
        self.layers = torch.nn.ModuleList(Layer(uses_operators) for _ in range(LAYERS))
        self.norm = torch.nn.Parameter(torch.ones(WIDTH))
        frequencies = 10000.0 ** (-torch.arange(0, SIZE, 2) / SIZE)
        angles = torch.outer(torch.arange(LENGTH), frequencies)
        self.register_buffer("cosines", angles.cos()[:, None])
        self.register_buffer("sines", angles.sin()[:, None])

    def forward(self, tokens, position):
        start = position.item()
        torch._check(start >= 0)
        torch._check(start < LENGTH)
        x = torch.nn.functional.embedding(tokens, self.table)
        angles = self.cosines[position], self.sines[position]
        for layer in self.layers:
            x = layer(x, start, angles)
        return linear(normed(x, self.norm), self.table)


def model(uses_operators):
    torch.manual_seed(0)
    return Llama(uses_operators).eval()


def generated(llama):
    """The prompt, and the most likely token after it again and again."""
    tokens = list(PROMPT)
    for position in range(len(PROMPT) + GENERATED - 1):
        with torch.no_grad():
            logits = llama(torch.tensor([[tokens[position]]]), torch.tensor([position]))
        if position == len(tokens) - 1:
            tokens.append(int(logits[0, -1].argmax()))
    return tokens


def main(directory=HERE):
    inputs = torch.tensor([[PROMPT[0]]]), torch.tensor([0])
    # The check of the intermediate form knows ATen's operators only.
    config = EdgeCompileConfig(_check_ir_validity=False)
    program = to_edge(export(model(True), inputs, strict=True), compile_config=config).to_executorch()
    (pathlib.Path(directory) / "llama.pte").write_bytes(program.buffer)
    tokens = generated(model(False))
    lines = tokens[: len(PROMPT)], tokens[len(PROMPT) :]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    (pathlib.Path(directory) / "tokens.txt").write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
