"""The generated package in PyTorch, and the attributes that it gives to nodes; no device is needed."""

import base64
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys

import environment
import packages
import pytest
from conftest import ROOT, run_etgen

torch = pytest.importorskip("torch")
pytestmark = environment.needs_glslc

GOLDEN = pathlib.Path(__file__).parent / "golden"
# For each operator, the shapes in the golden of payloads.
SHAPES = {
    "scale_add": [{"x": (1,)}, {"x": (64,)}, {"x": (65,)}, {"x": (4097,)}, {"x": (1, 3, 7, 5)}, {"x": ()}],
    "gray": [{"x": (1, 1, 3, 5)}, {"x": (1, 1, 8, 8)}, {"x": (9, 8, 1)}],
    "rgba": [{"x": (1, 4, 64, 65)}],
    "rgb": [{"x": (1, 3, 3, 5)}, {"x": (1, 4, 3, 5)}],
    "flow_pool": [{"image": (1, 2, 6, 18), "weights": (2,)}, {"image": (1, 2, 7, 35), "weights": (2,)}],
}


def operator(name):
    operators = packages.module("ops", "operators").OPERATORS
    return next(op for op in operators if op.contract.op == f"shader_test::{name}")


def payload_of(op, shapes):
    shapes = {**shapes, "out": op.output_shape(shapes)}
    return packages.module("ops", "payload").build(op, shapes)


