"""Search: limits, evaluators, alpha-beta, MCTS. Names no game; imports games and core, never torch."""
