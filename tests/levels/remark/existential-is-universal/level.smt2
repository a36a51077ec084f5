; Under a negation exists says forall: accepted, and without a message.
(assert (not (exists ((t Txn) (u Txn)) (and (conflict t u) (ar t u) (not (vis t u))))))
