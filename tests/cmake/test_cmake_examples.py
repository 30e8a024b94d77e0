"""The examples, and a project outside this repository, are built as their READMEs describe."""

import json
import pathlib
import shutil

import pytest
from cmake_build import CMakeBuild, built_example
from conftest import MODELS, ROOT

# The example for microcontrollers; tests/runtime builds it.
OTHERS = {"11_cortex_m"}
EXAMPLES = sorted({path.parent.name for path in (ROOT / "examples").glob("*/CMakeLists.txt")} - OTHERS)


def test_every_example_is_here():
    numbered = {path.name for path in (ROOT / "examples").glob("[0-9]*") if (path / "BUILD.bazel").exists()}
    assert set(EXAMPLES) == numbered - OTHERS


@pytest.mark.parametrize("example", EXAMPLES)
def test_nothing_is_built_again(example):
    assert "ninja: no work to do." in built_example(example).build()


@pytest.mark.parametrize("example", [name for name in EXAMPLES if name != "01_select_ops"])
def test_models_run(example):
    built_example(example).test()


def test_app():
    app = built_example("01_select_ops")
    assert app.run("app", MODELS / "add_mul_relu.pte").splitlines() == [
        "31 kernels are registered, those of the runtime included",
        "the outputs sum to 4.81472",
    ]


def test_report():
    """The page on a library has its models and sizes; its target is built on demand."""
    example = built_example("05_many_models_many_libraries")
    assert not (example.directory / "kernels/report.html").exists()
    example.build("kernels_report")
    shown = json.loads((example.directory / "kernels/report.json").read_text())
    asks = shown["models"]["examples/models/mlp.pte"]["asks"]
    assert asks["aten::relu.out"] == ["Float(0,1), Float(0,1), Float(0,1)"]
    assert shown["sources"]["add"] > 0
    assert (
        "//examples/05_many_models_many_libraries:kernels"
        in (example.directory / "kernels/report.html").read_text()
    )


def test_a_consumer_of_an_installed_prefix(tmp_path):
    prefix = tmp_path / "prefix"
    rules = CMakeBuild(ROOT, tmp_path / "rules")
    assert rules.configure(f"-DCMAKE_INSTALL_PREFIX={prefix}").returncode == 0
    rules.build("install")
    shutil.copytree(ROOT / "examples/06_consumer/cmake", tmp_path / "consumer")
    consumer = CMakeBuild(tmp_path / "consumer", tmp_path / "build")
    result = consumer.configure(f"-DCMAKE_PREFIX_PATH={prefix}")
    assert result.returncode == 0, result.stderr
    consumer.build()
    model = tmp_path / "consumer/model.pte"
    for app in ("app", "ported_app"):
        assert consumer.run(app, model).splitlines()[:2] == ["call 1: consumer::add_out", f"{model}: ran"]
    merged = (consumer.directory / "merged/merged.yaml").read_text()
    assert "consumer::add_out" in merged
    assert "torch::executor::add_out" not in merged
    assert "torch::executor::mul_out" in merged
    consumer.test()
    written = [path for path in consumer.directory.joinpath("kernels").rglob("*") if path.is_file()]
    generated = [path for path in written if path.suffix in (".cpp", ".h", ".json", ".yaml")]
    assert pathlib.Path("resolution.json") in {path.relative_to(path.parent) for path in generated}
    assert [path for path in generated if str(tmp_path) in path.read_text()] == []
