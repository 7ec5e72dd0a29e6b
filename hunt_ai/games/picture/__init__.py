"""Pictures of positions: a neutral diagram, a scene of primitives, and its SVG and PNG."""
