"""Which attributes of a macro's target the targets that it is made of have as well."""

# Those that every rule has, native or not. `tags` and `visibility` are treated apart.
_OF_EVERY_RULE = [
    "compatible_with",
    "deprecation",
    "exec_compatible_with",
    "exec_properties",
    "features",
    "package_metadata",
    "restricted_to",
    "target_compatible_with",
    "testonly",
    "toolchains",
]

def of_a_part(kwargs, **overrides):
    """The attributes of a target that a macro makes on the way to the one it is called for.

    A part is built where and how the whole is, and only when something asks for it: patterns such as `//...` find the
    whole. What tests alone have, such as `size` and `flaky`, it does not have.

    Args:
      kwargs: dict, the common attributes that the macro is called with.
      **overrides: attributes that the part has in their place.

    Returns:
      dict.
    """
    attributes = {name: kwargs[name] for name in _OF_EVERY_RULE if name in kwargs}
    tags = [tag for tag in kwargs.get("tags") or [] if tag != "manual"]
    attributes.update(overrides, tags = tags + ["manual"])
    return attributes
