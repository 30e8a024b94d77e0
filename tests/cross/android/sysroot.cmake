# Clang for Android with the sysroot of an NDK, which RULES_EXECUTORCH_ANDROID_SYSROOT names. Clang's own runtime
# library for Android is no part of it: what is linked here is told to do without.

set(ABI arm64-v8a CACHE STRING "ANDROID_ABI")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ABI)
set(triple_of_arm64-v8a aarch64-linux-android)
set(triple_of_armeabi-v7a armv7a-linux-androideabi)
set(triple_of_x86_64 x86_64-linux-android)

include(${CMAKE_CURRENT_LIST_DIR}/fake_ndk.cmake)
set(ANDROID_ABI ${ABI})
set(CMAKE_SYSROOT $ENV{RULES_EXECUTORCH_ANDROID_SYSROOT})
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET ${triple_of_${ABI}}${ANDROID_PLATFORM_LEVEL})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld -nodefaultlibs -lc++_shared -lc -lm -ldl")
