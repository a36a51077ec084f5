(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step)) (exists ((q Step)) (and (po p q) (sees t q)))))
