"""Names of files that etgen writes, if rules have to know them before it runs.

etgen defines them in generate.py and aot.py; tests/starlark/test_common.py compares these and CMake's names
with etgen's.
"""

SELECTION = "selected_operators.yaml"

# The selection with what is true of all calls of the models, for call_selective_build.
SELECTION_OF_CALLS = "selected_calls.yaml"
RESOLUTION = "resolution.json"
MERGED = "merged.yaml"

# Outputs of `etgen generate`, which writes one of the first two.
REGISTRATION = "RegisterCodegenUnboxedKernelsEverything.cpp"
MANUAL_REGISTRATION = "RegisterKernelsEverything.cpp"
HEADERS = [
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "call_facts.h",
    "kernel_boxing.h",
    "selected_op_variants.h",
    "selected_prim_ops.h",
]

# Another one, in a call selective build.
CALLS_HEADER = "selected_calls.h"

_IN_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

def named_header(library):
    """The one header of `etgen generate` that has a name of its own in each library.

    Args:
      library: str, the name of the target.

    Returns:
      str.
    """
    characters = [library[i] if library[i] in _IN_NAMES else "_" for i in range(len(library))]
    return "register_{}_kernels.h".format("".join(characters))

def generated_headers(library, call_selective_build):
    """All headers that `etgen generate` writes to its output directory.

    Args:
      library: str, the name of the target.
      call_selective_build: bool, or a select() of Buck2.

    Returns:
      list[str].
    """

    # It is not known what a select() chooses. Nothing lacks the header then: sources to compile contain its text.
    return HEADERS + ([CALLS_HEADER] if call_selective_build == True else []) + [named_header(library)]

PRIM_OPS_HEADER = "selected_prim_ops.h"

# Outputs of `etgen generate --aot`. The first is compiled if there are kernels, the second if there are none.
AOT_KERNELS = "RegisterCPUCustomOps.cpp"
AOT_STUB = "RegisterCPUStub.cpp"
AOT_SCHEMA = "RegisterSchema.cpp"
AOT_HEADERS = [
    "CustomOpsNativeFunctions.h",
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "call_facts.h",
    "kernel_boxing.h",
    "selected_op_variants.h",
]

# All outputs that a rule declares. The registration for the runtime is also written, but not compiled.
AOT_OUTPUTS = [AOT_KERNELS, AOT_STUB, AOT_SCHEMA, REGISTRATION] + AOT_HEADERS

# Headers that sources of the runtime include.
REGISTRY_HEADER = "executorch/runtime/kernel/selected_max_kernel_num.h"

# The files of a report, in the order of their flags.
REPORTS = ["html", "md", "json"]
