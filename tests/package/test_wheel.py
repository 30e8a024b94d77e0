"""The wheel has the files that CMake needs and no others of this repository, and an installation works."""

import email
import pathlib
import re
import shutil
import subprocess
import zipfile

import pytest
from cmake_build import BIN
from conftest import MODELS, ROOT
from installed import build_wheel, installed, wheel

VERSION = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)[1]


def names() -> set[str]:
    with zipfile.ZipFile(wheel()) as archive:
        return set(archive.namelist())


def test_one_version():
    """The package, the Bazel module and the changelog have the same version."""
    module = (ROOT / "MODULE.bazel").read_text()
    assert f'    version = "{VERSION}",\n' in module
    assert VERSION in (ROOT / "CHANGELOG.md").read_text()


def test_the_same_bytes(tmp_path):
    assert build_wheel(tmp_path).read_bytes() == wheel().read_bytes()


def test_what_the_wheel_has(tmp_path):
    """The wheel has the files that `cmake --install` installs, without others' build files; Highway; the
    commands.
    """
    subprocess.run([BIN / "cmake", "-S", ROOT, "-B", tmp_path / "build"], check=True, capture_output=True)
    prefix = tmp_path / "prefix"
    install = [BIN / "cmake", "--install", tmp_path / "build", "--prefix", prefix]
    subprocess.run(install, check=True, capture_output=True)
    root = prefix / "share/rules_executorch"
    expected = {
        f"rules_executorch/{path.relative_to(root)}"
        for path in root.rglob("*")
        if path.is_file() and path.name not in ("BUCK", "BUILD.bazel") and path.suffix != ".bzl"
    }
    expected.remove("rules_executorch/LICENSE")  # which is next to the metadata
    highway = "rules_executorch/third_party/highway/source/"
    own = {name for name in names() if ".dist-info/" not in name and not name.startswith(highway)}
    package = ROOT / "tools/package"
    assert own - expected == {str(path.relative_to(package)) for path in package.rglob("*.py")}
    assert expected - own == set()
    assert {f"{highway}hwy/highway.h", f"{highway}hwy/abort.cc", f"{highway}LICENSE"} <= names()


def test_no_tests():
    parts = [name for name in names() if re.search(r"(^|/)(tests?/|test_|conftest)", name)]
    assert parts == []


def test_what_it_asks_for():
    (metadata,) = (name for name in names() if name.endswith("/METADATA"))
    with zipfile.ZipFile(wheel()) as archive:
        message = email.message_from_bytes(archive.read(metadata))
    required = message.get_all("Requires-Dist")
    always = {re.split(r"[><=; ]", text)[0].lower() for text in required if "extra" not in text}
    assert always == {"flatbuffers", "jinja2", "pyyaml"}
    assert [text for text in required if "extra" in text] == ["executorch>=1.5; extra == 'runtime'"]


def test_commands():
    assert installed().run("rules-executorch", "--version").stdout == f"{VERSION}\n"
    directory = pathlib.Path(installed().run("rules-executorch", "--cmake-dir").stdout.strip())
    assert (directory / "RulesExecuTorchConfig.cmake").is_file()
    wrong = installed().run("rules-executorch")
    assert wrong.returncode == 2
    assert "give --cmake-dir or --version" in wrong.stderr


def test_etgen_is_that_of_a_checkout(etgen, tmp_path):
    flags = ["select", "--model", MODELS / "mobilenet_v2.pte", "--output"]
    result = installed().run("etgen", *flags, tmp_path / "installed.yaml")
    assert (result.returncode, result.stderr) == (0, "")
    etgen(*flags, "checkout.yaml")
    assert (tmp_path / "installed.yaml").read_bytes() == (tmp_path / "checkout.yaml").read_bytes()


LISTS = """\
cmake_minimum_required(VERSION 3.24)
project(app LANGUAGES CXX)
find_package(RulesExecuTorch REQUIRED)
enable_testing()
et_operator_library(NAME ops MODEL model.pte)
executorch_generated_lib(NAME kernels DEPS ops rules_executorch::{library} rules_executorch::portable)
et_model_test(NAME model_test MODEL model.pte DEPS kernels)
"""


@pytest.mark.parametrize("library", ["portable", "optimized"])
def test_a_cmake_project(library, tmp_path):
    """The project only needs the path of the rules: the tools run in the Python environment of the
    installation.
    """
    (tmp_path / "CMakeLists.txt").write_text(LISTS.format(library=library))
    shutil.copy(MODELS / "add_mul_relu.pte", tmp_path / "model.pte")
    directory = installed().run("rules-executorch", "--cmake-dir").stdout.strip()
    for command in (
        ["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DRulesExecuTorch_DIR={directory}"],
        ["cmake", "--build", "build", "-j2"],
        ["ctest", "--test-dir", "build", "--no-tests=error"],
    ):
        result = installed().run(*command, cwd=tmp_path)
        assert result.returncode == 0, result.stdout + result.stderr
