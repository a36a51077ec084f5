(assert (forall ((t Txn) (u Txn))
  (=> (conflct t u) (vis t u))))
