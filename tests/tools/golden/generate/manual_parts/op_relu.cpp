// relu
