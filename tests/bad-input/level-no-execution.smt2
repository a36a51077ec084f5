(set-info :title "not even an execution of one transaction satisfies this")
(assert false)
