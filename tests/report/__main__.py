"""Takes the screenshots of docs/howto: `make report-pictures`."""

import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent)]

from report.chromium import opened  # noqa: E402 - found by the line above
from report.example import write  # noqa: E402

if __name__ == "__main__":
    pictures = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as temporary:
        page_file = write(pathlib.Path(temporary)) / "page.html"
        for scheme in ("light", "dark"):
            with opened(page_file, scheme, height=900) as page:
                page.value("document.getElementById('bytes').scrollIntoView()")
                page.value("new Promise((done) => requestAnimationFrame(done)) && 0")
                page.screenshot(pictures / f"report_{scheme}.webp")
