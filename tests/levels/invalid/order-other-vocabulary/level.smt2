(set-info :vocabulary commit-order)
(assert (forall ((t Txn) (u Txn)) (=> (vis t u) (co t u))))
(assert (forall ((t Txn) (p Step)) (=> (sees t p) (co t (txn p)))))
