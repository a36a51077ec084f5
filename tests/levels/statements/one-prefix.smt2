; The same of a transaction's one snapshot: prefix consistency.
(assert (forall ((t Txn) (u Txn) (p Step))
  (=> (and (at-level (txn p)) (ar t u) (sees u p)) (sees t p))))
