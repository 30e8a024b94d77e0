"""Configures the shared library of all kernels with CMake; Bazel's tests compile it."""

import re
import subprocess

import pytest
from cmake_build import BIN, CMakeBuild
from conftest import ROOT
from etgen import functions_yaml

OPS = {str(entry.name) for entry in functions_yaml.read(str(ROOT / "kernels/portable/functions.yaml"))}


@pytest.fixture(scope="module")
def configured(tmp_path_factory):
    build = CMakeBuild(ROOT / "kernels", tmp_path_factory.mktemp("all_kernels"))
    result = build.configure()
    assert result.returncode == 0, result.stderr
    return build


def test_every_kernel_is_registered(configured):
    name = "all_kernels/RegisterCodegenUnboxedKernelsEverything.cpp"
    text = (configured.directory / name).read_text()
    registered = set(re.findall(r'"([\w:]+(?:\.\w+)?)"', text))
    assert registered >= OPS
    units = list((configured.directory / "all_kernels/kernels/portable").glob("op_*.cpp"))
    assert 10 < len(units) < len(OPS) / 2


def test_the_library_is_linked_of_them(configured):
    command = [BIN / "ninja", "-C", configured.directory, "-t", "commands", "libet_kernels_all.so"]
    commands = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert sum(" -c " in each for each in commands) > 50
    (link,) = [each for each in commands if " -shared " in each]
    assert f"-Wl,--version-script={ROOT}/kernels/no_exports.lds" in link
    assert "-Wl,-soname,libet_kernels_all.so" in link
    assert "RegisterCodegenUnboxedKernelsEverything.cpp.o" in link
