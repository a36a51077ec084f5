(assert (forall ((t Txn) (u Txn)) (=> (ar t v) (vis t u))))
