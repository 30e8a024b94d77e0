"""The dtypes that a build of language models' operators for few of them has; tests/kernels checks what it runs for."""

LLM_DTYPES = {
    "llama::channelwise_gated_delta_rule.out": ["Float"],
    "llama::custom_quantized_sdpa.out": ["Char", "Float"],  # all that it takes
    "llama::custom_sdpa.out": ["Float"],
    "llama::fast_hadamard_transform.out": ["Half"],
    "llama::gated_delta_rule.out": ["Float"],
    "llama::quantized_moe_ffn.out": ["Byte", "Float"],
    "llama::sdpa_with_kv_cache.out": ["Half", "Float"],
    "llama::update_cache.out": ["Char", "Float"],
    "llama::update_cache_with_indices.out": ["BFloat16", "Long"],
    "preprocess::tile_crop.out": ["Byte", "Half"],
    "torchao::_embedding_4bit.out": ["Char", "Int", "Long", "Float"],
    "torchao::_embedding_8bit.out": ["Char", "Int", "Long", "Float"],
    "torchao::_linear_8bit_act_4bit_weight.out": ["Char", "Float"],
    "torchao::_linear_8bit_act_8bit_weight.out": ["Char", "Float"],
    "torchao::_shared_embedding_4bit.out": ["Char", "Int", "Long", "Float"],
    "torchao::_shared_embedding_8bit.out": ["Char", "Int", "Long", "Float"],
}
