// shapes
