; Each statement sees all that committed before its transaction: serializability, said by statement.
(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step)) (=> (and (at-level (txn p)) (ar t (txn p))) (sees t p))))
