(set-info :title "uses a relation that is not in the vocabulary")
(assert (forall ((t Txn) (u Txn))
  (=> (vis t u) (before t u))))
