; A snapshot a statement that need not be a prefix of the commits: what an earlier statement saw, and what conflicts.
(set-info :title "later statements see no less, and the writers of their rows")
(set-info :snapshots statement)
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (po p q) (sees t p)) (sees t q))))
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (po p q) (changes t (txn p)) (ar t (txn p))) (sees t q))))
