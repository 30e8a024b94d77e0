# What the toolchain file of the NDK tells CMake, with GCC for Linux on aarch64 in place of the NDK's Clang.

set(CMAKE_SYSTEM_NAME Android)
set(CMAKE_SYSTEM_VERSION 1) # with this one, CMake looks for no NDK itself
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(ANDROID TRUE)
set(ANDROID_ABI arm64-v8a)
set(ANDROID_PLATFORM_LEVEL 24)
set(ANDROID_NDK_MAJOR 27)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
