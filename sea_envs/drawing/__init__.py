"""Shared pictures: what lies on a table, as text or as an image; no game is known here."""
