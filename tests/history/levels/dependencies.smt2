; A transaction has seen the versions that it overwrites, and an unseen transaction overwrites its reads only if it
; follows everything seen: WW and RW in bodies, with and without negation.
(assert (forall ((t Txn) (u Txn)) (=> (and (at-level u) (ww t u)) (vis t u))))
(assert (forall ((t Txn) (u Txn) (w Txn))
  (=> (and (at-level w) (ar t w) (vis u w) (rw u t)) (vis t w))))
(assert (forall ((t Txn) (u Txn) (w Txn))
  (=> (and (at-level w) (ar t u) (vis u w) (not (rw w t)) (not (ww t w)) (conflict t u)) (vis t w))))
