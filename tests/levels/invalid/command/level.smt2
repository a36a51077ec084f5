(set-option :regular-output-channel "stolen.txt")
(check-sat)
