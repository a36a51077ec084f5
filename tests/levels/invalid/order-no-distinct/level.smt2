(set-info :vocabulary commit-order)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (hb t2 (txn p))) (co t2 t1))))
