"""Names of headers."""

def _dirname(path):
    return path.rpartition("/")[0]

def header_names(package, srcs, hdrs):
    """The names under which sources include headers.

    Args:
      package: str, the directory of the BUCK file.
      srcs: list[str], the sources.
      hdrs: list[str], the headers; a target stands for the file that it is named after.

    Returns:
      dict[str, str], the headers by their paths in the cell, and those next to a source by their names as well.
    """
    of_sources = [_dirname(src) for src in srcs]
    result = {}
    for header in hdrs:
        path = header.rpartition(":")[2]
        result[package + "/" + path if package else path] = header
        if _dirname(path) in of_sources:
            result[path.rpartition("/")[2]] = header
    return result
