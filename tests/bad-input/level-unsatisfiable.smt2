(set-info :title "no execution satisfies this")
(assert (forall ((t Txn) (u Txn))
  (=> (ar t u) (and (vis t u) (not (vis t u))))))