def check_golden(name, text, request):
    path = GOLDEN / name
    if request.config.getoption("--update-goldens"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()


def test_what_is_made_of_the_entries(request):
    directory = packages.path_of("ops")
    for name in ("operators.py", "__init__.py"):
        check_golden(f"{name}.txt", (directory / name).read_text(), request)
    assert sorted(p.name for p in directory.glob("*.spv")) == sorted(f"shader_test_{op}.spv" for op in SHAPES)


def test_payloads(request):
    lines = []
    for name, cases in SHAPES.items():
        for shapes in cases:
            payload = payload_of(operator(name), shapes)
            code = base64.b64decode(payload["shader_code"])
            assert code == (packages.path_of("ops") / f"shader_test_{name}.spv").read_bytes()
            payload["shader_code"] = "…"
            lines.append(
                f"{name} {json.dumps(shapes)}\n{json.dumps(payload, indent=1, ensure_ascii=False)}\n"
            )
    check_golden("payloads.txt", "".join(lines), request)


@pytest.mark.parametrize(("elements", "groups"), [(1, 1), (64, 1), (65, 2), (4096, 64), (4097, 65)])
def test_every_element_has_an_invocation(elements, groups):
    payload = payload_of(operator("scale_add"), {"x": (elements,)})
    assert payload["workgroup_sizes"] == [groups, 1, 1]
    assert groups * 64 >= elements > (groups - 1) * 64


def test_attributes_are_bytes_of_json_and_tell_the_result():
    payload = packages.module("ops", "payload")
    built = payload_of(operator("rgb"), {"x": (1, 3, 3, 5)})
    attributes = payload.encode(built)
    assert all(type(byte) is int and 0 <= byte < 256 for byte in attributes)
    assert json.loads(bytes(attributes)) == built
    assert payload.output_of(attributes) == ((1, 3, 5, 4), "float32")


def test_bytes_depend_on_neither_path_nor_hash_seed(tmp_path):
    expected = packages.files_of(packages.path_of("ops"))
    for seed in ("1", "2"):
        there = tmp_path / f"checkout{seed}"
        shutil.copytree(packages.OPS, there / "ops")
        directory = packages.generate(there / "ops/ops.yaml", environment.glslc(), there, PYTHONHASHSEED=seed)
        assert packages.files_of(directory) == expected
    assert not any(str(packages.OPS).encode() in text for text in expected.values())


class TestInPyTorch:
    def call(self, name, *args, **kwargs):
        packages.load("ops")
        return getattr(torch.ops.shader_test, name)(*args, **kwargs)

    def test_computes_what_the_reference_computes(self):
        x = torch.randn(3, 5)
        torch.testing.assert_close(self.call("scale_add", x), 2 * x + 5)
        torch.testing.assert_close(self.call("scale_add", x=x), 2 * x + 5)

    def test_writes_to_outs_where_the_entry_has_kernels(self):
        x, out = torch.randn(3, 5), torch.empty(0)
        assert self.call("scale_add", x, out=out) is out
        torch.testing.assert_close(out, 2 * x + 5)
        assert torch.ops.shader_test.gray.overloads() == ["default"]

    @pytest.mark.parametrize("name", SHAPES)
    def test_is_a_good_operator_of_pytorch(self, name):
        packages.load("ops")
        overload = getattr(torch.ops.shader_test, name).default
        for shapes in SHAPES[name][:2]:
            torch.library.opcheck(overload, tuple(torch.randn(shape) for shape in shapes.values()))

    def test_holds_the_reference_to_what_the_entry_declares(self):
        packages.load("ops")
        wrong = dataclasses.replace(operator("scale_add"), reference=lambda x: x.double())
        message = (
            r"shader_test::scale_add: the reference returned \[3\] torch.float64, the entry declares \[3\]"
        )
        with pytest.raises(RuntimeError, match=message):
            packages.module("ops", "library")._eager(wrong)(torch.randn(3))


ENTRY = """\
- func: shader_test::scale_add.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  kernels: [{{arg_meta: null, kernel_name: shader_test::scale_add_out}}]
  shader: {{glsl: scale_add.comp}}
  resources:
    x: {{kind: buffer, binding: 0, format: R32_SFLOAT}}
    out: {{kind: buffer, binding: 1, format: R32_SFLOAT}}
{reference}  tests: [{{x: [5]}}]
"""


def generate(directory, reference, package="shaders"):
    """Runs `etgen shader generate` on a file with one operator and this reference."""
    line = f"  reference: {reference}\n" if reference else ""
    (directory / "one.yaml").write_text(ENTRY.format(reference=line))
    (directory / "reference.py").write_text("def scale_add(x):\n    return 2 * x + 5\n")
    (directory / "broken.py").write_text("def scale_add(x:\n")
    spirv = packages.path_of("ops").with_name("ops_spirv")
    flags = ["--spirv-dir", spirv, "--custom-ops-yaml", "one.yaml", "--output-dir", package]
    return run_etgen("shader", "generate", *flags, cwd=directory)


WRONG_REFERENCES = {
    "reference.py:scale_ad": (
        "one.yaml:7: shader_test::scale_add: reference.py has no function scale_ad",
        "did you mean scale_add?",
    ),
    "reference.yaml:scale_add": ("reference.yaml is not a Python module", "reference: file.py:function"),
    "refrence.py:scale_add": ("refrence.py: cannot read", "did you mean reference.py?"),
    "broken.py:scale_add": ("broken.py:1: not Python", "give a module that Python can import"),
}


@pytest.mark.parametrize("reference", WRONG_REFERENCES)
def test_references_that_are_not_there(reference, tmp_path):
    result = generate(tmp_path, reference)
    assert result.returncode == 2
    assert all(text in result.stderr for text in WRONG_REFERENCES[reference]), result.stderr
    assert not (tmp_path / "shaders").exists()


def test_the_package_is_called_what_python_can_import(tmp_path):
    result = generate(tmp_path, "reference.py:scale_add", package="my-shaders")
    assert result.returncode == 2
    assert "my-shaders: not the name of a Python package" in result.stderr


def test_cpp_kernels_must_be_loaded_first(tmp_path):
    assert generate(tmp_path, None).returncode == 0
    command = [sys.executable, "-c", "import shaders"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "ImportError: shader_test::scale_add is computed by its C++ kernels" in result.stderr
    assert "torch.ops.load_library()" in result.stderr


def package_of(directory, **files: str) -> subprocess.CompletedProcess:
    """Generates a package whose reference is `of.py:scale_add`, with these files next to the yaml file."""
    for name, text in files.items():
        (directory / f"{name}.py").write_text(text)
    return generate(directory, "of.py:scale_add")


def run_python(code: str, cwd: pathlib.Path) -> str:
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "text",
    [
        "from torch import neg as scale_add\n",
        "import torch\nscale_add = torch.neg\n",
        "import torch\nscale_add = lambda x: -x\n",
        "try:\n    from torch import neg as scale_add\nexcept ImportError:\n    scale_add = None\n",
        "from torch import *\nfrom torch import neg\nscale_add = neg\n",
    ],
)
def test_a_reference_is_any_function_that_the_module_has(text, tmp_path):
    result = package_of(tmp_path, of=text)
    assert result.returncode == 0, result.stderr
    run_python("import torch, shaders; torch.ops.shader_test.scale_add(torch.ones(1))", tmp_path)


INSIDE = "def scale_add(x):\n    é = x; import helper as h\n    return h.f(é)\n"
HELPERS = {
    "import helper\n\n\ndef scale_add(x):\n    return helper.f(x)\n": "from . import helper\n",
    INSIDE: "é = x; from . import helper as h\n",
    "from helper import (\n    f as scale_add,\n)\n": "from .helper import (\n",
    "from .helper import f as scale_add\n": "from .helper import f as scale_add\n",
    "from . import helper\n\nscale_add = helper.f\n": "from . import helper\n",
}


@pytest.mark.parametrize("text", HELPERS)
def test_helpers_are_packaged(text, tmp_path):
    helper = "import more\n\n\ndef f(x):\n    return more.factor * x\n"
    result = package_of(tmp_path, of=text, helper=helper, more="factor = 3\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert HELPERS[text] in (tmp_path / "shaders/references/of.py").read_text()
    for name in ("of", "helper", "more"):
        (tmp_path / f"{name}.py").unlink()
    code = "import torch, shaders; print(torch.ops.shader_test.scale_add(torch.ones(1)).item())"
    assert run_python(code, tmp_path) == "3.0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "import helper, torch\n",
            "of.py:1: shader_test::scale_add: helper, a file next to it, is imported with other modules",
        ),
        (
            "from ..up import f\n",
            "of.py:1: shader_test::scale_add: ..up is imported, and is not next to it",
        ),
        ("\nfrom .none import f\n", "of.py:2: shader_test::scale_add: there is no none.py next to it"),
        (
            "import nested.one\n",
            "of.py:1: shader_test::scale_add: nested is imported, a directory next to it",
        ),
    ],
)
def test_helpers_that_cannot_be_packaged(text, message, tmp_path):
    (tmp_path / "nested").mkdir()
    result = package_of(tmp_path, of=text + "def scale_add(x):\n    return x\n", helper="")
    assert (result.returncode, result.stderr.splitlines()[0]) == (2, f"error: {message}"), result.stderr
    assert not (tmp_path / "shaders").exists()


