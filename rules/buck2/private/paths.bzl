"""Paths and names of files."""

def _dirname(path):
    return path.rpartition("/")[0]

def header_names(package, srcs, hdrs):
    """The names under which sources include headers.

    Args:
      package: str, the directory of the BUCK file.
      srcs: list[str], the sources.
      hdrs: list[str], the headers; a target stands for the file that it is named after.

    Returns:
      dict[str, str], the headers by their paths in the cell, and those beside a source by their names as well.
    """
    of_sources = [_dirname(src) for src in srcs]
    result = {}
    for header in hdrs:
        path = header.rpartition(":")[2]
        result[package + "/" + path if package else path] = header
        if _dirname(path) in of_sources:
            result[path.rpartition("/")[2]] = header
    return result

def group_units(sources, per_unit):
    """Gives each source a unit to be compiled in.

    Sources of operators are joined, and those that operators share by directory. Which are does not depend on what is
    selected: a unit keeps its place, and a change of one selection compiles the units of its operators.

    Args:
      sources: list[str], the names of the sources.
      per_unit: int, how many to join.

    Returns:
      dict[str, str], the path of the unit of each source.
    """
    alike = {}
    for name in sorted(sources):
        alike.setdefault("" if _of_operator(name) else _dirname(name), []).append(name)
    result = {}
    for names in alike.values():
        for start in range(0, len(names), per_unit):
            joined = names[start:start + per_unit]
            unit = joined[0]
            if len(joined) > 1:
                stem, _, extension = joined[0].rpartition(".")
                last = joined[-1].rpartition("/")[2].rpartition(".")[0]
                unit = "{}_to_{}.{}".format(stem, last, extension)
            for name in joined:
                result[name] = unit
    return result

def _of_operator(name):
    return name.rpartition("/")[2].startswith("op_")
