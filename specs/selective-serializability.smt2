; Selective serializability of two programs A and B (--serialize A:B): their instances see each other
; in commit order. It is added to another level, which still applies to the other transactions.
(set-info :title "instances of two chosen programs see each other in commit order")
(set-info :source "Nagar & Jagannathan 2018")
(set-info :family "selective")
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 12)

(define-fun chosen ((t Txn) (u Txn)) Bool
  (or (and (in-a t) (in-b u)) (and (in-b t) (in-a u))))

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (chosen t u) (ar t u)) (vis t u))))
