(assert (forall ((t Txn) (p Step)) (=> (sees t p) (not (= t (txn p))))))
(assert (forall ((t Txn) (u Txn)) (sees t u)))
