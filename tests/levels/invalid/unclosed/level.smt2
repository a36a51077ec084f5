(set-info :title "x")
(assert (forall ((t Txn)) (not (vis t t)))
