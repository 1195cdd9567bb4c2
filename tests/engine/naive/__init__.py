"""A second, slow reading of the rules of Mexican Train, to hold the engine against."""
