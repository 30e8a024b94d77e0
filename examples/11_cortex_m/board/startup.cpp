// From reset to main(): the vector table, the floating-point unit, variables, constructors; and what the C++
// library would ask of an operating system.

#include "board/semihosting.h"
#include "board/stack.h"

#include <executorch/runtime/platform/platform.h>

#include <cstddef>
#include <cstdint>

int main();
struct _reent;

extern "C" [[noreturn]] void reset();

// Of the linker script.
extern "C" {
extern uint32_t stack_begin, stack_end, data_begin, data_end, data_in_flash, bss_begin, bss_end;
extern void (*constructors_begin[])();
extern void (*constructors_end[])();
}

namespace {

// The pattern of unused stack memory.
constexpr uint32_t kUntouched = 0xA5A5A5A5;

[[noreturn]] void fault() {
  semihosting::print("fault\n");
  semihosting::exit(3);
}

}  // namespace

[[noreturn]] void reset() {
  auto* const coprocessor_access = reinterpret_cast<volatile uint32_t*>(0xE000ED88);
  *coprocessor_access |= 0xFu << 20;  // Floating point and, on the M55, vectors.
  asm volatile("dsb\n isb" ::: "memory");
  const uint32_t* from = &data_in_flash;
  for (uint32_t* to = &data_begin; to != &data_end;) {
    *to++ = *from++;
  }
  for (uint32_t* to = &bss_begin; to != &bss_end;) {
    *to++ = 0;
  }
  uint32_t* here;
  asm("mov %0, sp" : "=r"(here));
  // Volatile, for no call of memset, whose frame is there.
  for (volatile uint32_t* word = &stack_begin; word < here;) {
    *word++ = kUntouched;
  }
  for (auto constructor = constructors_begin; constructor != constructors_end; ++constructor) {
    (*constructor)();
  }
  semihosting::exit(main());
}

size_t stack_used() {
  const uint32_t* first = &stack_begin;
  while (*first == kUntouched) {
    ++first;
  }
  return (&stack_end - first) * sizeof *first;
}

size_t stack_size() {
  return (&stack_end - &stack_begin) * sizeof stack_end;
}

// The stack, reset, and the exceptions of the core.
__attribute__((section(".vectors"), used)) static const void* const vectors[16] = {
    &stack_end,
    reinterpret_cast<const void*>(reset),
    reinterpret_cast<const void*>(fault),  // non-maskable interrupt
    reinterpret_cast<const void*>(fault),  // hard fault
    reinterpret_cast<const void*>(fault),  // memory management
    reinterpret_cast<const void*>(fault),  // bus
    reinterpret_cast<const void*>(fault),  // usage
    reinterpret_cast<const void*>(fault),  // secure
};

// The runtime calls it where a check fails.
void et_pal_abort() {
  semihosting::print("aborted\n");
  semihosting::exit(4);
}

extern "C" {
void* __dso_handle;

// Nothing is destroyed, as nothing ends.
int atexit(void (*)()) {
  return 0;
}

[[noreturn]] void __cxa_pure_virtual() {
  et_pal_abort();
}

[[noreturn]] void abort() {
  et_pal_abort();
}
}

// ExecuTorch's core puts names together with snprintf. It takes memory for files and nothing else, and there
// is none.
extern "C" {
void* _malloc_r(_reent*, size_t) {
  et_pal_abort();
}

void* _realloc_r(_reent*, void*, size_t) {
  et_pal_abort();
}

void _free_r(_reent*, void*) {
  et_pal_abort();
}
}

// Virtual destructors refer to them; without a heap there is nothing to delete.
void operator delete(void*) noexcept {
  et_pal_abort();
}

void operator delete(void*, size_t) noexcept {
  et_pal_abort();
}
