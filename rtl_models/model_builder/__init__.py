"""Builds a Verilated model as one shared object, from a description in TOML: see ../build_model."""
