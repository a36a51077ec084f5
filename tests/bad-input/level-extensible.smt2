; A prefix of the commit order is seen: a false claim about how histories can go on.
(set-info :vocabulary commit-order)
(set-info :causally-extensible true)
(define-fun co-or-same ((t Txn) (u Txn)) Bool (or (= t u) (co t u)))
(define-fun precedes ((t Txn) (u Txn)) Bool (or (so t u) (wr t u)))
(assert (forall ((x Object) (t1 Txn) (t2 Txn) (p Step))
  (=> (and (at-level (txn p)) (wr x t1 p) (writes t2 x) (distinct t1 t2)
           (exists ((t4 Txn)) (and (co-or-same t2 t4) (precedes t4 (txn p)))))
      (co t2 t1))))
