"""What each option of the rules is about, for somebody who sets up a game and has never heard of it."""

from __future__ import annotations

PRESET_SUMMARIES = {
    "puremco": "The rules in many boxes: a Mexican train, a second double only with a third tile, "
    "the last tile is announced.",
    "spanish": "A Mexican train, any number of doubles in a row, and the last tile is announced.",
    "danish": "A Mexican train, one double at a time, and nobody says a word about the last tile.",
    "sixteen": "No Mexican train: the first turn is a long train, a double is followed on the double itself, and who "
    "holds the engine begins.",
}
"""What makes each preset what it is."""

OPTION_HELP = {
    "highest": "The double with most pips in the box names the set: a double-12 has 91 tiles.",
    "copies": "With 2, two boxes of the same set are mixed and every tile is there twice.",
    "next_engine": "Which double the next round starts from: one lower each time, always the same, the highest that "
    "somebody holds, or one drawn by lot.",
    "engine_set_aside": "Whether the engine is laid in the middle before the deal, or played by whoever holds it.",
    "first_turn": "Whether everyone begins with one tile, or with all tiles that make a train of their own.",
    "long_train_may_end_on_double": "Whether such a long first train may stop at a double that nothing covers.",
    "mexican_trains": "How many trains belong to everybody.",
    "mexican_train_from": "Whether the Mexican train may be started at once, or when everyone has had a turn.",
    "draws": "How many tiles a player draws who can lay none: one, none, or until one fits.",
    "mark_unstarted": "Whether a player who passes marks a train that has no tile yet, so that others may start it.",
    "marker_removed_by": "Whether a marker comes off when its owner plays on the train, or when anyone does.",
    "follow": "Where the tile that has to follow a double may go, or whether one has to follow at all.",
    "second_double": "Whether a double may follow a double in the same turn.",
    "open_doubles": "In which order several doubles without a tile on them have to be covered.",
    "branches": "How many tiles a double takes before it is covered.",
    "going_out_on_double": "Whether a double as the last tile ends the round, or has to be covered first.",
    "last_tile": "Whether a player says that only one tile is left, and what forgetting it costs.",
    "rounds": "How many rounds make a game.",
    "double_blank": "Points for the tile 0-0 that is left in a hand; with 0 it counts as its halves do.",
    "blank_half": "Points for each blank half of a tile that is left in a hand.",
    "doubles_twice": "Whether a double that is left in a hand costs its pips twice.",
    "going_out": "Points of the player who goes out.",
    "open_train": "Points for a train that still has its marker when the round ends.",
    "blocked": "What happens when nobody can play: everyone counts the hand, or the lowest hand scores nothing.",
}
"""One sentence for each option."""
