; No program could run at another level beside this one.
(assert (forall ((t Txn)) (at-level t)))
