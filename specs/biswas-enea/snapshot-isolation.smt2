; Snapshot isolation: a transaction sees a prefix of the commit order that contains every earlier writer of the
; rows it writes itself.
(set-info :vocabulary commit-order)
(set-info :title "a transaction sees a prefix of the commit order, no lost updates")
(set-info :source "Berenson et al. 1995; Biswas & Enea 2019, SI (Prefix, Conflict)")
(set-info :postgresql "repeatable read")
(set-info :family "commit-order")
(set-info :alias snapshot-isolation)
(set-info :alias si)
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 50)

(define-fun co-or-same ((t Txn) (u Txn)) Bool (or (= t u) (co t u)))
(define-fun precedes ((t Txn) (u Txn)) Bool (or (so t u) (wr t u)))

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((t4 Txn)) (and (co-or-same t2 t4) (precedes t4 (txn p)))))
      (co t2 t1))))

(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((t4 Txn)) (and (co-or-same t2 t4) (conflict t4 (txn p)) (co t4 (txn p)))))
      (co t2 t1))))
