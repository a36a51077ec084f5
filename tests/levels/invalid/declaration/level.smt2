(declare-fun special (Txn) Bool)
(declare-const t Txn)
