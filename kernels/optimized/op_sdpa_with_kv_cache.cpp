// The vector functions of sdpa_with_kv_cache
#include "vec/attention/attend.h"
#include "vec/base/operator.h"

ETK_FASTER("llama::sdpa_with_kv_cache.out", AttendFunction, vec::attend);

#include "llm/op_sdpa_with_kv_cache.cpp"
