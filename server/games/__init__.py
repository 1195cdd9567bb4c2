"""Whole games with people: who sits where, whose hand was handed in, what the score is. Knows no web and no picture."""
