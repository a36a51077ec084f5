(set-info :title "an engine that nothing knows: its name is compared, and no more")
(set-info :engine elsewhere)
(assert (forall ((t Txn) (u Txn)) (=> (and (at-level u) (changes t u) (ar t u)) (vis t u))))