def test_what_a_reference_needs_installed_is_said(tmp_path):
    result = package_of(tmp_path, of="import scipy.special\n\n\ndef scale_add(x):\n    return x\n")
    assert result.returncode == 0
    assert "of.py:1: shader_test::scale_add: scipy is imported, and is not next to it" in result.stderr


def test_loaded_again_the_package_is_what_was_built_since(tmp_path):
    first, second = (f"def scale_add(x):\n    return {factor} * x\n" for factor in (2, 3))
    assert package_of(tmp_path, of=first).returncode == 0
    (tmp_path / "next").mkdir()
    assert package_of(tmp_path / "next", of=second).returncode == 0
    code = """if True:
        import importlib, shutil, sys, torch, shaders
        f = lambda: torch.ops.shader_test.scale_add(torch.ones(1)).item()
        print(f())
        shutil.rmtree("shaders")
        shutil.copytree("next/shaders", "shaders")
        importlib.invalidate_caches()
        importlib.reload(shaders)
        print(f())
        for name in [name for name in sys.modules if name.partition(".")[0] == "shaders"]:
            del sys.modules[name]
        import shaders
        print(f())
        print(torch.library.opcheck(torch.ops.shader_test.scale_add.default, (torch.ones(2),)).popitem()[1])
    """
    assert run_python(code, tmp_path) == "2.0\n3.0\n3.0\nSUCCESS\n"


@environment.needs_lowering
def test_loaded_again_an_operator_is_lowered_again(tmp_path):
    assert package_of(tmp_path, of="def scale_add(x):\n    return 2 * x\n").returncode == 0
    code = f"""if True:
        import sys; sys.path += {[str(ROOT / "tests"), str(ROOT / "tests/shader"), str(ROOT / "tools")]}
        import importlib, torch, arm, shaders
        model = arm.Model(lambda self, x: torch.ops.shader_test.scale_add(x))
        for _ in range(2):
            print(len(arm.vgfs(arm.lower_with([shaders], model, (torch.ones(4),)))))
            importlib.reload(shaders)
    """
    assert run_python(code, tmp_path) == "1\n1\n"
