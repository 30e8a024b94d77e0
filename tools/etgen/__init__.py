"""etgen: selects, resolves and registers ExecuTorch kernels at build time.

The front ends (Bazel, Buck2, CMake) call this package through one command line, `python -m etgen`;
`tools/README.md` is its contract. Nothing here imports torch, reads the network or the clock.
"""
