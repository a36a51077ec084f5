; Parallel snapshot isolation in which a session sees its own earlier transactions.
(set-info :title "parallel snapshot isolation, and a session sees its own transactions")
(set-info :source "Cerone, Bernardi & Gotsman 2015, PSI with Session")
(set-info :family "session")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 41)

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (so t u)) (vis t u))))

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (vis a b) (vis b c)) (vis a c))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))
