(set-info :vocabulary commit-order)
