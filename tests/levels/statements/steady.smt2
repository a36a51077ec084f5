; What one statement sees, all do.
(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (= (txn p) (txn q)) (sees t p)) (sees t q))))
