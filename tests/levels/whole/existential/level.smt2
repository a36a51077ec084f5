(assert (forall ((t Txn))
  (exists ((u Txn)) (vis u t))))
