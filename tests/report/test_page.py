"""The page of `etgen report --html` in a browser, with all operators: visual, keyboard and screen reader."""

import json

import pytest
from report.chromium import CHROMIUM, WHY_NOT, opened
from report.example import ASKED, write

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=WHY_NOT)

FOCUSED = "document.activeElement.textContent.trim()"
# Relative luminance of the colours of text and of its background, for all elements with text.
CONTRASTS = """
(() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor;
      if (!/, 0\\)$/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("h1, h2, p, a, th, td, caption, code, summary, button")];
  return texts.filter((node) => node.offsetParent).map((node) => {
    const [a, b] = [light(getComputedStyle(node).color), light(behind(node))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
})()
"""


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    return write(tmp_path_factory.mktemp("report"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(directory, scheme):
    """The page fetches nothing, logs no error, has readable text, and a tile of the treemap for each part."""
    with opened(directory / "page.html", scheme) as page:
        tiles = page.value("document.querySelectorAll('#treemap svg path').length")
        texts = page.value("document.querySelector('#treemap svg').textContent")
        background = page.value("getComputedStyle(document.body).backgroundColor")
        contrasts = page.value(CONTRASTS)
        wide = page.value("document.documentElement.scrollWidth <= innerWidth")
    assert page.said == []
    assert page.requested == [(directory / "page.html").as_uri()]
    assert tiles > 200
    assert "elementwise" in texts
    assert "Fourier" in texts
    assert background == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(21, 24, 28)")
    assert len(contrasts) > 1000
    assert min(contrasts) >= 4.5
    assert wide


def test_in_a_narrow_window(directory):
    with opened(directory / "page.html", width=360) as page:
        assert page.value("document.documentElement.scrollWidth") <= 360


def test_keyboard(directory):
    """Tab moves from the skip link to the sections, and to the columns of a table; Enter sorts by them."""
    with opened(directory / "page.html") as page:
        order = []
        for _ in range(12):
            page.press("Tab")
            order.append(page.value(FOCUSED))
        assert order[0] == "Skip to the report"
        assert order[1:7] == ["Changes", "Bytes", "Kernels", "Models", "Delegates", "Without a model"]
        # The table scrolls, so it needs the focus for arrow keys.
        assert order[7].startswith("Parts with a different size")
        assert order[8:12] == ["Part", "Before", "Now", "Difference"]
        cells = "[...document.querySelectorAll('table')[0].tBodies[0].rows].map(r => r.cells[3].textContent)"
        sort = "document.activeElement.closest('th').getAttribute('aria-sort')"
        for direction, sign in (("descending", -1), ("ascending", 1)):
            page.press("Enter")
            assert page.value(sort) == direction
            numbers = [sign * int(text.replace(",", "")) for text in page.value(cells)]
            assert numbers == sorted(numbers)
            assert page.value(FOCUSED) == "Difference"
        assert page.said == []


def test_screen_reader(directory):
    """Tables have captions and headers of rows and columns; the treemap refers to its table."""
    with opened(directory / "page.html") as page:
        found = page.accessible()
        levels = page.value("[...document.querySelectorAll('h1, h2')].map(h => h.tagName)")
        tables = page.value("document.querySelectorAll('table').length")
        captions = page.value("document.querySelectorAll('table > caption').length")
        scopes = page.value("document.querySelectorAll('th:not([scope])').length")
    names = {role: [name for other, name in found if other == role] for role, _ in found}
    assert levels[0] == "H1"
    assert set(levels[1:]) == {"H2"}
    assert captions == tables > 5
    assert scopes == 0
    assert "Sections" in names["navigation"]
    assert "Kernels that were chosen, and those that were not" in names["table"]
    assert {"Operator", "Bytes"} <= set(names["columnheader"])
    assert "aten::add.out" in names["rowheader"]
    assert any("tables below have the same numbers" in name for name in names["image"])


def test_without_scripts(directory):
    """The tables have all numbers of the treemap."""
    with opened(directory / "page.html", has_script=False) as page:
        found = page.accessible()
        assert page.said == []
    names = {name for _, name in found}
    data = json.loads((directory / "data.json").read_text())
    assert len(data["operators"]) > 200
    assert set(data["operators"]) <= names
    assert {f"{size:,}" for size in data["sources"].values()} <= names
    assert {f"{model}.pte" for model in ASKED} <= names
    assert not any("Treemap" in name for name in names)
