; Read atomic: a transaction sees all of another one's writes or none of them, and nothing more is promised.
; Also the "eventual consistency" of Nagar & Jagannathan (CONCUR 2018).
(set-info :title "a transaction sees all of another one's writes or none")
(set-info :source "Bailis et al. 2014; Cerone, Bernardi & Gotsman 2015, RA")
(set-info :family "abstract")
(set-info :alias eventual-consistency)
(set-info :explored-from biswas-enea/read-atomic)
(set-info :explored-from-with-sessions biswas-enea/read-committed)
(set-info :rank 10)

; Atomic visibility is in the vocabulary itself: vis relates whole transactions.
(assert true)
