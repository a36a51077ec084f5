(set-info :vocabulary commit-order)
(assert (forall ((t Txn) (u Txn)) (=> (so t u) (co t u))))
(assert (forall ((t Txn) (u Txn)) (=> (so t u) (hb t u))))
