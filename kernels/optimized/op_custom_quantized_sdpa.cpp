// The vector functions of custom_quantized_sdpa
#include "vec/attention/attend.h"
#include "vec/base/operator.h"

ETK_FASTER("llama::custom_quantized_sdpa.out", AttendFunction, vec::attend);

#include "llm/op_custom_quantized_sdpa.cpp"
