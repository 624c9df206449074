"""`python -m sea_envs ...` is `sea-envs ...`."""

import sys

from sea_envs.cli import main

if __name__ == "__main__":
    sys.exit(main())
