// The vector functions of custom_sdpa
#include "vec/attention/attend.h"
#include "vec/base/operator.h"

ETK_FASTER("llama::custom_sdpa.out", AttendFunction, vec::attend);

#include "llm/op_custom_sdpa.cpp"
