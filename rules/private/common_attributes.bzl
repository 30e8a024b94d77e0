"""The common attributes of the auxiliary targets of a macro."""

# Attributes that every rule has, native or not. `tags` and `visibility` are handled separately.
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
    """The attributes of an auxiliary target of a macro.

    An auxiliary target is built with the same configuration and compatibility as the main target, but not by
    patterns such as `//...`, which match only the main target. It does not get attributes of tests, such as
    `size` and `flaky`.

    Args:
      kwargs: dict, the common attributes that the macro is called with.
      **overrides: attributes that replace those.

    Returns:
      dict.
    """
    attributes = {name: kwargs[name] for name in _OF_EVERY_RULE if name in kwargs}
    tags = [tag for tag in kwargs.get("tags") or [] if tag != "manual"]
    attributes.update(overrides, tags = tags + ["manual"])
    return attributes
