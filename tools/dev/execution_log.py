"""Reads the file that Bazel writes for `--execution_log_json_file`."""

import json
import pathlib


def actions(log: pathlib.Path) -> list[dict]:
    """The JSON objects in the log, which have no separators: one for each action that was run or found in a
    cache.
    """
    text, found, at = log.read_text(), [], 0
    while at < len(text):
        action, at = json.JSONDecoder().raw_decode(text, at)
        found.append(action)
    return found
