; The order is used in the middle of the chain: no mask program, so the solver decides.
(set-info :vocabulary commit-order)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (t4 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (hb t2 t4) (co t4 (txn p)))
      (co t2 t1))))
