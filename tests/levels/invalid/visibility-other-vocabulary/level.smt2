(assert (forall ((t Txn) (u Txn)) (=> (co t u) (vis t u))))
(assert (forall ((t Txn) (u Txn)) (=> (hb t u) (vis t u))))
