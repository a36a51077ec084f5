(assert (forall ((vis Txn) (u Txn)) (ar vis u)))
(define-fun and ((t Txn)) Bool true)
