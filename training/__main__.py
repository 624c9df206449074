"""`python -m training`."""

import os
import sys

from training.cli import main

if __name__ == "__main__":
    # Threads that wait for one another by spinning bring each other to a halt on a busy machine;
    # the setting counts only before the first library with threads is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    sys.exit(main())
