; Each statement's snapshot is a prefix of the commits, and one statement's need not be another's.
(set-info :snapshots statement)
(assert (forall ((t Txn) (u Txn) (p Step))
  (=> (and (at-level (txn p)) (ar t u) (sees u p)) (sees t p))))
