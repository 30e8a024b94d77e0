// What embed.py makes of a program: its bytes, its inputs, and the memory that its method is planned in.

#pragma once

#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>

struct Bytes {
  const uint8_t* data;
  size_t size;
};

// In flash.
extern const Bytes kProgram;
extern const executorch::runtime::Span<const Bytes> kInputs;

// In RAM, one span for each buffer of the plan.
extern const executorch::runtime::Span<executorch::runtime::Span<uint8_t>> kPlanned;
