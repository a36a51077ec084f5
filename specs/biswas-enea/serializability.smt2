; Serializability: a transaction sees everything that committed before it.
(set-info :vocabulary commit-order)
(set-info :title "a transaction sees everything that committed before it")
(set-info :source "Papadimitriou 1979; Biswas & Enea 2019, SER")
(set-info :postgresql "serializable")
(set-info :family "commit-order")
(set-info :alias serializability)
(set-info :alias ser)
(set-info :rank 60)

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (co t2 (txn p)))
      (co t2 t1))))
