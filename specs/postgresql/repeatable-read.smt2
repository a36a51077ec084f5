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
(set-info :explanation "One snapshot a transaction, taken when its first statement begins, before that waits for any
  lock. All statements see the same, so what was read stays as it was. It is what the literature calls snapshot
  isolation, up to what locks and constraints do.")
(set-info :explanation "To update, delete or lock a row that another transaction has changed and committed since the snapshot was
  taken is an error, could not serialize access (40001), and the client has to run the transaction again. Therefore no
  update is lost. A row that another transaction has only locked is no conflict: once the lock is released, the transaction goes
  on with its old snapshot.")
(set-info :explanation "What it does not do: write skew. Of two transactions that each check what the other one
  changes both may pass, unless they change a common row. To lock the parent row and then count its children does not
  help, though it does at read committed: the lock is waited for, but the count is of the snapshot before. The same
  goes for pg_advisory_xact_lock. So the level is not stronger than read committed with locks, and what is safe there
  must be checked here.")
(set-info :explanation "Unique keys, and whether a deleted parent has children, are checked against what is committed,
  whatever the snapshot has: an INSERT may meet a duplicate key that no SELECT of its transaction finds, and may take a
  key that some transaction, not seen, has freed by DELETE. ON CONFLICT that meets a row which the snapshot lacks fails
  (40001). A child's row needs a parent that is in the snapshot.")

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))

; "could not serialize access due to concurrent update". An INSERT is checked only against the committed keys: it may
; follow a DELETE that is not in its snapshot.
(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (changes t u) (ar t u)) (vis t u))))
