; Later statements see no less.
(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (po p q) (sees t p)) (sees t q))))
