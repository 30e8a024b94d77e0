"""An installed PyTorch, used in place: its many headers are not inputs of actions."""

load(":missing.bzl", "missing")

def installed_torch(name, directory, visibility):
    """Makes a C++ library of an installed torch.

    Args:
      name: str.
      directory: str, the path of the Python package, or None.
      visibility: the visibility of the library.
    """
    if not directory:
        missing(
            name = name,
            visibility = visibility,
            why = "exir_custom_ops_aot_lib needs torch: set [rules_executorch] torch in .buckconfig to the directory of the torch that you export models with",
        )
        return
    include = directory + "/include"
    native.prebuilt_cxx_library(
        name = name,
        exported_linker_flags = [
            "-L{}/lib".format(directory),
            "-ltorch_cpu",
            "-lc10",
        ],
        exported_preprocessor_flags = [
            "-isystem",
            include,
            "-isystem",
            include + "/torch/csrc/api/include",
        ],
        header_only = True,
        visibility = visibility,
    )
