"""The game of Mexican Train: tiles, rules, scoring. Pure Python; knows no picture and no web."""
