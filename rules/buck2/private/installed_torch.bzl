"""PyTorch as it is installed, in place. It is no input of actions: ten thousand headers, and only for export."""

def _missing_torch_impl(_ctx):
    fail("exir_custom_ops_aot_lib needs a torch: set [rules_executorch] torch in .buckconfig to the directory of the one that you export models with")

_missing_torch = rule(
    impl = _missing_torch_impl,
    attrs = {"labels": attrs.list(attrs.string(), default = [])},
)

def installed_torch(name, directory, visibility):
    """Makes a C++ library of an installed torch.

    Args:
      name: str.
      directory: str, the path of the Python package, or None.
      visibility: the visibility of the library.
    """
    if not directory:
        _missing_torch(name = name, visibility = visibility)
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
