"""The games: boards, rules as data, positions, moves, texts, symmetry, pictures. Imports core."""
