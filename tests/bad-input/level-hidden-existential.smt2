(set-info :title "asks that another transaction exists, written with a universal quantifier")
(assert (forall ((t Txn)) (not (forall ((u Txn)) (not (vis u t))))))
