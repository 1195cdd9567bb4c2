"""Rendered training data and the training of the networks; not part of the installed package."""
