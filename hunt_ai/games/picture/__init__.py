"""Pictures of positions: a neutral diagram, a scene of flat shapes, and its SVG and PNG."""
