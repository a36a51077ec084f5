; PostgreSQL's READ COMMITTED: each statement has its own snapshot, and re-reads the rows that it locks after it has the
; lock. No other instance changes a row while an instance holds a lock on it.
(set-info :title "one snapshot a statement; locked rows are read as they are")
(set-info :source "PostgreSQL 15, sections 13.2.1 and 13.3.2; Vandevoort, Ketsman, Koch & Neven 2021, section 3")
(set-info :family "postgresql")
(set-info :engine postgresql)
(set-info :alias read-committed)
(set-info :snapshots statement)
(set-info :locked-rows newest)
(set-info :postgresql "read committed")
(set-info :explored-from biswas-enea/read-committed)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 110)
(set-info :explanation "Each statement has a snapshot: what had committed when it began. Later statements of a
  transaction see no less, but they may see more, so that two SELECTs need not be consistent with each other.")
(set-info :explanation "UPDATE, DELETE and SELECT … FOR UPDATE (or SHARE) look for their rows in the snapshot, wait for transactions that have changed or locked one of them, and then re-read the newest version of that row, and only of that row. A row that did not match in the snapshot is neither re-read nor locked, even if its newest version would match.")
(set-info :explanation "Locks are held until the transaction ends. Therefore UPDATE … SET n = n - 1 loses nothing.
  After SELECT … FOR UPDATE no other transaction changes the row, and the transaction's later statements see all writes of the previous lock holders: lock the parent row first, then count its children in a second statement. The locking statement itself does not see them, except in the row that it has locked.")
(set-info :explanation "What it does not do: SELECT n INTO v and then UPDATE … SET n = v - 1 loses updates, for the
  row may change in between. Of two transactions that each check what the other one changes both may pass, unless what
  they check is locked. Rows that are not there cannot be locked: lock a row that stands for them, or leave it to a
  constraint.")
(set-info :explanation "Transactions do not fail for others' sake, except by deadlocks and by constraints.")

; A snapshot is what had committed at some moment.
(assert (forall ((t Txn) (u Txn) (p Step))
  (=> (and (at-level (txn p)) (ar t u) (sees u p)) (sees t p))))

; Snapshots grow from statement to statement.
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (po p q) (sees t p)) (sees t q))))

; If an instance gets a lock that t held until its end, the instance's next snapshots contain t; p itself keeps the
; snapshot from before its wait.
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (locks t p) (ar t (txn p)) (po p q)) (sees t q))))
