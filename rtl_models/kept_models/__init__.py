"""The models that build_model keeps, and how much they may take."""
