"""How a library wants to be linked."""

Linkage = enum("any", "static", "shared")  # buildifier: disable=name-conventions
