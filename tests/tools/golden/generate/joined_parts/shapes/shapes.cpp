int count_shapes() { return 1; }
