; Snapshot isolation in other words: what is not visible commits later, or conflicts with nothing.
(set-info :title "snapshot isolation, written in another way")
(assert (forall ((u Txn) (t Txn))
  (=> (and (at-level u) (ar t u) (not (vis t u))) (not (conflict t u)))))
(assert (forall ((c Txn) (b Txn) (a Txn))
  (=> (and (at-level c) (vis b c) (not (vis a c))) (not (ar a b)))))
