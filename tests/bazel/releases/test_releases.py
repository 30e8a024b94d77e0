"""What is used of Bazel, rules_cc and platforms is in all their releases that this repository is for.

Most of these cannot be had here. What they have is kept as lists of names; with clones of their repositories
(see checkouts.py) the lists are compared with those.
"""

import json
import re

import checkouts
import pytest
import table
import uses
from conftest import ROOT

# What no version but the one that runs here reads.
BEFORE_7 = {"tools/dev/before_bazel_7.bazelrc", "platforms/README.md"}


@pytest.fixture(scope="module")
def used():
    return uses.of_this_repository()


@pytest.fixture(scope="module")
def rows():
    """The rows of the page: a cell for each version, and before them the parameters of a function."""
    return table.rows_of(table.DOCUMENT.read_text())


@pytest.fixture(scope="module")
def exported():
    return json.loads(table.EXPORTS.read_text())


class TestCheckouts:
    @pytest.fixture(autouse=True)
    def there(self):
        if why := checkouts.missing():
            pytest.skip(why)

    @pytest.mark.parametrize("name", table.RELEASES)
    def test_the_newest_releases(self, name):
        assert table.RELEASES[name][1] == checkouts.newest_release(name)

    @pytest.mark.parametrize("file", ["DOCUMENT", "EXPORTS"])
    def test_kept_lists_are_what_the_repositories_have(self, file, request):
        path = getattr(table, file)
        text = table.written() if file == "DOCUMENT" else table.exports()
        if request.config.getoption("--update-goldens"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        assert path.read_text() == text

    def test_newest_rules_cc_makes_providers_as_they_are_called(self, used):
        newest = checkouts.RulesCc(table.RELEASES["rules_cc"][1])
        members = newest.members("cc/common/cc_common.bzl", "cc_common")
        for name, parameters in used.functions.items():
            kind, _, member = name.partition(".")
            if kind == "cc_common":
                assert parameters <= set(members[member]), name


class TestBazel:
    def test_functions_are_on_the_page(self, used, rows):
        """With their parameters: what is new is looked up in the documents."""
        for name, parameters in used.functions.items():
            assert name in rows, f"{name}, in {used.files[name]}"
            assert rows[name][0] == table.parameters_shown(name, parameters), name

    def test_versions_that_lack_a_function_do_not_read_the_files_that_use_it(self, used, rows):
        for name in used.functions:
            for version, cell in zip((table.HERE, *table.VERSIONS), rows[name][1:], strict=True):
                assert cell == "yes" or not table.is_read_by(version, used.files[name]), (name, version)

    def test_members_are_in_all_versions(self, used, rows):
        members = [cells for name, cells in rows.items() if name in used.members]
        assert len(members) > 20
        assert all(set(cells) == {"yes"} for cells in members)

    def test_flags_are_in_all_versions_that_read_them(self, used, rows):
        for name in table.names_of_flags(used, table.flags_here()):
            cells = rows[f"--{name}"]
            files = used.flags[name] | used.flags[f"no{name}"]
            assert cells[0] == "yes"
            assert set(cells) == {"yes"} or files <= BEFORE_7, (name, files)

    def test_every_flag_of_a_bazelrc_is_on_the_page(self, used, rows):
        for flag, files in used.flags.items():
            if any(file.endswith("bazelrc") for file in files):
                assert {f"--{flag}", f"--{flag.removeprefix('no')}"} & rows.keys(), flag


class TestRuleSets:
    @pytest.mark.parametrize("release", table.RELEASES["rules_cc"])
    def test_loads(self, used, exported, release):
        """Every symbol is in its file, and takes what it is called with."""
        loads = {file: symbols for file, symbols in used.loads.items() if file.startswith("@rules_cc//")}
        assert loads
        for file, symbols in loads.items():
            path = file.removeprefix("@rules_cc//").replace(":", "/")
            for symbol, parameters in symbols.items():
                symbols_of_file = exported[f"rules_cc {release} {path}"]
                assert symbol in symbols_of_file, f"{file} has no {symbol}"
                takes = symbols_of_file[symbol]
                if takes is not None and "**" not in takes:
                    assert parameters - table.COMMON <= set(takes), f"{file}, {symbol}"

    def test_rules_of_bazel_itself_take_what_they_are_called_with(self, used, rows):
        """Those that the oldest release of rules_cc forwards."""
        called = {symbol for symbols in used.loads.values() for symbol in symbols if symbol in table.RULES}
        assert called == set(table.RULES)
        for symbol in called:
            assert set(rows[symbol][1:]) == {"yes"}, symbol

    @pytest.mark.parametrize("release", table.RELEASES["platforms"])
    def test_constraints(self, exported, release):
        constraints = set()
        for file in uses.FILES:
            if not uses.is_buck2(file):
                constraints |= set(re.findall(r'"@platforms(//\w+:\w+)"', (ROOT / file).read_text()))
        assert {"//os:linux", "//cpu:aarch64"} <= constraints
        assert constraints - set(exported[f"platforms {release}"]) == set()

    def test_the_oldest_releases_are_those_of_the_module(self):
        module = (ROOT / "MODULE.bazel").read_text()
        for name, (oldest, _) in table.RELEASES.items():
            assert f'bazel_dep(name = "{name}", version = "{oldest}")' in module
