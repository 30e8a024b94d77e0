int count_edges() { return 1; }
