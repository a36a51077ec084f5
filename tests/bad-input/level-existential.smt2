(set-info :title "asks that another transaction exists")
(assert (forall ((t Txn)) (exists ((u Txn)) (vis u t))))
