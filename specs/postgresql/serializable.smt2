; PostgreSQL's SERIALIZABLE: repeatable read, and if the last of three transactions that two consecutive
; anti-dependencies join commits first, one of the three is refused, if all of them are serializable. With transactions
; at weaker levels this is all that it guarantees.
(set-info :title "repeatable read without dangerous structures among serializable transactions")
(set-info :source "Cahill, Roehm & Fekete 2008; Ports & Grittner 2012, section 3; Vandevoort et al. 2023")
(set-info :family "postgresql")
(set-info :engine postgresql)
(set-info :alias serializable)
(set-info :postgresql "serializable")
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 130)
(set-info :explanation "As repeatable read, and the server keeps record of what transactions read. Where one has read
  what a second one changes unseen, the second what a third one changes unseen, and the third is the first of them to
  commit, one of them fails (40001), and the client has to run it again. Every cycle of dependencies among snapshots
  contains two such steps in a row, so executions are serializable, if everything that reads or writes runs at this
  level.")
(set-info :explanation "Beside transactions at weaker levels, the promise is about three serializable ones only: the
  server refuses nothing where one of the three is not. Everything else must be checked.")
(set-info :explanation "The first of the three may pass if it writes nothing and its snapshot is older than the third
  one's commit. READ ONLY DEFERRABLE waits for a snapshot with which nothing of this can happen.")
(set-info :explanation "What it does not do: constraints are checked, and a freed key is taken, as at repeatable read.
  The server records rows and index pages that were read; that a key was looked at to check that it is unique is
  not recorded, nor is the key of a row that was looked for by another index and deleted.")

(assert (forall ((a Txn) (b Txn) (c Txn))
  (=> (and (at-level c) (ar a b) (vis b c)) (vis a c))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (changes t u) (ar t u)) (vis t u))))

; Only reads that the server records count. An INSERT that does not see the DELETE that freed its key overwrites what
; the DELETE read, if the DELETE looked for the row by the key; if it used another index, the server does not notice
; (tests/postgresql-model/cases/key-freed-by-another-index.spec). The reads of checks of unique keys are not recorded,
; nor is the row that ON CONFLICT finds (on-conflict-not-recorded.spec).
(define-fun dangerous ((t1 Txn) (t2 Txn) (t3 Txn)) Bool
  (and (at-level t1) (at-level t2) (at-level t3)
       (rw t1 t2) (rw t2 t3) (ar t3 t2) (or (= t1 t3) (ar t3 t1))))

; A first transaction that only reads is allowed, unless the last transaction had committed before its snapshot (Ports &
; Grittner 2012, section 4). In every cycle, a first transaction that writes has an overwriter, a reader or a
; predecessor of a version that it wrote.
(assert (forall ((t1 Txn) (t2 Txn) (t3 Txn))
  (=> (and (at-level t1) (vis t3 t1)) (not (dangerous t1 t2 t3)))))
(assert (forall ((t1 Txn) (t2 Txn) (t3 Txn) (x Txn))
  (=> (and (at-level t1) (or (rw x t1) (ww x t1) (wr t1 x) (ww t1 x))) (not (dangerous t1 t2 t3)))))
