"""The JSON files that one command writes for another: canonical out, checked in."""

from etgen.errors import Location, input_error
from etgen.text_io import read_text


def dump(document: object) -> str:
    """The document with sorted keys and one item a line: equal documents give equal bytes."""
    import json  # which commands that read and write none do without

    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def load(path: str, made_by: str) -> dict:
    """The JSON object in the file; `made_by` says in a hint what writes such files."""
    import json

    try:
        document = json.loads(read_text(path))
    except ValueError as error:
        raise input_error(f"not valid JSON: {error}", f"give a file of {made_by}", Location(path)) from None
    if not isinstance(document, dict):
        raise input_error("not a JSON object", f"give a file of {made_by}", Location(path))
    return document
