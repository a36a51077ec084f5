; PostgreSQL's REPEATABLE READ: one snapshot, taken by the first statement before it waits for any lock, and the first
; updater of a row wins. A row that another transaction has only locked is no conflict.
(set-info :title "one snapshot a transaction; what was changed since cannot be changed or locked")
(set-info :source "PostgreSQL 15, section 13.2.2; Fekete et al. 2005; Cerone, Bernardi & Gotsman 2015, SI")
(set-info :family "postgresql")
(set-info :engine postgresql)
(set-info :alias repeatable-read)
(set-info :postgresql "repeatable read")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 120)

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))

; "could not serialize access due to concurrent update". An INSERT is not checked so, but against the keys of what is
; committed: it may follow a DELETE that its snapshot does not have.
(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (changes t u) (ar t u)) (vis t u))))
