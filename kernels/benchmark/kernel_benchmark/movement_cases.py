"""The timed calls of operators that move parts of tensors, or elements by index."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case


def _case(name: str, op: str, arguments: Callable[[], list], has_list: bool = False) -> Case:
    return Case("parts and indices", name, f"aten::{op}", arguments, has_list=has_list)


def _parts() -> Iterator[Case]:
    def part(name: str, shape: tuple, *arguments: int) -> Case:
        return _case(f"slice {name}", "slice_copy.Tensor_out", lambda: [torch.randn(shape), *arguments])

    yield part("columns", (512, 512), 1, 64, 448, 1)
    yield part("rows", (512, 512), 0, 64, 448, 1)
    yield part("step 2", (512, 512), 1, 0, 512, 2)
    yield part("step 3", (512, 512), 1, 0, 512, 3)
    yield _case("select plane", "select_copy.int_out", lambda: [torch.randn(64, 3, 1024), 1, 1])
    yield _case("select column", "select_copy.int_out", lambda: [torch.randn(4096, 64), 1, 1])
    yield _case("diagonal", "diagonal_copy.out", lambda: [torch.randn(512, 512), 0, 0, 1])
    yield _case("unfold", "unfold_copy.out", lambda: [torch.randn(64, 2048), 1, 16, 8])
    yield _case("unsqueeze", "unsqueeze_copy.out", lambda: [torch.randn(512, 512), 1])
    yield _case("flip columns", "flip.out", lambda: [torch.randn(512, 512), [1]])
    yield _case("flip rows", "flip.out", lambda: [torch.randn(512, 512), [0]])
    yield _case("roll", "roll.out", lambda: [torch.randn(512, 512), [3], [1]])
    yield _case("split columns", "split_copy.Tensor_out", lambda: [torch.randn(128, 2304), 768, 1], True)
    yield _case("split rows", "split_copy.Tensor_out", lambda: [torch.randn(128, 2304), 32, 0], True)
    yield _case("unbind", "unbind_copy.int_out", lambda: [torch.randn(128, 3, 768), 1], True)
    yield _case("unbind elements", "unbind_copy.int_out", lambda: [torch.randn(8400, 4), 1], True)
    yield _case(
        "slice_scatter",
        "slice_scatter.out",
        lambda: [torch.randn(512, 512), torch.randn(512, 256), 1, 0, 256, 1],
    )
    yield _case("tril", "tril.out", lambda: [torch.randn(512, 512), 0])


def _joined() -> Iterator[Case]:
    for dim, count in ((0, 4), (1, 2), (2, 2)):
        yield _case(
            f"stack dim {dim}",
            "stack.out",
            lambda dim=dim, count=count: [[torch.randn(64, 1024) for _ in range(count)], dim],
        )
    yield _case("repeat rows", "repeat.out", lambda: [torch.randn(64, 512), [4, 1]])
    yield _case("repeat columns", "repeat.out", lambda: [torch.randn(64, 512), [1, 4]])
    yield _case("repeat elements", "repeat.out", lambda: [torch.randn(512, 1), [1, 256]])


def _named() -> Iterator[Case]:
    for dim in (0, 1):
        yield _case(
            f"gather dim {dim}",
            "gather.out",
            lambda dim=dim: [torch.randn(512, 512), dim, torch.randint(512, (512, 256)), False],
        )
        yield _case(
            f"index_select dim {dim}",
            "index_select.out",
            lambda dim=dim: [torch.randn(512, 512), dim, torch.randint(512, (256,))],
        )
        for name in ("scatter.src_out", "scatter_add.out"):
            yield _case(
                f"{name.partition('.')[0]} dim {dim}",
                name,
                lambda dim=dim: [
                    torch.randn(512, 512),
                    dim,
                    torch.argsort(torch.randn(512, 512), dim)[:, :256].contiguous(),
                    torch.randn(512, 256),
                ],
            )
    yield _case(
        "index_put rows",
        "index_put.out",
        lambda: [torch.randn(512, 512), [torch.randperm(512)[:64]], torch.randn(64, 512), False],
    )


def _images() -> Iterator[Case]:
    yield _case("pixel_shuffle", "pixel_shuffle.out", lambda: [torch.randn(1, 64, 56, 56), 2])
    yield _case("pixel_unshuffle", "pixel_unshuffle.out", lambda: [torch.randn(1, 16, 112, 112), 2])
    for name in ("reflection", "replication"):
        yield _case(f"{name}_pad2d", f"{name}_pad2d.out", lambda: [torch.randn(1, 64, 56, 56), [1, 1, 1, 1]])
    yield _case("reflection_pad1d", "reflection_pad1d.out", lambda: [torch.randn(1, 64, 2048), [3, 3]])
    yield _case(
        "constant_pad", "constant_pad_nd.out", lambda: [torch.randn(1, 64, 56, 56), [1, 1, 1, 1], 0.0]
    )
    window = [[3, 3], [1, 1], [1, 1], [1, 1]]
    yield _case("im2col", "im2col.out", lambda: [torch.randn(1, 64, 28, 28), *window])
    yield _case("col2im", "col2im.out", lambda: [torch.randn(1, 576, 784), [28, 28], *window])


def _created() -> Iterator[Case]:
    yield _case("zeros", "zeros.out", lambda: [[512, 512]])
    yield _case("full", "full.out", lambda: [[512, 512], 1.0])
    yield _case("arange", "arange.start_out", lambda: [0, 65536, 1])


def movement_cases() -> list[Case]:
    """All cases, in the order of the report."""
    return [*_parts(), *_joined(), *_named(), *_images(), *_created()]
