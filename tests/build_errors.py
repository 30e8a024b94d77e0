"""Every front end's error messages for wrong build files. The targets are those of tests/bazel/errors."""

# The messages by target; errors above the line of dashes are found before any action runs.
ERRORS = {
    "empty_selection": [
        "//tests/bazel/errors:empty_selection selects no operator: give ops, ops_dict, model,",
    ],
    "no_selection": [
        "//tests/bazel/errors:no_selection: its deps select no operators: add an et_operator_library to them",
    ],
    "no_kernels": [
        "//tests/bazel/errors:no_kernels: its deps have no kernels: add an et_kernel_library,",
    ],
    "two_of_one_name": [
        "//tests/bazel/errors:two_of_one_name: the kernel libraries //tests/bazel/errors:mine and "
        "//tests/bazel/errors:mine_too are both called mine: give one of them another name",
    ],
    "depends_on_kernels": [
        "//tests/bazel/errors:depends_on_kernels depends on //kernels/portable:portable, which has its",
        "own kernels: list both in the deps of the executorch_generated_lib instead",
    ],
    "model_without_registration_check": [
        "nothing in its deps registers kernels: add an executorch_generated_lib to them",
    ],
    "nothing_to_check_against": [
        "nothing in its deps registers kernels: add an executorch_generated_lib to them",
    ],
    "no_ids": [
        "//tests/bazel/errors:no_ids names no backend: give backends, the ids that its deps register",
    ],
    "no_library": [
        "//tests/bazel/errors:no_library has no deps: give the C++ library that registers its backends",
    ],
    # ---
    "drift": [
        "error: examples/models/linear_relu_add.pte: aten::add.out: not an operator of the baseline",
        "hint: binaries of the baseline may not have it",
    ],
    "misspelt_op": [
        "error: aten::addd.out: not an ATen operator",
        "hint: did you mean aten::add.out?",
    ],
    "not_a_model": [
        "error: tests/bazel/errors/not_a_model.pte: not an ExecuTorch program",
        "hint: give the complete .pte file that to_executorch() made",
    ],
    "nobody_has_it": [
        "error: aten::hardswish.out: no kernel library of the app has it",
        "(needed by //tests/bazel/errors:hardswish)",
        "hint: aten::hardswish.out is decomposed by default: export with the core decompositions, write a",
    ],
    "portable_has_it": [
        "error: aten::mul.out: no kernel library of the app has it (needed by //tests/bazel/errors:mul)",
        "hint: kernel library portable has it: add //kernels/portable:portable to deps",
    ],
    "quantized_has_it": [
        "error: quantized_decomposed::quantize_per_tensor.out: no kernel library of the app has it",
        "hint: kernel library quantized has it: add //kernels/quantized:quantized to deps",
    ],
    "llm_has_it": [
        "error: llama::custom_sdpa.out: no kernel library of the app has it",
        "hint: kernel library llm has it: add //kernels/llm:llm to deps",
    ],
    "cortex_m_has_it": [
        "error: cortex_m::quantized_add.out: no kernel library of the app has it",
        "hint: kernel library cortex_m has it: add //kernels/cortex_m:cortex_m to deps",
    ],
    "fused_has_it": [
        "error: etk::conv_bn_act.out: no kernel library of the app has it",
        "hint: kernel library fused has it: add //kernels/fused:fused to deps",
    ],
    "broken_yaml": [
        "error: tests/bazel/errors/broken.yaml:2: aten::add.out: unknown key kernel",
        "hint: did you mean kernels?",
    ],
    "broken_merge": [
        "error: tests/bazel/errors/broken.yaml:2: aten::add.out: unknown key kernel",
        "hint: did you mean kernels?",
    ],
    "model_without_backend": [
        "error: examples/models/delegated.pte: XnnpackBackend: no backend (method forward, instruction 0)",
        "rules_executorch//backends:xnnpack to the deps",
    ],
    "backend_twice": [
        "error: XnnpackBackend: registered by both //backends:xnnpack and //tests/bazel/errors:npu",
        "hint: link the binary with one of them",
    ],
    "backend_twice_in_deps": [
        "error: XnnpackBackend: registered by both //backends:xnnpack and //tests/bazel/errors:npu",
        "hint: link the binary with one of them",
    ],
    "new_backend": [
        "error: examples/models/delegated.pte: XnnpackBackend: not a backend of the baseline",
        "hint: binaries of the baseline may not have it",
    ],
    "broken_contract": [
        "error: tests/bazel/errors/broken_contract.yaml:5: acme::bias.x [P9]: R32G32B32_SFLOAT is not",
        "hint: no format has 3 channels: use one with 4 and pad_channels: true, or kind: buffer",
    ],
    "no_compiler": [
        "error: tests/bazel/errors/bias.comp: cannot run: Permission denied",
        "hint: give --glslc the path of one",
    ],
    "model_without_kernels": [
        "error: examples/models/add_mul_relu.pte: aten::mul.out: no kernel (method forward, instruction 0)",
        "hint: kernel library portable has it: add the model to the et_operator_library",
    ],
}
