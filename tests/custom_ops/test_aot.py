"""PyTorch libraries of custom operators can be loaded, compute, can be traced and exported."""

import importlib.util
import pathlib
import subprocess
import sys
import textwrap

import numpy
import pytest
from checkout import Checkout
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT, build

EXAMPLE = ROOT / "examples" / "03_custom_operator"
PACKAGE = "//examples/03_custom_operator"
TARGETS = {
    "example": "examples/03_custom_operator/libmy_ops_aot.so",
    "stub": "tests/custom_ops/libexample_stub.so",
    "types": "tests/custom_ops/libtypes_aot.so",
    "cc_kernels": "tests/custom_ops/libcc_kernels_aot.so",
    "by_hand": "tests/custom_ops/libby_hand.so",
}
# The prelude of every script: it turns an error into the first line of its text.
PRELUDE = """
import sys
import torch
def error_of(function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except RuntimeError as error:
        return str(error).splitlines()[0]
    raise AssertionError("no error")
torch.ops.load_library(sys.argv[1])
"""


@pytest.fixture(scope="module")
def libraries():
    targets = ["//" + path.rpartition("/")[0] + ":" + path.rpartition("/")[2] for path in TARGETS.values()]
    directory = build(*targets)
    return {name: directory / path for name, path in TARGETS.items()}


@pytest.fixture(scope="module", params=["bazel", "cmake"])
def others(request, tmp_path_factory):
    """Libraries without kernels, with kernels of a C++ library, and without a yaml file."""
    if request.param == "bazel":
        return request.getfixturevalue("libraries")
    project = CMakeBuild(ROOT / "tests/custom_ops", tmp_path_factory.mktemp("others"))
    names = ("stub", "cc_kernels", "by_hand")
    project.build(*names)
    return {name: project.directory / f"lib{name}.so" for name in names}


def with_bazel(_directory):
    return build(f"{PACKAGE}:my_ops_aot") / TARGETS["example"]


def with_cmake(directory):
    project = CMakeBuild(EXAMPLE, directory)
    result = project.configure("-DWITH_TORCH=ON")
    assert result.returncode == 0, result.stderr
    project.build("my_ops_aot")
    return directory / "libmy_ops_aot.so"


def with_buck2(_directory):
    buck2 = pytest.importorskip("buck2", reason="starlark-pyo3 is not there")
    fetch_wheels()
    torch = importlib.util.find_spec("torch").submodule_search_locations[0]
    (library,) = buck2.Buck2(ROOT, {"rules_executorch.torch": torch}).build(f"{PACKAGE}:my_ops_aot")
    return library


@pytest.fixture(scope="module", params=[with_bazel, with_buck2, with_cmake])
def example(request, tmp_path_factory):
    """The library of the example, built by each build system."""
    return request.param(tmp_path_factory.mktemp("aot"))


