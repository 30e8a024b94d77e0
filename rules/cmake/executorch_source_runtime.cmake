# Compiles the ExecuTorch runtime from its source tree, for platforms and releases that have no wheel.
#
#   executorch_source_runtime(
#     NAME <name>
#     [SOURCE <directory>]          a checkout of ExecuTorch; RULES_EXECUTORCH_SOURCE by default
#     [FLATBUFFERS <directory>]     a checkout of flatbuffers; by default third-party/flatbuffers of the source tree
#     [FLATC <program>]             the flatbuffers compiler for the host, of the same release as FLATBUFFERS. By
#                                   default it is compiled from FLATBUFFERS.
#     [EXTENSIONS <extension>...]   from data_loader, flat_tensor, memory_allocator, module, named_data_map,
#                                   runner_util, tensor and threadpool; the extensions that they depend on are added.
#                                   None by default. The threadpool needs the targets pthreadpool and cpuinfo in the
#                                   project.
#     [PLATFORM <platform>]         the name of runtime/platform/default/<platform>.cpp: posix, minimal or android;
#                                   none if the app defines these functions. By default the one for the system.
#     [LOG_LEVEL <level>]           the lowest level that is logged: Debug, Info, Error, Fatal, or OFF to compile no
#                                   messages
#     [EVENT_TRACER]                compile the code for profiling
#     [MAX_KERNEL_NUM <n>]          the capacity of the kernel registry; 0 for ExecuTorch's own default
#     [REGISTRY_HEADER <target>]    an et_registry_header, which sizes the registry for the kernels that the binary
#                                   registers, instead of MAX_KERNEL_NUM
#     [SELECTED_PRIM_OPS <target>]  an et_operator_library: only those of the runtime's own operators that it selects
#                                   are compiled; all if it selects none. Needs release 1.1 or later.
#   )
#
# <name> is the runtime, with the runtime's own operators and the extensions. All libraries of the rules are linked
# with it, unless RULES_EXECUTORCH_RUNTIME names another target. Options that change the layout of a class, or the
# code that a macro compiles, also apply to all targets that are linked with it.
function(executorch_source_runtime)
  set(keywords NAME SOURCE FLATBUFFERS FLATC PLATFORM LOG_LEVEL EVENT_TRACER MAX_KERNEL_NUM REGISTRY_HEADER
    SELECTED_PRIM_OPS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${keywords}" "EXTENSIONS")
  _et_check_arguments(executorch_source_runtime NAME)
  _et_default(LOG_LEVEL Info)
  _et_flag(EVENT_TRACER OFF)
  set(what "executorch_source_runtime ${arg_NAME}")
  if(NOT arg_SOURCE)
    set(arg_SOURCE "${RULES_EXECUTORCH_SOURCE}")
  endif()
  _et_absolute(source "${arg_SOURCE}")
  _et_check_source_tree("${what}" "${source}")
  if(NOT arg_FLATBUFFERS)
    set(arg_FLATBUFFERS "${source}/third-party/flatbuffers")
  endif()
  _et_absolute(flatbuffers "${arg_FLATBUFFERS}")
  _et_flatbuffers_version(version "${what}" "${flatbuffers}")
  _et_source_parts(parts "${what}" ${arg_EXTENSIONS})
  _et_flatc(flatc flatc_depends "${what}" "${flatbuffers}" "${version}" "${arg_FLATC}")

  # Sources include <executorch/…>, whatever the directory of the checkout is called.
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}/include")
  file(MAKE_DIRECTORY "${include}")
  file(CREATE_LINK "${source}" "${include}/executorch" SYMBOLIC)
  add_library(${arg_NAME} INTERFACE)
  target_compile_features(${arg_NAME} INTERFACE cxx_std_17)
  target_include_directories(${arg_NAME} SYSTEM
    INTERFACE "${include}" "${include}/executorch/runtime/core/portable_type/c10")
  _et_source_definitions(definitions "${what}" "${arg_LOG_LEVEL}" "${arg_EVENT_TRACER}")
  if("threadpool" IN_LIST parts)
    list(APPEND definitions ET_USE_THREADPOOL)
  endif()
  if(arg_MAX_KERNEL_NUM)
    # Registrations compare it with what they register.
    list(APPEND definitions RULES_EXECUTORCH_MAX_KERNEL_NUM=${arg_MAX_KERNEL_NUM})
  endif()
  target_compile_definitions(${arg_NAME} INTERFACE ${definitions})

  foreach(part IN LISTS parts)
    set(library ${arg_NAME}_${part})
    _et_source_part(${library} ${part} "${source}" "${flatc}" "${flatc_depends}")
    if(NOT TARGET ${library})
      continue()
    endif()
    target_compile_features(${library} PUBLIC cxx_std_17)
    target_compile_definitions(${library} PRIVATE ${definitions} FLATBUFFERS_MAX_ALIGNMENT=1024)
    target_include_directories(${library} SYSTEM PRIVATE "${include}" "${flatbuffers}/include"
      "${include}/executorch/runtime/core/portable_type/c10")
    if(NOT part STREQUAL "core")
      target_link_libraries(${library} PUBLIC ${arg_NAME}_core)
    endif()
  endforeach()
  _et_source_platform(${arg_NAME}_core "${what}" "${source}" "${arg_PLATFORM}")
  _et_source_registry(${arg_NAME}_core "${arg_MAX_KERNEL_NUM}" "${arg_REGISTRY_HEADER}" "${source}")
  if(arg_SELECTED_PRIM_OPS)
    _et_select_prim_ops(${arg_NAME}_prim_ops ${arg_SELECTED_PRIM_OPS} "${source}")
  endif()
  if("threadpool" IN_LIST parts)
    _et_link_threadpool(${arg_NAME}_threadpool "${what}")
  endif()
  # Extensions first, then what they are made of; the operators register themselves.
  list(TRANSFORM parts PREPEND ${arg_NAME}_ OUTPUT_VARIABLE libraries)
  list(REMOVE_ITEM libraries ${arg_NAME}_core ${arg_NAME}_prim_ops)
  foreach(library IN LISTS libraries)
    if(TARGET ${library})
      target_link_libraries(${arg_NAME} INTERFACE ${library})
    endif()
  endforeach()
  target_link_libraries(${arg_NAME}
    INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${arg_NAME}_prim_ops>" ${arg_NAME}_core)
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_SOURCE_RUNTIME ${arg_NAME})
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_SOURCE_RUNTIME_TREE "${source}")
endfunction()
