"""The site of docs/ is built without warnings, and has a page for each rule, sub-command and parameter."""

import html
import pathlib
import re
import subprocess

import pytest
from conftest import ROOT, run_etgen
from etgen import cli

RULES = sorted(path.stem for path in (ROOT / "rules/spec").glob("*.yaml"))


def build(directory: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [ROOT / "tools/dev/docs.sh", directory], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> pathlib.Path:
    directory = tmp_path_factory.mktemp("docs") / "site"
    result = build(directory)
    assert result.returncode == 0, result.stderr
    return directory


def text_of(page: pathlib.Path) -> str:
    """The visible text of a page."""
    article = re.search(r"<article.*?</article>", page.read_text(), re.DOTALL)[0]
    return html.unescape(re.sub(r"<[^>]+>", "", article))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_page(site, rule):
    """The page has every parameter of the macro and of the CMake function."""
    text = text_of(site / f"reference/rules/{rule}/index.html")
    for file in (ROOT / f"rules/{rule}.bzl", ROOT / f"rules/buck2/{rule}.bzl"):
        if file.exists():
            signature = re.search(rf"^def {rule}\((.*?)\):", file.read_text(), re.S | re.M)[1]
            for parameter in re.findall(r"^\s*(\w+)(?:,| =)", signature, re.MULTILINE):
                assert re.search(rf"\b{parameter}\b", text), parameter
            assert "@rules_executorch//rules/buck2:defs.bzl" in text
    usage = re.search(
        rf"^#   {rule}\(\n(?:#.*\n)+?#   \)", (ROOT / f"rules/cmake/{rule}.cmake").read_text(), re.M
    )
    for keyword in re.findall(r"^#     \[?([A-Z_]+)\b", usage[0], re.MULTILINE):
        assert re.search(rf"\b{keyword}\b", text), keyword
    assert f"{rule}(" in text


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_a_command_has_a_page(site, command):
    """The page has every flag that the command's help has."""
    text = text_of(site / f"reference/etgen/{command}/index.html")
    flags = set(re.findall(r"--[a-z][\w-]+", run_etgen(command, "--help", COLUMNS="400").stdout)) - {"--help"}
    assert flags <= set(re.findall(r"--[a-z][\w-]+", text))
    assert f"etgen {command}" in text


def test_names_in_angle_brackets_are_shown(site):
    assert "where <namespace>_<operator>.spv go" in text_of(site / "reference/etgen/shader/index.html")


def test_no_page_needs_the_network(site):
    for page in site.rglob("*.html"):
        loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', page.read_text())
        assert loaded == [], page


def test_links_in_generated_pages_lead_somewhere(site):
    """Links in a docstring are relative to its file, here a README."""
    page = (site / "reference/rules/et_model_test/index.html").read_text()
    assert 'href="../../../tools/model_runner/"' in page
    assert (site / "tools/model_runner/index.html").exists()


def test_a_directory_of_somebody_else(tmp_path):
    (tmp_path / "notes.txt").write_text("mine\n")
    result = build(tmp_path)
    assert result.returncode == 1
    assert "it has files that do not belong to the site" in result.stderr
    assert (tmp_path / "notes.txt").read_text() == "mine\n"


def test_every_parameter_of_executorch_is_migrated():
    """The page covers the parameters that the rules accept for compatibility, and ExecuTorch's CMake
    keywords.
    """
    page = (ROOT / "docs/migration.md").read_text()
    table = re.search(
        r"^_PARAMETERS = \{.*?^\}", (ROOT / "rules/common/upstream.bzl").read_text(), re.S | re.M
    )[0]
    for macro, parameters in re.findall(r'^    "(\w+)": \{(.*?)^    \}', table, re.S | re.M):
        (section,) = re.findall(rf"^### {macro}\n(.*?)(?=^##)", page, re.S | re.M)
        for parameter in re.findall(r'^        "(\w+)":', parameters, re.MULTILINE):
            assert f"`{parameter}`" in section, (macro, parameter)
    for path in sorted((ROOT / "rules/cmake").glob("gen*.cmake")):
        usage = re.search(r"^#   \w+\(\n(?:#.*\n)+?#   \)", path.read_text(), re.MULTILINE)[0]
        assert path.stem in page
        for keyword in re.findall(r"^#     \[?([A-Z_]+)\b", usage, re.MULTILINE):
            assert f"`{keyword}`" in page, (path.stem, keyword)
