"""Backends with Bazel: they are linked although nothing refers to them; a missing backend is reported at run
time.
"""

import subprocess

import pytest
from conftest import build, run_bazel

BACKENDS = {
    "device": "BackendWithCompilerDemo",
    "openvino": "OpenvinoBackend",
    "qnn": "QnnBackend",
    "xnnpack": "XnnpackBackend",
}


@pytest.fixture(scope="module")
def binaries():
    return build(*(f"//tests/backends:list_{name}" for name in BACKENDS)) / "tests/backends"


@pytest.mark.parametrize("name", BACKENDS)
def test_are_linked_though_nothing_refers_to_them(binaries, name):
    result = subprocess.run([binaries / f"list_{name}"], capture_output=True, text=True, check=True)
    assert result.stdout.split() == [BACKENDS[name]]


def test_a_backend_that_is_declared_and_not_registered():
    result = run_bazel("test", "--noshow_progress", "//tests/backends:promise_test")
    assert result.returncode == 3
    said = "backend XnnpackBackend is not registered in this binary (registered: BackendWithCompilerDemo)"
    assert said in result.stderr + result.stdout


def test_with_another_runtime():
    flag = "--//:runtime=//tests/bazel/runtime:other"
    result = run_bazel("build", "--noshow_progress", flag, "//backends:xnnpack")
    assert result.returncode == 1
    assert "declare your backend with et_backend_library" in result.stderr


def test_another_platform_than_the_wheels():
    result = run_bazel("build", "--noshow_progress", "--config=aarch64", "//backends:qnn")
    assert result.returncode == 1
    assert "the ExecuTorch wheel has no qnn for this platform" in result.stderr
