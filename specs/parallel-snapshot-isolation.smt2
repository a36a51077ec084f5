; Parallel snapshot isolation: causal snapshots and no write conflicts. Without the first axiom this is
; update atomic, which has anomalies of three transactions that this level excludes.
(set-info :title "causal snapshots, no lost updates")
(set-info :source "Sovran et al. 2011; Cerone, Bernardi & Gotsman 2015, PSI (TransVis, NoConflict)")
(set-info :family "abstract")
(set-info :alias psi)
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 40)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (vis a b) (vis b c)) (vis a c))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))
