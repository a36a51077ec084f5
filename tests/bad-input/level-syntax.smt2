(set-info :title "a parenthesis is missing")
(assert (forall ((t Txn) (u Txn))
  (=> (vis t u) (ar t u)))
