"""Names of the files that etgen writes, where its rules have to know them before it runs.

etgen itself has them in generate.py and aot.py: tests/starlark/test_common.py holds these to those, and CMake's as well.
"""

SELECTION = "selected_operators.yaml"
RESOLUTION = "resolution.json"
MERGED = "merged.yaml"

# Of `etgen generate`. The first two are one or the other.
REGISTRATION = "RegisterCodegenUnboxedKernelsEverything.cpp"
MANUAL_REGISTRATION = "RegisterKernelsEverything.cpp"
HEADERS = [
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "kernel_boxing.h",
    "selected_op_variants.h",
    "selected_prim_ops.h",
]
PRIM_OPS_HEADER = "selected_prim_ops.h"

# Of `etgen generate --aot`. One of the first two is compiled: where there are kernels, and where there are none.
AOT_KERNELS = "RegisterCPUCustomOps.cpp"
AOT_STUB = "RegisterCPUStub.cpp"
AOT_SCHEMA = "RegisterSchema.cpp"
AOT_HEADERS = [
    "CustomOpsNativeFunctions.h",
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "kernel_boxing.h",
    "selected_op_variants.h",
]

# All of those that a rule declares: the registration for the runtime is written as well, and compiled by nobody.
AOT_OUTPUTS = [AOT_KERNELS, AOT_STUB, AOT_SCHEMA, REGISTRATION] + AOT_HEADERS

# What sources of the runtime include.
REGISTRY_HEADER = "executorch/runtime/kernel/selected_max_kernel_num.h"

# Files of a report, in the order of their flags.
REPORTS = ["html", "md", "json"]
