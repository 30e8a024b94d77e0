"""Names from models and build files are escaped on a page, so that they are only text."""

import json

from conftest import ROOT, run_etgen

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def test_names_are_not_markup(tmp_path):
    data = json.loads((ROOT / "tests/tools/golden/report/markdown_of_data/now.json").read_text())
    text = json.dumps(data).replace("aten::relu.out", EVIL).replace("a.pte", EVIL).replace("optimized", EVIL)
    (tmp_path / "now.json").write_text(text)
    result = run_etgen("report", "--from-data", "now.json", "--html", "page.html", cwd=tmp_path)
    assert (result.returncode, result.stderr, result.stdout) == (0, "", "")
    page = (tmp_path / "page.html").read_text()
    assert "&lt;img src=x" in page
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert "<img" not in page
