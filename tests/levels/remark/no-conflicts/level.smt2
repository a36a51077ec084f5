(assert (forall ((t Txn) (u Txn)) (not (conflict t u))))
