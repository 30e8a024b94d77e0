#include "board/semihosting.h"

#include <cstdint>

namespace semihosting {
namespace {

// The operations of Arm's specification.
enum Operation : uint32_t { kWrite0 = 0x04, kExitExtended = 0x20 };

void call(Operation operation, const void* argument) {
  register uint32_t r0 asm("r0") = operation;
  register const void* r1 asm("r1") = argument;
  asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

}  // namespace

void print(const char* text) {
  call(kWrite0, text);
}

void print(size_t number) {
  char digits[12];
  char* first = digits + sizeof digits - 1;
  *first = '\0';
  do {
    *--first = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  print(first);
}

void print_bytes(const void* bytes, size_t size) {
  const char* const hexadecimal = "0123456789abcdef";
  for (size_t i = 0; i < size; ++i) {
    const uint8_t byte = static_cast<const uint8_t*>(bytes)[i];
    const char digits[] = {hexadecimal[byte >> 4], hexadecimal[byte & 15], '\0'};
    print(digits);
  }
}

void exit(int status) {
  constexpr uint32_t kApplicationExit = 0x20026;
  const uint32_t reason[] = {kApplicationExit, static_cast<uint32_t>(status)};
  call(kExitExtended, reason);
  while (true) {
  }
}

}  // namespace semihosting
