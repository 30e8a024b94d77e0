// What ExecuTorch calls of Android's log, for a program that runs on Linux.

#include <android/log.h>

#include <cstdarg>
#include <cstdio>

int __android_log_print(int, const char*, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int written = std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  return written;
}
