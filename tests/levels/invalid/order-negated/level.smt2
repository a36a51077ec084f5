(set-info :vocabulary commit-order)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (wr x t1 p) (writes t2 x) (distinct t1 t2) (not (co (txn p) t2))) (co t2 t1))))
