; Causal consistency: a snapshot that contains a transaction also contains everything that this transaction saw.
(set-info :title "a snapshot contains what its transactions saw")
(set-info :source "Lloyd et al. 2011; Cerone, Bernardi & Gotsman 2015, CC (TransVis)")
(set-info :family "abstract")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 20)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (vis a b) (vis b c)) (vis a c))))
