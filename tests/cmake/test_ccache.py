"""With ccache, a second build directory compiles nothing: compiler flags do not name the build directory."""

import subprocess

from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT
from cross_tools import needs


def counted() -> dict[str, int]:
    """The counters of ccache since the last call."""
    shown = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True).stdout
    subprocess.run(["ccache", "--zero-stats"], capture_output=True, check=True)
    return {name: int(value) for name, value in (line.split("\t") for line in shown.splitlines())}


@needs("ccache")
def test_a_second_build_directory_compiles_nothing(tmp_path, monkeypatch):
    fetch_wheels()
    monkeypatch.delenv("CCACHE_DEPEND", raising=False)
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CCACHE_BASEDIR", str(tmp_path))
    builds = []
    for place in ("a", "another_place"):
        build = CMakeBuild(ROOT / "examples/03_custom_operator", tmp_path / place / "build")
        result = build.configure("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_BUILD_TYPE=Release")
        assert result.returncode == 0, result.stderr
        build.build()
        builds.append(counted())
        build.test("^model_test$")
    first, second = builds
    assert first["cache_miss"] > 10
    assert second["cache_miss"] == 0
    assert second["direct_cache_hit"] + second["preprocessed_cache_hit"] == first["cache_miss"]
