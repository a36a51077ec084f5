; Update serializability: a transaction that writes sees every writer that committed before it; a transaction that only
; reads gets a snapshot that some serial order of the writers explains, which may differ between readers.
(set-info :title "transactions that write are serializable, those that only read need not agree on the order")
(set-info :source "Hansdah & Patnaik 1986; Adya 1999, PL-3U; Barros, Kang, Cunha & Pereira 2026, UpdateSer")
(set-info :family "whole")
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 55)

(assert (forall ((t Txn) (u Txn) (x Object) (y Object))
  (=> (and (at-level u) (writes t x) (writes u y) (ar t u)) (vis t u))))
