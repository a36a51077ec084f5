; A transaction at the level sees those that also run at it, in commit order; and what its earlier statements read from.
(set-info :vocabulary commit-order)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (at-level t2) (wr x t1 p) (writes t2 x) (distinct t1 t2) (co t2 (txn p)))
      (co t2 t1))))
(assert (forall ((x Object) (y Object) (t1 Txn) (t2 Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (not (at-level t1)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (wr y t2 q) (po q p))
      (co t2 t1))))
