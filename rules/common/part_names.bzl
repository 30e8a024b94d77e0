"""Names of the directories that the sources of kernel libraries are generated into."""

def part_names(libraries):
    """Gives each library a name that is a single part of a path and that no other has.

    Args:
      libraries: list[str], the names of the libraries, in the order of their labels' first use.

    Returns:
      list[str], one for each.
    """
    result = []
    for library in libraries:
        name = library.replace("/", "_")
        if name in result:
            name = "{}_{}".format(name, len(result))
        result.append(name)
    return result
