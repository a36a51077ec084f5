; Each axiom is harmless alone.
(assert (forall ((t Txn) (u Txn)) (=> (at-level u) (not (conflict t u)))))
(assert (forall ((t Txn) (u Txn)) (=> (ar t u) (vis t u))))
(assert (forall ((t Txn) (u Txn)) (not (vis t u))))
