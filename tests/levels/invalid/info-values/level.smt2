(set-info :vocabulary commits)
(set-info :causally-extensible maybe)
