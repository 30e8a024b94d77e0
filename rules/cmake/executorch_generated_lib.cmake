# Makes a C++ library of the kernels that a selection needs, and nothing else.
#
#   executorch_generated_lib(
#     NAME <name>
#     DEPS <target>...                 the selections (et_operator_library), kernel libraries (et_kernel_library) in order
#                                      of preference, C++ libraries that kernels are linked with, and backends
#                                      (et_backend_library) of the app
#     [KERNEL_DEPS <target>...]        more of them, asked after those in DEPS
#     [FUNCTIONS_YAML_TARGET <yaml>]   ATen operators whose kernels are preferred to all libraries'. Their sources come from
#                                      the kernel libraries that have the same kernels, or from C++ libraries in DEPS
#     [CUSTOM_OPS_YAML_TARGET <yaml>]  other operators, likewise
#     [FALLBACK_YAML_TARGET <yaml>]    asked next: operators that FUNCTIONS_YAML_TARGET lacks, calls that it leaves open
#     [PLACE <place>]                  where the app runs, cpu by default; kernels for other places are passed over
#     [PREFER <library>...]            names of kernel libraries to ask before all others
#     [DTYPE_SELECTIVE_BUILD]          compile each kernel for the dtypes that are selected for it only
#     [MANUAL_REGISTRATION]            register when torch::executor::register_all_kernels() of RegisterKernels.h is called
#     [SUPPORT_EXCEPTIONS <bool>]      turn C++ exceptions of kernels into failures of the call; ON by default
#     [INCLUDE_ALL_PRIM_OPS <bool>]    have selected_prim_ops.h stand for all of the runtime's own operators; ON by default
#     [SOURCES_PER_UNIT <n>]           how many kernel sources to join into one, which compiles faster and rebuilds more
#     [COMPILER_FLAGS <flag>...]       for the kernels and the registration
#   )
#
# For each selected operator, the kernel libraries are asked in the order they are listed; the first that has a kernel for
# the call wins. An operator that nobody implements is an error that names it. A selection without any operator, that of a model
# which is delegated as a whole, makes a library that registers nothing. A yaml is a file, a merge_yaml, or an
# et_kernel_library with one; the ending _TARGET may be left out. Flags may have a value, ON or OFF.
#
# Link an app with <name>, which brings the runtime. Also made: <name>_headers, with Functions.h and NativeFunctions.h; and in
# <binary dir>/<name>, resolution.json, which says which kernel serves each call and why. `cmake --build <dir> --target
# <name>_report` writes a page about that, with the models and bytes, report.html, and report.md and report.json next to it
# (docs/howto/report.md).
function(executorch_generated_lib)
  set(yamls FUNCTIONS_YAML CUSTOM_OPS_YAML FALLBACK_YAML)
  list(TRANSFORM yamls APPEND _TARGET OUTPUT_VARIABLE targets)
  cmake_parse_arguments(PARSE_ARGV 0 arg ""
    "NAME;PLACE;SOURCES_PER_UNIT;DTYPE_SELECTIVE_BUILD;MANUAL_REGISTRATION;SUPPORT_EXCEPTIONS;INCLUDE_ALL_PRIM_OPS;${yamls};${targets}"
    "DEPS;KERNEL_DEPS;PREFER;COMPILER_FLAGS")
  _et_check_arguments(executorch_generated_lib NAME)
  foreach(yaml IN LISTS yamls)
    if(arg_${yaml}_TARGET)
      set(arg_${yaml} "${arg_${yaml}_TARGET}")
    endif()
    _et_yaml(arg_${yaml} "${arg_${yaml}}")
  endforeach()
  _et_flag(PLACE cpu)
  _et_flag(SOURCES_PER_UNIT 1)
  _et_flag(DTYPE_SELECTIVE_BUILD OFF)
  _et_flag(MANUAL_REGISTRATION OFF)
  _et_flag(SUPPORT_EXCEPTIONS ON)
  _et_flag(INCLUDE_ALL_PRIM_OPS ON)
  _et_registration()
endfunction()
