; Snapshot isolation in which a session also sees its own earlier transactions.
(set-info :title "snapshot isolation, and a session sees its own transactions")
(set-info :source "Daudjee & Salem 2006; Cerone & Gotsman 2016 (Session)")
(set-info :family "session")
(set-info :postgresql "repeatable read")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 60)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (so t u)) (vis t u))))
