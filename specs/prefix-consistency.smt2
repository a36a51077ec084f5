; Prefix consistency: a snapshot is a prefix of the commit order.
; Implies causal consistency, since vis lies within ar.
(set-info :title "a snapshot is a prefix of the commit order")
(set-info :source "Terry et al. 1995; Cerone, Bernardi & Gotsman 2015, PC (Prefix)")
(set-info :family "abstract")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 30)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))
