; An earlier statement that read the same object: object and step are shared, so the solver decides.
(set-info :vocabulary commit-order)
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (t3 Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (wr x t3 q) (po q p) (hb t2 t3))
      (co t2 t1))))
