// What a debugger, or an emulator in its place, does for the app: text for its console, and an end with a
// status.
//
// Without one the first call is a fault; an app for users writes to a serial port instead.

#pragma once

#include <cstddef>

namespace semihosting {

void print(const char* text);
void print(size_t number);

// Two hexadecimal digits a byte.
void print_bytes(const void* bytes, size_t size);

[[noreturn]] void exit(int status);

}  // namespace semihosting
