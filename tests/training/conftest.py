"""Tests run beside one another: one thread each, or they wait for each other's."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
