// The vector table, and what the processor needs before the C library starts, for tests that run in QEMU.
//
// The C library's start-up code for semihosting (rdimon-crt0) does the rest: it sets up the stack and the
// heap, gets the command line from QEMU, and calls constructors and main().

#include <cstddef>
#include <cstdint>

extern "C" {
extern uint32_t stack_end;
extern char heap_begin[], heap_end[];
[[noreturn]] void _start();
[[noreturn]] void start_in_qemu();
}

namespace {

// Ends the program with the status 3, without the C library.
[[noreturn]] void fault() {
  static const uint32_t reason[] = {0x20026, 3};  // an application's exit, and its status
  register uint32_t operation asm("r0") = 0x20;   // SYS_EXIT_EXTENDED
  register const void* argument asm("r1") = reason;
  asm volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
  while (true) {
  }
}

}  // namespace

void start_in_qemu() {
  auto* const coprocessor_access = reinterpret_cast<volatile uint32_t*>(0xE000ED88);
  *coprocessor_access |= 0xFu << 20;  // floating point and, on the M55, vectors
  asm volatile("dsb\n isb" ::: "memory");
  _start();
}

// Memory for malloc. The function of the C library asks QEMU where the heap is, which does not know it for
// each board.
extern "C" void* _sbrk(ptrdiff_t size) {
  static char* next = heap_begin;
  if (size > heap_end - next) {
    return reinterpret_cast<void*>(-1);
  }
  char* const begin = next;
  next += size;
  return begin;
}

// The stack, reset, and the exceptions of the core.
__attribute__((section(".vectors"), used)) static const void* const vectors[16] = {
    &stack_end,
    reinterpret_cast<const void*>(start_in_qemu),
    reinterpret_cast<const void*>(fault),  // non-maskable interrupt
    reinterpret_cast<const void*>(fault),  // hard fault
    reinterpret_cast<const void*>(fault),  // memory management
    reinterpret_cast<const void*>(fault),  // bus
    reinterpret_cast<const void*>(fault),  // usage
    reinterpret_cast<const void*>(fault),  // secure
};
