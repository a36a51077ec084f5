; vis is what all statements see: once it is what one needs, it is a condition on each of them.
(set-info :title "what some statement sees and another transaction saw as a whole, all of them see")
(set-info :snapshots statement)
(assert (forall ((t Txn) (u Txn) (p Step))
  (=> (and (at-level (txn p)) (vis t u) (sees u p)) (vis t (txn p)))))
