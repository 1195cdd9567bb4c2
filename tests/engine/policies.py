"""Simple policies, to hold play-outs against."""

from __future__ import annotations

from engine.rollout import Policy

RANDOM = Policy(epsilon=1.0)
"""Lays any tile that fits."""

HEAVIEST = Policy(points=1.0, own=0.5)
"""Lays the tile that costs most, at home first, much as `engine.players.heaviest` does."""