def run_torch(library, script):
    """Runs a script in a process that has loaded the library; returns stderr."""
    text = PRELUDE + textwrap.dedent(script)
    result = subprocess.run(
        [sys.executable, "-c", text, library], capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, result.stderr
    return result.stderr


def test_example_computes(example):
    log = run_torch(
        example,
        """
        ops, mish = torch.ops.my_ops, torch.nn.functional.mish
        x = torch.randn(2, 3, 4, 5)
        for dtype in (torch.float, torch.double):
            torch.testing.assert_close(ops.mish(x.to(dtype)), mish(x.to(dtype)))
        low, high = ops.row_range(x[0, 0])
        assert torch.equal(low, x[0, 0].min(1).values) and torch.equal(high, x[0, 0].max(1).values)
        torch.testing.assert_close(ops.weighted_sum([x, x], [1.0, 2.0]), 3 * x)
        torch.testing.assert_close(ops.weighted_sum([x], [2.0], x), 3 * x)
        assert ops.mish(torch.empty(0, 3)).shape == (0, 3)
        assert ops.mish(torch.tensor(0.5)).shape == ()
        """,
    )
    assert "executorch:" not in log  # trying ranks prints no message


def test_layouts_are_kept(libraries):
    run_torch(
        libraries["example"],
        """
        ops, mish, last = torch.ops.my_ops, torch.nn.functional.mish, torch.channels_last
        x = torch.randn(2, 3, 4, 5).to(memory_format=last)
        y = ops.mish(x)
        assert y.is_contiguous(memory_format=last) and not y.is_contiguous()
        torch.testing.assert_close(y, mish(x))
        z = torch.randn(2, 3, 4, 5, 6).to(memory_format=torch.channels_last_3d)
        assert ops.mish(z).is_contiguous(memory_format=torch.channels_last_3d)
        torch.testing.assert_close(ops.mish(z), mish(z))
        # Neither contiguous nor channels-last: parts, transposed, expanded, as inputs and outs.
        for t in (x[:, 1:], x.transpose(0, 3), torch.randn(1, 3).expand(4, 3), torch.randn(6)[::2]):
            torch.testing.assert_close(ops.mish(t), mish(t))
        whole = torch.zeros(4, 4)
        result = ops.mish.out(torch.ones(4), out=whole[:, 1])
        torch.testing.assert_close(whole[:, 1], mish(torch.ones(4)))
        assert whole[:, 0].eq(0).all() and whole[:, 2:].eq(0).all()
        assert result.data_ptr() == whole[:, 1].data_ptr()
        """,
    )


def test_outs_are_resized(libraries):
    run_torch(
        libraries["example"],
        """
        ops, x = torch.ops.my_ops, torch.randn(2, 3)
        for out in (torch.empty(0), torch.empty(2, 3), torch.empty(1, 1), torch.empty(5, 7)):
            assert ops.mish.out(x, out=out) is out
            torch.testing.assert_close(out, torch.nn.functional.mish(x))
        low, high = torch.empty(0), torch.empty(9)
        ops.row_range.out(x, low=low, high=high)
        assert torch.equal(low, x.min(1).values) and torch.equal(high, x.max(1).values)
        """,
    )


def test_wrong_calls_fail_and_say_why(libraries):
    log = run_torch(
        libraries["example"],
        """
        ops, x = torch.ops.my_ops, torch.randn(2, 3)
        said = error_of(ops.mish, x.int())
        assert said.startswith("my_ops::mish.out: the kernel failed: Error::InvalidArgument: op_mish.cpp:")
        assert "mish is for Float and Double" in said
        out = torch.full((2, 3), 7)
        error_of(ops.mish.out, x, out=out)
        assert out.eq(7).all()
        assert "x.dim() == 2" in error_of(ops.row_range, torch.randn(3))
        assert "xs.size() == weights.size()" in error_of(ops.weighted_sum, [x], [])
        """,
    )
    assert "executorch:" not in log


@pytest.mark.parametrize("name", ["example", "stub"])
def test_traces_without_data(libraries, name):
    run_torch(
        libraries[name],
        """
        from torch._subclasses import FakeTensorMode
        ops = torch.ops.my_ops
        with FakeTensorMode():
            x = torch.empty(2, 3, 4, 5).to(memory_format=torch.channels_last)
            y = ops.mish(x)
            assert y.shape == x.shape and y.stride() == x.stride() and y.dtype == x.dtype
            assert ops.weighted_sum([x, x], [1.0, 1.0]).shape == x.shape
            assert ops.mish.out(x, out=torch.empty(2, 3, 4, 5)).shape == x.shape
        x = torch.empty(2, 3, device="meta")
        assert ops.mish(x).is_meta
        class Model(torch.nn.Module):
            def forward(self, x):
                return ops.mish(x)
        # Who knows the shape says it; that goes before what the library would say.
        @torch.library.register_fake("my_ops::mish")
        def mish(x):
            return torch.empty_like(x)
        shapes = ({0: torch.export.Dim("n")},)
        dynamic = torch.export.export(Model(), (torch.randn(4, 3),), dynamic_shapes=shapes)
        assert dynamic.module()(torch.randn(7, 3)).shape == (7, 3)
        """,
    )


def test_kernels_know_shapes_that_nobody_guesses(libraries):
    run_torch(
        libraries["example"],
        """
        low, high = torch.ops.my_ops.row_range(torch.empty(5, 3, device="meta"))
        assert low.shape == high.shape == (5,)
        class Model(torch.nn.Module):
            def forward(self, x):
                return torch.ops.my_ops.mish(x)
        shapes = ({0: torch.export.Dim("n")},)
        said = error_of(torch.export.export, Model(), (torch.randn(4, 3),), dynamic_shapes=shapes)
        assert "my_ops::mish: say what it returns for tensors of dynamic shapes: @torch.library" in said
        """,
    )


@pytest.mark.parametrize("name", ["types", "cc_kernels"])
def test_every_type_of_argument(libraries, name):
    run_torch(
        libraries[name],
        """
        types, one = torch.ops.test_ops.types.out, torch.full((2,), 5.0)
        def call(*args, **kwargs):
            x, y = types(*args, **kwargs, x=torch.empty(0), y=torch.empty(0))
            assert torch.equal(x, -y)
            return x.tolist()
        none = call(one, None, [], [], 7, None, [1, 2], None, 0.5, None, False, [], "", 1, *[None] * 5)
        assert none == [5, -1, -1, 0, -1, 7, -1, 2, -1, 0.5, -1, 0, 0, 0, 1, -1, -1, -1, -1, -1], none
        some = call(one, one, [one, one + 1], [None, one + 2], 7, 8, [1, 2], [3], 0.5, [2.5], True,
                    [True, False], "four", True, 1.5, torch.int64,
                    torch.preserve_format, torch.strided, torch.device("cpu"))
        assert some == [5, 5, 6, 2, 7, 7, 8, 2, 3, 0.5, 2.5, 1, 1, 4, 3, 1.5, 4, 1, 0, 0], some
        """,
    )


def test_kernels_are_chosen_as_in_the_app(libraries):
    run_torch(
        libraries["types"],
        """
        which = torch.ops.test_ops.which
        assert which(torch.zeros(2, 3)).eq(2).all()  # the one for contiguous matrices of Float
        assert which(torch.zeros(2)).eq(1).all()
        assert which.out(torch.zeros(2, 3).int(), out=torch.zeros(2, 3)).eq(1).all()
        """,
    )


def test_in_place_lists_of_outs_and_values(libraries):
    run_torch(
        libraries["types"],
        """
        ops = torch.ops.test_ops
        x = torch.zeros(3, 2).t()
        assert ops.bump_(x) is x and x.eq(1).all()
        outs = [torch.zeros(2), torch.zeros(2, 4)[:, ::2]]
        assert ops.fill_all.out(torch.ones(1), out=outs) is None
        assert all(out.eq(1).all() for out in outs)
        assert ops.rank(torch.zeros(2, 3)) == 2
        """,
    )


def test_kernels_of_a_cc_library_without_functional_variants(others):
    run_torch(
        others["cc_kernels"],
        """
        assert torch.ops.test_ops.which.overloads() == ["out"]
        out = torch.empty(2, 3)
        assert torch.ops.test_ops.which.out(torch.ones(2, 3), out=out) is out
        """,
    )


def test_macros_without_a_yaml(others):
    run_torch(
        others["by_hand"],
        """
        ops, x = torch.ops.by_hand, torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)
        out = torch.empty_like(x)
        assert ops.twice.out(x, out=out) is out and torch.equal(out, 2 * x)
        assert torch.equal(ops.add(x, None), x + 1)
        assert torch.equal(ops.add.out(x, x, out=torch.empty_like(x)), x + x)
        said = error_of(ops.twice.out, x, out=torch.empty(2, 3, 4, 5))
        assert said.startswith("twice_out: the kernel failed")
        assert "throws_out: the kernel threw an exception: no good" in error_of(ops.throws.out, x, out=out)
        """,
    )


def test_export_makes_the_committed_files(libraries, tmp_path):
    result = subprocess.run(
        [sys.executable, EXAMPLE / "export.py", libraries["example"], tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    for path in sorted(EXAMPLE.glob("model.*")):
        made = tmp_path / path.name
        if path.suffix == ".npy":
            numpy.testing.assert_allclose(numpy.load(made), numpy.load(path), rtol=1e-5, atol=1e-6)
        else:
            assert made.read_bytes() == path.read_bytes()


def test_a_stub_exports_what_its_guesses_fit(others):
    run_torch(
        others["stub"],
        """
        from executorch.exir import EdgeCompileConfig, to_edge
        class Model(torch.nn.Module):
            def forward(self, x):
                return torch.ops.my_ops.mish(x) + x
        exported = torch.export.export(Model(), (torch.randn(2, 3),))
        edge = to_edge(exported, compile_config=EdgeCompileConfig(_check_ir_validity=False))
        assert b"my_ops::mish" in edge.to_executorch().buffer
        """,
    )


def test_a_python_without_torch_is_told_where_it_matters(tmp_path):
    """The library for PyTorch reports what to install; the app's libraries do not need torch."""
    python = pathlib.Path(sys.base_prefix) / "bin" / "python3"
    if subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
        pytest.skip("every Python here has torch")
    checkout = Checkout(tmp_path)
    try:
        environment = f"--repo_env=RULES_EXECUTORCH_PYTHON={python}"
        query = checkout.bazel("query", environment, f"deps({PACKAGE}:model_test) intersect @torch//...")
        assert "has no torch, and exir_custom_ops_aot_lib needs it: install it there" in query.stderr
        app = checkout.bazel("cquery", environment, f"deps({PACKAGE}:model_test)")
        assert app.returncode == 0, app.stderr
        assert "@torch//" not in app.stdout
    finally:
        checkout.stop()
