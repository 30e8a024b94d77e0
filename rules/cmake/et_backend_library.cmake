# Names the backends that C++ libraries register, and prevents the linker from dropping those libraries.
#
#   et_backend_library(
#     NAME <name>
#     BACKENDS <id>...  the ids that the libraries register, as to_backend and the error `Backend … is not registered`
#                       spell them
#     DEPS <target>...  the C++ libraries
#   )
#
# A model that was lowered to a backend, wholly or in part, loads only in a binary that registers this backend. Add
# the target to the DEPS of an executorch_generated_lib, an et_model_test or an executorch_ops_check, or link it with
# the app itself. It can be used in place of the C++ library.
#
# rules_executorch::backend_xnnpack, ::backend_openvino and ::backend_qnn are the backends of the ExecuTorch that
# CMake found, if it has them.
#
# Backends register themselves when they are loaded, and nothing in an app refers to them. Therefore all object files
# of static libraries are linked, and shared libraries even if a linker would drop them. Their own dependencies, and
# interface libraries, are linked as usual.
function(et_backend_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "BACKENDS;DEPS")
  _et_check_arguments(et_backend_library NAME BACKENDS DEPS)
  _et_label(label ${arg_NAME})
  _et_backend_library(${arg_NAME} "${label}" "${arg_BACKENDS}" "${arg_DEPS}")
endfunction()
