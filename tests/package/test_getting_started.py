"""The pages of docs/getting_started work: their files are written and their commands are run."""

import re
import shutil

import pytest
from cmake_build import BIN
from conftest import MODELS, ROOT
from installed import installed

PAGES = ROOT / "docs/getting_started"
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str, str]]:
    """Language, file name and text of each code block. Blocks of `sh` are run, and those of `console` are
    not.
    """
    return _BLOCK.findall((PAGES / page).read_text())


@pytest.mark.parametrize("page", ["pip.md", "cmake.md"])
def test_a_page(page, tmp_path):
    shutil.copy(MODELS / "mlp.pte", tmp_path / "model.pte")
    for _, name, text in blocks(page):
        if name:
            (tmp_path / name).write_text(text)
    commands = [text for language, _, text in blocks(page) if language == "sh"]
    assert len(commands) >= 2
    path = f"{installed().bin}:{BIN}:/usr/bin:/bin"
    for text in commands:
        result = installed().run("sh", "-e", "-c", text, cwd=tmp_path, path=path)
        assert result.returncode == 0, text + result.stdout + result.stderr


def test_the_app_of_the_pip_page_is_compiled(tmp_path):
    """The program that the page shows as a starting point compiles."""
    shutil.copy(MODELS / "mlp.pte", tmp_path / "model.pte")
    (program,) = (text for language, _, text in blocks("pip.md") if language == "cpp")
    (tmp_path / "main.cpp").write_text(program)
    for command in (
        ["etgen", "build", "model.pte", "--output", "out"],
        ["sh", "out/link_app.sh", "app", "main.cpp"],
        [tmp_path / "app"],
    ):
        result = installed().run(*command, cwd=tmp_path)
        assert result.returncode == 0, result.stderr


def test_the_pages_of_bazel_and_buck2_say_what_is_tested():
    """The targets on these pages are those of README and of the CMake page."""
    targets = r'^(\w+)\(\n    name = "(\w+)"'
    (bazel,) = (text for _, name, text in blocks("bazel.md") if name == "BUILD.bazel")
    (buck2,) = (text for _, name, text in blocks("buck2.md") if name == "BUCK")
    (readme,) = re.findall(r"^# BUILD.bazel\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)
    assert bazel == readme
    portable = "rules_executorch//kernels/portable"
    cells = bazel.replace(f"@{portable}", f"{portable}:portable")
    common = [line for line in buck2.splitlines() if not line.startswith(("load", "cxx_"))]
    own = ("compiler_flags", "link_style", "runtime_dependency_handling")
    expected = cells.replace("@rules_executorch//:runtime", "rules_executorch//:runtime").splitlines()
    assert [line for line in common if not line.strip().startswith(own)] == [
        line for line in expected if not line.startswith(("load", "cc_"))
    ]
    assert len(re.findall(targets, bazel, re.MULTILINE)) == 4
