// The vector functions of arange
#include "etk/creation/arange.h"
#include "vec/base/operator.h"
#include "vec/creation/sequence.h"

ETK_FASTER("arange.out", SequenceFunction, vec::set_sequence);
ETK_FASTER("arange.start_out", SequenceFunction, vec::set_sequence);

#include "portable/op_arange.cpp"
