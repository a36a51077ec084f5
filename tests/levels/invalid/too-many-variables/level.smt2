(assert (forall ((a Txn) (b Txn) (c Txn) (d Txn) (e Txn) (f Txn) (g Txn))
  (or (vis a b) (vis b c) (vis c d) (vis d e) (vis e f) (vis f g))))
