"""tools/dev/memory_directory.sh only names a directory in memory that has room."""

import os
import subprocess

import pytest
from conftest import ROOT


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="no directory in memory")
@pytest.mark.parametrize(("kilobytes", "printed"), [(65_536, ""), (20_000_000, "/dev/shm\n")])
def test_a_directory_with_room(tmp_path, kilobytes, printed):
    """Those of containers are small."""
    df = tmp_path / "df"
    df.write_text(f"#!/bin/sh\necho Filesystem and more\necho shm 0 0 {kilobytes} 0 /dev/shm\n")
    df.chmod(0o755)
    before = set(os.listdir("/dev/shm"))
    done = subprocess.run(
        [ROOT / "tools/dev/memory_directory.sh"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == printed
    assert not [name for name in set(os.listdir("/dev/shm")) - before if name.startswith("program.")]
