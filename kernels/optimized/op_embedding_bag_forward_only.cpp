// The vector functions of embedding_bag_forward_only
#include "etk/index/embedding_bag.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/index/bags.h"
#include "vec/index/index_range.h"

ETK_FASTER("_embedding_bag_forward_only.out", IndicesFunction, vec::are_indices);
ETK_FASTER(
    "_embedding_bag_forward_only.out", BagFunction, vec::for_singles<kOp, BagFunction>(vec::fill_bags));

#include "portable/op_embedding_bag_forward_only.cpp"
