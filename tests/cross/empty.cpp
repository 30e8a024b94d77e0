// Nothing to compile but this.
