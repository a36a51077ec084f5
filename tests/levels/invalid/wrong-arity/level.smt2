(assert (forall ((t Txn) (u Txn))
  (=> (ar t u) (vis t))))
