"""Names the backends that a C++ library registers."""

load("//rules/private:backend_library.bzl", "backend_library")

def et_backend_library(name, backends, deps = [], **kwargs):
    """Names the backends that C++ libraries register, and prevents the linker from dropping those libraries.

    A model that was lowered to a backend, wholly or in part, loads only in a binary that registers this backend. Add the
    target to the `deps` of an `executorch_generated_lib`, an `et_model_test`, an `executorch_ops_check` or of the app
    itself. It can be used in place of the C++ library.

        et_backend_library(
            name = "npu",
            backends = ["NpuBackend"],
            deps = ["//vendor:npu_runtime"],
        )

    `@rules_executorch//backends` has the backends of the ExecuTorch wheel.

    Backends register themselves when they are loaded, and nothing in an app refers to them. Therefore all object files of
    the static libraries in `deps` are linked, and the shared libraries in `deps` even if a linker would drop them. Their
    own dependencies are linked as usual.

    Args:
      name: str.
      backends: list[str], the ids that the libraries register, as `to_backend` and the error `Backend … is not
        registered` spell them.
      deps: list[Label], the C++ libraries.
      **kwargs: common attributes, such as visibility, tags and target_compatible_with.
    """
    backend_library(
        name = name,
        backends = backends,
        deps = deps,
        **kwargs
    )
