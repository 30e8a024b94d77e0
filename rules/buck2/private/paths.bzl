"""Names of headers."""

def _dirname(path):
    return path.rpartition("/")[0]

def header_names(package, srcs, hdrs):
    """The names under which sources include headers.

    Args:
      package: str, the directory of the BUCK file.
      srcs: list[str], the sources.
      hdrs: list[str], the headers; a target must have the name of its file.

    Returns:
      dict[str, str], the headers by their paths in the cell, and headers in the directory of a source also by
      file name.
    """
    of_sources = [_dirname(src) for src in srcs]
    result = {}
    for header in hdrs:
        path = header.rpartition(":")[2]
        result[package + "/" + path if package else path] = header
        if _dirname(path) in of_sources:
            result[path.rpartition("/")[2]] = header
    return result
