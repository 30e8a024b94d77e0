"""Text files in."""

from etgen.errors import Location, cannot_read, input_error


def read_text(path: str) -> str:
    """The file's text; raises `InputError` if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise input_error("not a text file in UTF-8", "give the path of a text", Location(path)) from None
    except ValueError as error:
        raise input_error(f"not a path: {error}", "give the path of a file", Location(repr(path))) from None
