; Read atomic as Plume's transactional anomalous patterns a to l say it: a transaction that reads from t2 reads nothing that t2 has
; overwritten. Weaker than read atomic: what the transactions of a session before it wrote need not be seen.
(set-info :vocabulary commit-order)
(set-info :title "of a transaction that was read from, nothing older is read")
(set-info :source "Liu et al. 2024 (Plume), TAPs a to l; Barros, Kang, Cunha & Pereira 2026")
(set-info :family "commit-order")
(set-info :explored-from biswas-enea/true)
(set-info :explored-from-with-sessions biswas-enea/true)
(set-info :rank 15)

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((y Object)) (and (distinct x y) (wr y t2 (txn p)))))
      (co t2 t1))))
