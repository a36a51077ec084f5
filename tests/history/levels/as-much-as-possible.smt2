; A reader sees everything that its reads allow, and everything that those transactions saw.
(assert (forall ((t Txn) (u Txn)) (=> (and (at-level u) (ar t u) (not (rw u t))) (vis t u))))
(assert (forall ((a Txn) (b Txn) (c Txn)) (=> (and (at-level c) (vis a b) (vis b c)) (vis a c))))
