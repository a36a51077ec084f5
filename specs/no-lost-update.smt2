; No lost update: a transaction t that writes an object has seen the last earlier writer of it. Weaker than update
; atomic, where t has seen all earlier writers: t may not have seen the versions that the last writer overwrote.
(set-info :title "a writer has seen the last one before it that wrote the same object")
(set-info :source "Barros, Kang, Cunha & Pereira 2026, NLU")
(set-info :family "whole")
(set-info :alias nlu)
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 14)

(define-fun last-before ((x Object) (s Txn) (t Txn)) Bool
  (and (writes s x) (writes t x) (ar s t)
       (forall ((u Txn)) (not (and (writes u x) (ar s u) (ar u t))))))

(assert (forall ((x Object) (s Txn) (t Txn))
  (=> (and (at-level t) (last-before x s t)) (vis s t))))
