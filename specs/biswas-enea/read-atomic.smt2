; Read atomic: a transaction that reads from another one sees all of its writes, and a session sees its own
; transactions.
(set-info :vocabulary commit-order)
(set-info :title "a transaction sees all of another one's writes or none, and its session's")
(set-info :source "Bailis et al. 2014; Biswas & Enea 2019, RA")
(set-info :family "commit-order")
(set-info :alias read-atomic)
(set-info :alias ra)
(set-info :causally-extensible true)
(set-info :rank 20)

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (or (so t2 (txn p)) (wr t2 (txn p))))
      (co t2 t1))))
