; Nobody could run at another level beside this one.
(assert (forall ((t Txn)) (at-level t)))
