"""What a select() chooses between."""

_KINDS = {"[": "list", "{": "dict"}

def type_of(value):
    """The type of a value; for a select(), the type of the values that it chooses between.

    A parameter that accepts a label, a list or a number is a different attribute of the rule for each type.
    The type of the values in a select() can only be found in its text.

    Args:
      value: anything.

    Returns:
      str, as of type().
    """
    if type(value) != "select":
        return type(value)
    text = repr(value)

    # `select({":condition": first, …})`, where conditions may be Labels; a sum may begin with a list.
    first = text if text.startswith("[") else text.replace('"): ', '": ').partition('": ')[2]
    return "int" if first[:1].isdigit() else _KINDS.get(first[:1], "string")

def text_of(value):
    """Numbers as strings, for string attributes; also of a dict. A select() already has strings.

    Args:
      value: int, float, str, dict[str, int], select or None.

    Returns:
      str, dict[str, str], select or None.
    """
    if value == None or type(value) == "select":
        return value
    if type(value) == "dict":
        return {key: str(each) for key, each in value.items()}
    return str(value)
