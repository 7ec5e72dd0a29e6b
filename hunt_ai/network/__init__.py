"""What a network sees of a position, policy-value networks, their files and their evaluations."""
