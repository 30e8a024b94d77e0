"""Names of the directories that the sources of kernel libraries are generated into."""

def part_names(libraries):
    """Gives each library a unique name that is a single path component.

    Args:
      libraries: list[str], the names of the libraries, in the order in which their labels are first used.

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
