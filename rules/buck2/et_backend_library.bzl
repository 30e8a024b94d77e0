"""Names the backends that a C++ library registers."""

load("//rules/buck2/private:backend_library.bzl", "backend_library")

def et_backend_library(name, backends, deps = [], visibility = None, **kwargs):
    """Names the backends that C++ libraries register.

    A model that was lowered to a backend, wholly or in part, loads only in a binary that registers this backend. Add the
    target to the `deps` of an `executorch_generated_lib`, an `et_model_test`, an `executorch_ops_check` or of the app
    itself. It can be used in place of the C++ library.

        et_backend_library(
            name = "npu",
            backends = ["NpuBackend"],
            deps = ["//vendor:npu_runtime"],
        )

    `rules_executorch//backends` has the backends of the ExecuTorch wheel.

    Backends register themselves when they are loaded, and nothing in an app refers to them. Only the C++ library itself
    can tell Buck2 to link it anyway: a cxx_library with `link_whole = True` and `preferred_linkage = "static"`; a
    prebuilt_cxx_library of a shared library with `exported_linker_flags = ["-Wl,--push-state,--no-as-needed"]` and
    `exported_post_linker_flags = ["-Wl,--pop-state"]`. An et_model_test fails when it runs a model whose backend was
    dropped.

    Args:
      name: str.
      backends: list[str], the ids that the libraries register, as `to_backend` and the error `Backend … is not
        registered` spell them.
      deps: list[dep], the C++ libraries.
      visibility: the visibility of the target.
      **kwargs: common attributes, such as labels and target_compatible_with.
    """
    native.cxx_library(
        name = name + "_cxx",
        exported_deps = deps,
        **kwargs
    )
    backend_library(
        name = name,
        backends = backends,
        deps = deps,
        library = ":{}_cxx".format(name),
        visibility = visibility,
        **kwargs
    )
