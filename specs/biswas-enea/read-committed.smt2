; Read committed: once a transaction has read from t2, it reads nothing that t2 has overwritten. Reads of one
; statement have no order among themselves: this is the weakest reading of the level.
(set-info :vocabulary commit-order)
(set-info :title "a transaction never reads an older version after a newer one")
(set-info :source "Adya 1999; Biswas & Enea 2019, RC")
(set-info :postgresql "read committed")
(set-info :family "commit-order")
(set-info :alias read-committed)
(set-info :alias rc)
(set-info :causally-extensible true)
(set-info :rank 10)

(define-fun read-before ((t Txn) (p Step)) Bool
  (exists ((y Object) (q Step)) (and (wr y t q) (po q p))))

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (read-before t2 p))
      (co t2 t1))))
