; Causal consistency as Plume's transactional anomalous patterns a to n say it.
(set-info :vocabulary commit-order)
(set-info :title "nothing is read that a transaction before it in causal order has overwritten")
(set-info :source "Liu et al. 2024 (Plume), TAPs a to n; Barros, Kang, Cunha & Pereira 2026")
(set-info :family "commit-order")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 35)

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((y Object)) (and (distinct x y) (wr y t2 (txn p)))))
      (co t2 t1))))

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (hb t2 (txn p)))
      (co t2 t1))))
