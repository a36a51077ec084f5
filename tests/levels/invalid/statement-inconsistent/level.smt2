(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step)) (=> (ar t (txn p)) (sees t p))))
(assert (forall ((p Step) (q Step)) (=> (at-level (txn p)) (not (po p q)))))
