"""Where vision and engine meet: the bridge, the use cases, the command line."""
