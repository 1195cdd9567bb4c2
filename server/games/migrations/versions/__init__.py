"""The migrations, each after the other by its `down_revision`."""
