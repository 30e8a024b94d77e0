// libet_kernels_all.so, whose kernels are those of the library it is linked with. Buck2 makes no library
// without a source.
