"""Reads a folder of a team's own sources, and writes what build_model has to know of them."""
