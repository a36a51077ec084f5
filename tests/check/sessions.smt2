; Monotonic sessions: what a session has written, it sees. No other axiom.
(set-info :vocabulary commit-order)
(set-info :title "a session sees its own writes")
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2) (so t2 (txn p)))
      (co t2 t1))))
