; Snapshot isolation: a snapshot is a prefix of the commit order, and the first committer of two writers
; of a row wins.
(set-info :title "snapshots are prefixes of the commit order, no lost updates")
(set-info :source "Berenson et al. 1995; Cerone, Bernardi & Gotsman 2015, SI (Prefix, NoConflict)")
(set-info :family "abstract")
(set-info :postgresql "repeatable read")
(set-info :alias si)
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 50)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))
