"""`python -m hunt_ai` is `hunt-ai`."""

import sys

from hunt_ai.app.main import main

if __name__ == "__main__":
    sys.exit(main())
