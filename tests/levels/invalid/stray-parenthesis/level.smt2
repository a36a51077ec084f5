(assert true))
