; Update atomic in which a session sees its own earlier transactions.
(set-info :title "update atomic, and a session sees its own transactions")
(set-info :source "Cerone, Bernardi & Gotsman 2015, UA with Session")
(set-info :family "session")
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-atomic)
(set-info :rank 16)

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (so t u)) (vis t u))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))
