"""The shared libraries of a wheel that tools/dev/fetch_wheels.sh has fetched."""

load(":missing.bzl", "missing")

# For each condition of a select(), the directory of the wheel and the name of the platform in
# fetch_wheels.sh.
_WHEELS = {
    "DEFAULT": ("wheel", ""),
    "rules_executorch//platforms:is_linux_aarch64": ("wheel_linux_aarch64", " linux_aarch64"),
    "rules_executorch//platforms:is_macos_arm64": ("wheel_macos_arm64", " macos_arm64"),
}

def _fetched_library(name, path, keep, platform, compatible, **kwargs):
    # The wheel for macOS has one with the first ending, all others one with the second.
    there = native.glob(["{}.{}".format(path, extension) for extension in ["dylib", "so"]])
    if there:
        if keep and there[0].endswith(".so"):
            # Linkers for macOS leave out no library that they are given.
            kwargs["exported_linker_flags"] = ["-Wl,--push-state,--no-as-needed"]
            kwargs["exported_post_linker_flags"] = ["-Wl,--pop-state"]
        native.prebuilt_cxx_library(
            name = name,
            preferred_linkage = "shared",
            shared_lib = there[0],
            soname = there[0].rpartition("/")[2],
            target_compatible_with = compatible,
            **kwargs
        )
    else:
        missing(
            name = name,
            target_compatible_with = compatible,
            why = "the ExecuTorch runtime is missing: run tools/dev/fetch_wheels.sh{} of rules_executorch, or set [rules_executorch] runtime in .buckconfig to your own runtime".format(platform),
        )

def wheel_library(name, library, others, visibility, keep = False, **kwargs):
    """Makes a C++ library of a shared library in the wheel for the target platform.

    Args:
      name: str.
      library: str, the name of the file without its extension, such as `libexecutorch`.
      others: dict[str, str], targets that replace it on platforms without a wheel, or where the wheel has no such library.
      visibility: the visibility of the target.
      keep: bool, have it linked though nothing refers to it.
      **kwargs: attributes of prebuilt_cxx_library.
    """
    choices = {}
    for condition, (directory, platform) in _WHEELS.items():
        if condition in others:
            continue
        choices[condition] = ":{}_of_{}".format(name, directory)

        # Patterns such as //... skip targets for other platforms, whose wheels then need not be fetched.
        compatible = [condition] if condition != "DEFAULT" else []
        path = "{}/lib/{}".format(directory, library)
        _fetched_library(choices[condition][1:], path, keep, platform, compatible, **kwargs)
    native.alias(
        name = name,
        actual = select(choices | others),
        visibility = visibility,
    )
