"""All supported releases of Bazel, rules_cc and platforms have the features that this repository uses.

Most of these releases cannot be installed here. Lists of their names are kept instead; if there are clones of
their repositories (see checkouts.py), the lists are compared with the clones.
"""

import re

import checkouts
import names
import pytest
import table
import uses
from conftest import ROOT

# Files that only the Bazel version of the tests reads.
# They say that the flag is for those versions.
BEFORE_7 = {"tools/dev/before_bazel_7.bazelrc", "platforms/README.md", "docs/howto/cortex_m.md"}


@pytest.fixture(scope="module")
def used():
    return uses.of_this_repository()


class TestCheckouts:
    @pytest.fixture(autouse=True)
    def there(self):
        if why := checkouts.missing():
            pytest.skip(why)

    @pytest.mark.parametrize("name", names.RELEASES)
    def test_the_newest_releases(self, name):
        assert names.RELEASES[name][1] == checkouts.newest_release(name)

    def test_the_kept_names_are_those_of_the_repositories(self, request):
        text = names.read()
        if request.config.getoption("--update-goldens"):
            names.FILE.write_text(text)
            names.kept.cache_clear()
        assert names.FILE.read_text() == text

    def test_members_of_cc_common_take_what_they_are_called_with(self, used):
        """In the newest rules_cc, these members are written in Starlark."""
        newest = checkouts.RulesCc(names.RELEASES["rules_cc"][1])
        members = newest.members("cc/common/cc_common.bzl", "cc_common")
        called = {name: each for name, each in used.functions.items() if name.startswith("cc_common.")}
        assert called
        for name, parameters in called.items():
            assert parameters <= set(members[name.partition(".")[2]]), name


class TestBazel:
    def test_the_page_says_what_is_used(self, request):
        text = table.written()
        if request.config.getoption("--update-goldens"):
            table.DOCUMENT.write_text(text)
        assert table.DOCUMENT.read_text() == text

    def test_versions_that_lack_a_function_do_not_read_the_files_that_use_it(self, used):
        rows = table.rows_of(table.DOCUMENT.read_text().partition("## Members")[0])
        for name, files in used.files.items():
            for version, cell in zip((table.HERE, *names.BAZELS), rows[name][1:], strict=True):
                assert cell == "yes" or not table.is_read_by(version, files), (name, version)

    def test_members_are_in_all_versions(self, used):
        rows = table.rows_of(table.DOCUMENT.read_text().partition("## Members")[2])
        assert len(rows) > 20
        assert {cell for cells in rows.values() for cell in cells} == {"yes"}

    def test_flags_are_in_all_versions_that_read_them(self, used):
        rows = table.rows_of(table.DOCUMENT.read_text())
        for name in table.names_of_flags(used, table.flags_here()):
            cells, files = rows[f"--{name}"], used.flags[name] | used.flags[f"no{name}"]
            assert cells[0] == "yes"
            assert set(cells) == {"yes"} or files <= BEFORE_7, (name, files)

    def test_every_flag_of_a_bazelrc_is_on_the_page(self, used):
        rows = table.rows_of(table.DOCUMENT.read_text())
        for flag, files in used.flags.items():
            if any(file.endswith("bazelrc") for file in files):
                assert {f"--{flag}", f"--{flag.removeprefix('no')}"} & rows.keys(), flag


class TestRuleSets:
    @pytest.mark.parametrize("release", names.RELEASES["rules_cc"])
    def test_loads(self, used, release):
        """Every symbol is defined in its file, and has the parameters that it is called with."""
        loads = {file: symbols for file, symbols in used.loads.items() if file.startswith("@rules_cc//")}
        assert loads
        for file, symbols in loads.items():
            offered = names.of_file(release, file.removeprefix("@rules_cc//").replace(":", "/"))
            for symbol, parameters in symbols.items():
                assert symbol in offered, f"{file} has no {symbol}"
                takes = offered[symbol]
                if takes is not None and "**" not in takes.split():
                    assert parameters - table.COMMON <= set(takes.split()), f"{file}, {symbol}"

    def test_rules_of_bazel_itself_take_what_they_are_called_with(self, used):
        """The rules are those that the oldest release of rules_cc forwards to Bazel."""
        rows = table.rows_of(table.DOCUMENT.read_text())
        called = {symbol for symbols in used.loads.values() for symbol in symbols if symbol in table.RULES}
        assert called == set(table.RULES)
        for symbol in called:
            assert set(rows[symbol][1:]) == {"yes"}, symbol

    @pytest.mark.parametrize("release", names.RELEASES["platforms"])
    def test_constraints(self, release):
        constraints = set()
        for file in uses.FILES:
            if not uses.is_buck2(file):
                constraints |= set(re.findall(r'"@platforms(//\w+:\w+)"', (ROOT / file).read_text()))
        assert {"//os:linux", "//cpu:aarch64"} <= constraints
        assert constraints - set(names.platforms(release)) == set()

    def test_the_oldest_releases_are_those_of_the_module(self):
        module = (ROOT / "MODULE.bazel").read_text()
        for name, (oldest, _) in names.RELEASES.items():
            assert f'bazel_dep(name = "{name}", version = "{oldest}")' in module
