; The trivial level: every history is consistent, since session order and write-read are acyclic in a history.
; A base for exploration (Bouajjani, Enea & Román-Calvo 2023, section 7), not a level that any system promises.
(set-info :vocabulary commit-order)
(set-info :title "trivial: every history is consistent")
(set-info :source "Bouajjani, Enea & Román-Calvo 2023")
(set-info :family "commit-order")
(set-info :alias true)
(set-info :alias trivial)
(set-info :causally-extensible true)
(set-info :rank 0)

(assert true)
