(assert (forall ((t Txn))
  (= (at-level t) (forall ((u Txn)) (vis u t)))))
