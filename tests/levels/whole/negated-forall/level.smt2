(assert (forall ((t Txn))
  (=> (forall ((u Txn)) (vis u t)) (at-level t))))
