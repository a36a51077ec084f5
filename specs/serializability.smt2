; Serializability: a transaction sees everything that committed before it.
; Strict also: so lies within ar, hence within vis.
(set-info :title "a transaction sees everything that committed before it")
(set-info :source "Papadimitriou 1979; Cerone, Bernardi & Gotsman 2015, SER (TotalVis)")
(set-info :family "abstract")
(set-info :postgresql "serializable")
(set-info :alias strict-serializability)
(set-info :explored-from biswas-enea/causal-consistency)
(set-info :explored-from-with-sessions biswas-enea/causal-consistency)
(set-info :rank 70)

(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (ar t u)) (vis t u))))
