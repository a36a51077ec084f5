(define-fun seen ((t Txn)) Bool (exists ((u Txn)) (vis t u)))
(assert (forall ((t Txn)) (seen t)))
