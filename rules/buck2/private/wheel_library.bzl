"""The shared libraries of a wheel that tools/dev/fetch_wheels.sh has fetched."""

load(":missing.bzl", "missing")

# For each condition of a select(), the directory of the wheel and the name of the platform in
# fetch_wheels.sh.
_WHEELS = {
    "DEFAULT": ("wheel", ""),
    "rules_executorch//platforms:is_linux_aarch64": ("wheel_linux_aarch64", " linux_aarch64"),
}

def _fetched_library(name, library, platform, compatible, **kwargs):
    if native.glob([library]):
        native.prebuilt_cxx_library(
            name = name,
            preferred_linkage = "shared",
            shared_lib = library,
            soname = library.rpartition("/")[2],
            target_compatible_with = compatible,
            **kwargs
        )
    else:
        missing(
            name = name,
            target_compatible_with = compatible,
            why = "the ExecuTorch runtime is not there: run tools/dev/fetch_wheels.sh{} of rules_executorch, or set [rules_executorch] runtime in .buckconfig to a runtime of yours".format(platform),
        )

def wheel_library(name, library, others, visibility, **kwargs):
    """Makes a C++ library of a shared library in the wheel for the target platform.

    Args:
      name: str.
      library: str, the name of the file.
      others: dict[str, str], targets that replace it on platforms without a wheel.
      visibility: the visibility of the target.
      **kwargs: attributes of prebuilt_cxx_library.
    """
    choices = {}
    for condition, (directory, platform) in _WHEELS.items():
        choices[condition] = ":{}_of_{}".format(name, directory)

        # Patterns such as //... skip targets for other platforms, whose wheels then need not be fetched.
        compatible = [condition] if condition != "DEFAULT" else []
        _fetched_library(choices[condition][1:], "{}/lib/{}".format(directory, library), platform, compatible, **kwargs)
    native.alias(
        name = name,
        actual = select(choices | others),
        visibility = visibility,
    )
