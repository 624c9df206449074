"""How all tests run."""

from hypothesis import settings

# The first example of a test may compile kernels; that says nothing about the others.
settings.register_profile("compiled", deadline=None)
settings.load_profile("compiled")
