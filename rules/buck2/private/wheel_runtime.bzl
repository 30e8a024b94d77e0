"""The runtime of a wheel that tools/dev/fetch_wheels.sh has fetched."""

load(":missing.bzl", "missing")

def wheel_runtime(name, directory, platform, headers):
    """Makes a C++ library of libexecutorch.so; where it was not fetched, a target that says so.

    Args:
      name: str.
      directory: str, where the wheel is.
      platform: str, what it is for, as fetch_wheels.sh calls it; empty for this machine.
      headers: str, the label of the headers.
    """
    library = directory + "/lib/libexecutorch.so"
    if native.glob([library]):
        native.prebuilt_cxx_library(
            name = name,
            exported_deps = [headers],
            preferred_linkage = "shared",
            shared_lib = library,
            soname = "libexecutorch.so",
        )
    else:
        missing(
            name = name,
            why = "the ExecuTorch runtime is not there: run tools/dev/fetch_wheels.sh {} of rules_executorch, or set [rules_executorch] runtime in .buckconfig to a runtime of yours".format(platform).replace("  ", " "),
        )
