; What the writers that a transaction reads from had read from.
(set-info :vocabulary commit-order)
(set-info :title "a transaction sees two hops")
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (t4 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2) (wr t2 t4) (wr t4 (txn p)))
      (co t2 t1))))
