# A runtime without a thread pool, and a pool of the project's own: what -DCMAKE_PROJECT_INCLUDE adds to an example.
#
# WHEEL is where the ExecuTorch wheel is.

add_library(my_runtime INTERFACE)
target_include_directories(my_runtime SYSTEM INTERFACE ${WHEEL}/include ${WHEEL}/include/executorch/runtime/core/portable_type/c10)
target_compile_definitions(my_runtime INTERFACE C10_USING_CUSTOM_GENERATED_MACROS ET_EVENT_TRACER_ENABLED)
target_link_libraries(my_runtime INTERFACE ${WHEEL}/lib/libexecutorch.so)

add_library(my_pool STATIC ${CMAKE_CURRENT_LIST_DIR}/pool.cpp)
target_compile_features(my_pool PUBLIC cxx_std_17)
target_compile_definitions(my_pool PUBLIC ET_USE_THREADPOOL)
target_link_libraries(my_pool PUBLIC my_runtime)
