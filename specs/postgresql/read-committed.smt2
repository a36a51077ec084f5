; PostgreSQL's READ COMMITTED: each statement has a snapshot of its own, and reads the rows that it locks as they are once
; it has the lock. What an instance has locked, nobody else changes until it ends.
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

; A snapshot is what had committed at some moment.
(assert (forall ((t Txn) (u Txn) (p Step))
  (=> (and (at-level (txn p)) (ar t u) (sees u p)) (sees t p))))

; Later statements see no less.
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (po p q) (sees t p)) (sees t q))))

; Whoever gets a lock after t had it and ended takes its next snapshots with t in them: p itself keeps the one that it
; had when it began to wait.
(assert (forall ((t Txn) (p Step) (q Step))
  (=> (and (at-level (txn p)) (locks t p) (ar t (txn p)) (po p q)) (sees t q))))
