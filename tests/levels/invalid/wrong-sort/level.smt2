(assert (forall ((t Txn) (u Txn))
  (=> t (vis t (ar t u)))))
(assert (forall ((t Txn) (u Txn)) (vis t (ar t u))))
