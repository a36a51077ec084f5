; Read atomic does not imply causal consistency.
(set-info :vocabulary commit-order)
(set-info :explored-from biswas-enea/causal-consistency)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2) (or (so t2 (txn p)) (wr t2 (txn p))))
      (co t2 t1))))
