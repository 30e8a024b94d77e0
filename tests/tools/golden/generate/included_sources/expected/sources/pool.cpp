// Nothing of this is selected.
