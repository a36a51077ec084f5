; Prefix consistency: a snapshot that contains a transaction also contains everything that committed before it.
(set-info :vocabulary commit-order)
(set-info :title "a transaction sees a prefix of the commit order")
(set-info :source "Terry et al. 1995; Biswas & Enea 2019, PC (Prefix)")
(set-info :family "commit-order")
(set-info :alias prefix-consistency)
(set-info :alias prefix)
(set-info :alias pc)
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 40)

(define-fun co-or-same ((t Txn) (u Txn)) Bool (or (= t u) (co t u)))
(define-fun precedes ((t Txn) (u Txn)) Bool (or (so t u) (wr t u)))

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((t4 Txn)) (and (co-or-same t2 t4) (precedes t4 (txn p)))))
      (co t2 t1))))
