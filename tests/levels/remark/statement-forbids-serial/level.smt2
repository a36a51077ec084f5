(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step)) (=> (and (at-level (txn p)) (ar t (txn p)) (sees t p)) (not (locks t p)))))
