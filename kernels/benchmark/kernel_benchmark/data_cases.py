"""The timed calls of operators that move, gather, pool and normalize."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case


def _case(group: str, name: str, op: str, arguments: Callable[[], list], functional: bool = True) -> Case:
    return Case(group, name, f"aten::{op}", arguments, functional=functional)


def _image(*shape: int, last: bool = False) -> torch.Tensor:
    image = torch.randn(shape)
    return image.contiguous(memory_format=torch.channels_last) if last else image


def _pools() -> Iterator[Case]:
    def maximum(name: str, image: tuple, kernel: int, stride: int, padding: int, last: bool = False) -> Case:
        return _case(
            "pools",
            f"max_pool {name}",
            "max_pool2d_with_indices.out",
            lambda: [_image(*image, last=last), [kernel] * 2, [stride] * 2, [padding] * 2, [1, 1], False],
        )

    def mean(name: str, image: tuple, kernel: int, stride: int, padding: int, last: bool = False) -> Case:
        return _case(
            "pools",
            f"avg_pool {name}",
            "avg_pool2d.out",
            lambda: [_image(*image, last=last), [kernel] * 2, [stride] * 2, [padding] * 2, False, True, None],
        )

    def adaptive(name: str, image: tuple, size: int, last: bool = False) -> Case:
        return _case(
            "pools",
            f"adaptive {name}",
            "_adaptive_avg_pool2d.out",
            lambda: [_image(*image, last=last), [size] * 2],
        )

    yield maximum("3x3/2", (1, 64, 112, 112), 3, 2, 1)
    yield maximum("2x2/2", (1, 64, 112, 112), 2, 2, 0)
    yield maximum("3x3/1", (1, 192, 28, 28), 3, 1, 1)
    yield maximum("3x3/2 last", (1, 64, 112, 112), 3, 2, 1, last=True)
    yield mean("2x2/2", (1, 64, 112, 112), 2, 2, 0)
    yield mean("3x3/1", (1, 192, 28, 28), 3, 1, 1)
    yield mean("7x7", (1, 1280, 7, 7), 7, 7, 0)
    yield mean("2x2/2 last", (1, 64, 112, 112), 2, 2, 0, last=True)
    yield adaptive("7-1", (1, 1280, 7, 7), 1)
    yield adaptive("14-7", (1, 512, 14, 14), 7)
    yield adaptive("17-7", (1, 512, 17, 17), 7)
    yield adaptive("7-1 last", (1, 1280, 7, 7), 1, last=True)
    yield adaptive("17-7 last", (1, 512, 17, 17), 7, last=True)


def _other_pools() -> Iterator[Case]:
    """Pools over lines and volumes, and adaptive max pools."""

    def pool(name: str, op: str, image: tuple, *arguments: object, last: bool = False) -> Case:
        return _case("pools", name, f"{op}.out", lambda: [_image(*image, last=last), *arguments])

    line, volume = (1, 64, 2048), (1, 16, 8, 32, 32)
    yield pool("avg_pool1d 4/4", "avg_pool1d", line, [4], [4], [0], False, True)
    yield pool("avg_pool1d 3/2", "avg_pool1d", line, [3], [2], [1], False, True)
    yield pool("adaptive 2048-64", "adaptive_avg_pool1d", line, [64])
    yield pool("adaptive 2048-60", "adaptive_avg_pool1d", line, [60])
    yield pool("avg_pool 2x2x2/2", "avg_pool3d", volume, [2] * 3, [2] * 3, [0] * 3, False, True, None)
    yield pool("avg_pool 3x3x3/1", "avg_pool3d", volume, [3] * 3, [1] * 3, [1] * 3, False, True, None)
    yield pool("adaptive 8x32x32-2x7x7", "_adaptive_avg_pool3d", volume, [2, 7, 7])
    largest = "max_pool3d_with_indices"
    yield pool("max_pool 2x2x2/2", largest, volume, [2] * 3, [2] * 3, [0] * 3, [1] * 3, False)
    yield pool("max_pool 3x3x3/2", largest, volume, [3] * 3, [2] * 3, [1] * 3, [1] * 3, False)
    yield pool("adaptive_max 56-7", "adaptive_max_pool2d", (1, 64, 56, 56), [7, 7])
    yield pool("adaptive_max 17-7 last", "adaptive_max_pool2d", (1, 512, 17, 17), [7, 7], last=True)
    yield pool("adaptive_max 8x32x32-2x7x7", "adaptive_max_pool3d", volume, [2, 7, 7])


def _copies() -> Iterator[Case]:
    def permuted(name: str, shape: tuple, dims: tuple) -> Case:
        return _case(
            "copies", f"permute {name}", "permute_copy.out", lambda: [torch.randn(shape), list(dims)]
        )

    yield permuted("1024x1024", (1024, 1024), (1, 0))
    yield permuted("heads", (1, 128, 12, 64), (0, 2, 1, 3))
    yield permuted("keys", (12, 128, 64), (0, 2, 1))
    yield permuted("image last", (1, 64, 56, 56), (0, 2, 3, 1))
    yield permuted("pixels", (224, 224, 3), (2, 0, 1))
    yield permuted("planes", (3, 224, 224), (1, 2, 0))
    yield permuted("reversed", (32, 64, 96), (2, 1, 0))
    yield _case("copies", "t 1000x333", "t_copy.out", lambda: [torch.randn(1000, 333)])
    yield _case("copies", "expand", "expand_copy.out", lambda: [torch.randn(1024, 1), [1024, 1024], False])
    yield _case("copies", "clone 1M", "clone.out", lambda: [torch.randn(1 << 20), None])
    yield _case("copies", "view 1M", "view_copy.out", lambda: [torch.randn(1 << 20), [1024, 1024]])
    for name, dim in (("channels", 1), ("width", 3)):
        yield _case(
            "copies",
            f"cat {name}",
            "cat.out",
            lambda dim=dim: [[torch.randn(1, 64, 56, 56), torch.randn(1, 64, 56, 56)], dim],
            functional=False,
        )


def _norms() -> Iterator[Case]:
    for last in (False, True):
        suffix = " last" * last
        yield _case(
            "norms",
            f"batch_norm{suffix}",
            "_native_batch_norm_legit_no_training.out",
            lambda last=last: [
                _image(1, 64, 56, 56, last=last),
                *(torch.randn(64), torch.randn(64), torch.randn(64), torch.rand(64) + 0.5),
                *(0.1, 1e-5),
            ],
        )
    for last in (False, True):
        yield _case(
            "norms",
            f"batch_norm of the batch{' last' * last}",
            "_native_batch_norm_legit.no_stats_out",
            lambda last=last: [
                _image(1, 64, 56, 56, last=last),
                *(torch.randn(64), torch.randn(64), True, 0.1, 1e-5),
            ],
        )
    yield _case(
        "norms",
        "group_norm",
        "native_group_norm.out",
        lambda: [_image(1, 64, 56, 56), torch.randn(64), torch.randn(64), 1, 64, 56 * 56, 8, 1e-5],
    )
    for label, dims in (("dim 0", [0]), ("dim 1", [1]), ("all", [0, 1])):
        yield _case(
            "norms",
            f"var {label}",
            "var.correction_out",
            lambda dims=dims: [torch.randn(1024, 1024), dims, 1, False],
            functional=False,
        )


def _gathers() -> Iterator[Case]:
    for name, width in (("64", 64), ("768", 768)):
        yield _case(
            "gathers",
            f"embedding {name}",
            "embedding.out",
            lambda width=width: [
                torch.randn(10000, width),
                torch.randint(10000, (1, 128)),
                *(-1, False, False),
            ],
        )
    for name, mode, rows, width, count, bag in (
        ("sum", 0, 1000, 64, 512, 8),
        ("mean", 1, 1000, 64, 512, 8),
        ("max", 2, 1000, 64, 512, 8),
        ("long", 0, 10000, 128, 4096, 32),
    ):
        yield _case(
            "gathers",
            f"embedding_bag {name}",
            "_embedding_bag.out",
            lambda r=rows, w=width, n=count, bag=bag, mode=mode: [
                torch.randn(r, w),
                *(torch.randint(r, (n,)), torch.arange(0, n, bag)),
                *(False, mode, False, None, False, -1),
            ],
        )
    yield _case(
        "gathers",
        "index rows",
        "index.Tensor_out",
        lambda: [torch.randn(1024, 256), [torch.randint(1024, (512,))]],
        functional=False,
    )
    yield _case(
        "gathers",
        "index pairs",
        "index.Tensor_out",
        lambda: [torch.randn(256, 256), [torch.randint(256, (16384,)), torch.randint(256, (16384,))]],
        functional=False,
    )
    for dim in (0, 1):
        yield _case(
            "gathers",
            f"cumsum dim {dim}",
            "cumsum.out",
            lambda dim=dim: [torch.randn(1024, 1024), dim, None],
            functional=False,
        )


def _images() -> Iterator[Case]:
    for last in (False, True):
        suffix = " last" * last
        yield _case(
            "images",
            f"nearest x2{suffix}",
            "upsample_nearest2d.out",
            lambda last=last: [_image(1, 64, 56, 56, last=last), [112, 112], 2.0, 2.0],
            functional=False,
        )
        yield _case(
            "images",
            f"bilinear x2{suffix}",
            "upsample_bilinear2d.out",
            lambda last=last: [_image(1, 64, 56, 56, last=last), [112, 112], False, None, None],
            functional=False,
        )
    yield _case(
        "images",
        "bilinear 224-160",
        "upsample_bilinear2d.out",
        lambda: [_image(1, 3, 224, 224), [160, 160], False, None, None],
        functional=False,
    )
    for name, image, size, last in (
        ("224-112", (1, 3, 224, 224), 112, False),
        ("56-112", (1, 64, 56, 56), 112, False),
        ("224-112 last", (1, 3, 224, 224), 112, True),
        ("56-28 last", (1, 64, 56, 56), 28, True),
    ):
        yield _case(
            "images",
            f"bilinear aa {name}",
            "_upsample_bilinear2d_aa.out",
            lambda i=image, s=size, last=last: [_image(*i, last=last), [s, s], False, None, None],
            functional=False,
        )


def data_cases() -> list[Case]:
    """All cases, in the order of the report."""
    return [*_pools(), *_other_pools(), *_copies(), *_norms(), *_gathers(), *_images()]
