; Update atomic: of two writers of one row, the later has seen the earlier, so no update is lost.
(set-info :title "of two writers of a row, the later has seen the earlier")
(set-info :source "Cerone, Bernardi & Gotsman 2015, UA (NoConflict)")
(set-info :family "abstract")
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 15)

; The check refuses the later writer's commit, so that writer's level decides.
(assert (forall ((t Txn) (u Txn))
  (=> (and (at-level u) (conflict t u) (ar t u)) (vis t u))))
