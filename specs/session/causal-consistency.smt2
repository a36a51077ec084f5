; Causal consistency with sessions: causality contains the order of each session.
(set-info :title "causal consistency, and a session sees its own transactions")
(set-info :source "Cerone, Bernardi & Gotsman 2015, CC with Session")
(set-info :family "session")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 21)

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (so t u)) (vis t u))))

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (vis a b) (vis b c)) (vis a c))))
