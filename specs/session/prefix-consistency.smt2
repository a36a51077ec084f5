; Prefix consistency in which a session sees its own earlier transactions.
(set-info :title "prefix consistency, and a session sees its own transactions")
(set-info :source "Cerone, Bernardi & Gotsman 2015, PC with Session")
(set-info :family "session")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 31)

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (so t u)) (vis t u))))

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))
