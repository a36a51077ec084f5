; Of a transaction with one snapshot, what a statement sees is what is visible: this is prefix consistency, and says no
; more than that. The second axiom forbids every second transaction.
(assert (forall ((t Txn) (u Txn) (p Step)) (=> (and (ar t u) (sees u p)) (sees t p))))
(assert (forall ((t Txn) (p Step)) (=> (sees t p) (not (vis t (txn p))))))
