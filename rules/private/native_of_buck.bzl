"""Stands in for Buck's `native` in files written for Buck."""

def _read_config(_section, _name, default = None):
    # Bazel has no .buckconfig.
    return default

native_of_buck = struct(
    alias = native.alias,
    glob = native.glob,
    package_name = native.package_name,
    read_config = _read_config,
)
