"""The dtypes that a build of language models' operators for few of them has; tests/kernels checks what it runs for."""

LLM_DTYPES = {
    "llama::custom_quantized_sdpa.out": ["Char", "Float"],  # all that it takes
    "llama::custom_sdpa.out": ["Float"],
    "llama::fast_hadamard_transform.out": ["Half"],
    "llama::sdpa_with_kv_cache.out": ["Half", "Float"],
    "llama::update_cache.out": ["Char", "Float"],
    "llama::update_cache_with_indices.out": ["BFloat16", "Long"],
}
