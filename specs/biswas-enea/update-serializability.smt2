; Update serializability: a transaction that writes sees everything that committed before it; of those that only read
; nothing is asked but that they read what was written.
(set-info :vocabulary commit-order)
(set-info :title "a transaction that writes sees everything that committed before it")
(set-info :source "Hansdah & Patnaik 1986; Adya 1999, PL-3U; Barros, Kang, Cunha & Pereira 2026, UpdateSer")
(set-info :family "commit-order")
(set-info :alias update-serializability)
(set-info :explored-from biswas-enea/true)
(set-info :explored-from-with-sessions biswas-enea/true)
(set-info :rank 55)

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (co t2 (txn p)) (exists ((y Object)) (writes (txn p) y)))
      (co t2 t1))))
