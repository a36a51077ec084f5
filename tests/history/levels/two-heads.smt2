; Of two conflicting transactions that another one sees, one has seen the other: not a Horn clause.
(assert (forall ((t Txn) (u Txn) (w Txn))
  (=> (and (at-level w) (conflict t u) (vis t w) (vis u w)) (or (vis t u) (vis u t)))))
