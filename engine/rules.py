"""The rules of a game as one frozen value: every option with the default that most tables play.

>>> Rules().change(draws=0, double_blank=50).scoring.double_blank
50
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self

from engine.deals import COMMON_DEALS, DealTable, check_deal
from engine.errors import RulesError, shown
from engine.tiles import SET_SIZES, DominoSet

Value = bool | int | str
"""What an option can be."""


def _check_options(rules: Any, allowed: dict[str, tuple[Any, ...]]) -> None:
    """Raise RulesError for the first field of the dataclass `rules` whose value is none of those `allowed`."""
    for name, values in allowed.items():
        value = getattr(rules, name)
        if not any(type(value) is type(other) and value == other for other in values):
            told = [str(other) for other in values]
            choices = f"{', '.join(told[:-1])} or {told[-1]}"
            raise RulesError(f"The rule for {name.replace('_', ' ')} is {choices}, not {shown(value)}.")


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What the tiles left in a hand cost.

    - `double_blank`: points for the tile 0-0; 0, 25 or 50. When it is 0, its halves count as any blank half does.
    - `blank_half`: points for a blank half of a tile; 0, 5 or 25. A `double_blank` above 0 takes its place on 0-0.
    - `doubles_twice`: whether the pips of a double count twice. Points for blanks never do: they are no pips.
    - `going_out`: points of a player who has no tile left; 0, -5 or -10.
    - `open_train`: points for a train that is still marked at the end, on top of the hand; 0, 5, 10 or 25. The player
      who went out pays them too.
    - `blocked`: in a blocked round "everyone scores", or the "lowest hand scores 0"; equals share that.

    Raises:
        RulesError: for any other value.
    """

    double_blank: int = 0
    blank_half: int = 0
    doubles_twice: bool = False
    going_out: int = 0
    open_train: int = 0
    blocked: Literal["everyone scores", "lowest hand scores 0"] = "everyone scores"

    def __post_init__(self) -> None:
        _check_options(self, SCORING_OPTIONS)


SCORING_OPTIONS: dict[str, tuple[Value, ...]] = {
    "double_blank": (0, 25, 50),
    "blank_half": (0, 5, 25),
    "doubles_twice": (False, True),
    "going_out": (0, -5, -10),
    "open_train": (0, 5, 10, 25),
    "blocked": ("everyone scores", "lowest hand scores 0"),
}
"""The values each option of `ScoringRules` can have, the default first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a game. `RULE_OPTIONS` lists the values of each option; what they mean:

    - `highest`, `copies`: the set by its highest double, and how many such sets are mixed.
    - `deal`: pairs (players, tiles); it also says how many can play.
    - `next_engine`: from the highest double "one lower" each round, "fixed", the "highest held" double, or "random"
      (each double once).
    - `engine_set_aside`: the engine is laid before the deal and the starter is drawn by lot, then rotates clockwise;
      if not, whoever holds the engine lays it and starts, and without a holder players draw in turn until one has it.
    - `first_turn`, `long_train_may_end_on_double`: everyone's first turn is one tile, or all that can be chained on the
      own train. Doubles in such a train oblige nobody: the sources speak of that duty from the second turns on.
      A train that may not end on a double takes one only if another tile of the hand fits on it.
    - `mexican_trains`, `mexican_train_from`: how many, and whether from the start or after everyone's first turn.
    - `draws`: tiles drawn when stuck: 1, 0, or "until playable". Stuck again in the same turn, after a double, one
      draws again.
    - `mark_unstarted`: a player who passes marks the own train also when it is not started.
    - `marker_removed_by`: the "owner", by playing on the own train, or "anyone" who plays there.
    - `follow`: what must follow a double: a tile on the "double or train" (any eligible one), on the "double",
      "nothing" in that turn (the duty falls on the next player), or "never" anything.
    - `second_double`: whether a double may follow a double: "yes", "no", or "with a third tile": on another train, and
      only if a third tile, no double and not drawn in this turn, fits on one of the two; or if it empties the hand.
    - `open_doubles`: several of them are satisfied "in order" of play, in "reverse" order, or in "any" order.
    - `branches`: tiles that a double takes, and needs to be satisfied.
    - `going_out_on_double`: "ends" the round, or "must be covered", by anyone, before the round ends; who draws for it
      and may follow elsewhere goes out with that tile, and not on the double.
    - `last_tile`: nobody says a word ("silent"), one shall "announce" it, or one must "announce or draw" a tile.
    - `rounds`: "all" doubles of the set, or 1, 4, 7 or 10.

    Raises:
        RulesError: for a value that is none of an option's, and for options that contradict each other.
    """

    highest: int = 12
    copies: int = 1
    deal: DealTable = COMMON_DEALS[12]
    next_engine: Literal["one lower", "fixed", "highest held", "random"] = "one lower"
    engine_set_aside: bool = True
    first_turn: Literal["one tile", "long train"] = "one tile"
    long_train_may_end_on_double: bool = True
    mexican_trains: int = 1
    mexican_train_from: Literal["start", "after first turns"] = "start"
    draws: Literal[0, 1, "until playable"] = 1
    mark_unstarted: bool = True
    marker_removed_by: Literal["owner", "anyone"] = "owner"
    follow: Literal["double or train", "double", "nothing", "never"] = "double or train"
    second_double: Literal["yes", "no", "with a third tile"] = "yes"
    open_doubles: Literal["in order", "reverse", "any"] = "in order"
    branches: int = 1
    going_out_on_double: Literal["ends", "must be covered"] = "ends"
    last_tile: Literal["silent", "announce", "announce or draw"] = "announce"
    rounds: Literal["all", 1, 4, 7, 10] = "all"
    scoring: ScoringRules = field(default_factory=ScoringRules)

    def __post_init__(self) -> None:
        _check_options(self, RULE_OPTIONS)
        if not isinstance(self.scoring, ScoringRules):
            raise RulesError(f"Scoring is a value of ScoringRules, not {shown(self.scoring)}.")
        name = f"a {self.domino_set}" if self.copies == 1 else f"{self.copies} x {self.domino_set}"
        check_deal(self.deal, int(self.engine_set_aside), self.total_tiles, name)
        if self.next_engine == "highest held" and self.engine_set_aside:
            raise RulesError("The engine cannot be the highest double that is held and be set aside before the deal.")
        if self.follow == "never" and self.going_out_on_double == "must be covered":
            raise RulesError(
                "A double that never obliges anyone cannot have to be covered when someone goes out on it."
            )
        if self.next_engine in ("one lower", "random") and self.round_count > self.highest + 1:
            raise RulesError(
                f"A {self.domino_set} set has {self.highest + 1} doubles, too few for {self.rounds} rounds "
                "with an engine of their own."
            )

    @property
    def domino_set(self) -> DominoSet:
        """The set that is played with."""
        return DominoSet(self.highest)

    @property
    def total_tiles(self) -> int:
        """How many tiles there are, the engine among them."""
        return len(self.domino_set) * self.copies

    @property
    def round_count(self) -> int:
        """How many rounds make a game."""
        return self.highest + 1 if self.rounds == "all" else self.rounds

    def tiles_each(self, players: int) -> int:
        """How many tiles each of `players` players is dealt; raises RulesError when so many cannot play."""
        for count, tiles in self.deal:
            if count == players:
                return tiles
        counts = [count for count, _ in self.deal]
        span = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        raise RulesError(f"These rules deal to {span} players, not to {players}.")

    def change(self, **options: Any) -> Self:
        """These rules with other values for some options, those of `ScoringRules` among them.

        An option that follows from another follows it unless it is named, too: the deal follows the set, and the
        highest double held is by its nature not set aside.

        Raises:
            RulesError: for an option that does not exist, and as the class does.
        """
        for name in options:
            if name not in OPTIONS and name != "deal":
                raise RulesError(f"There is no rule called {shown(name)}.")
        highest = options.get("highest", self.highest)
        if highest != self.highest and type(highest) is int:
            options.setdefault("deal", COMMON_DEALS.get(highest, self.deal))
        if options.get("next_engine") == "highest held":
            options.setdefault("engine_set_aside", False)
        scoring = {name: options.pop(name, getattr(self.scoring, name)) for name in SCORING_OPTIONS}
        own = {item.name: getattr(self, item.name) for item in fields(self)}
        return type(self)(**{**own, **options, "scoring": ScoringRules(**scoring)})

    def option(self, name: str) -> Any:
        """The value of an option, also of one of `ScoringRules`, by its name."""
        return getattr(self.scoring if name in SCORING_OPTIONS else self, name)


RULE_OPTIONS: dict[str, tuple[Value, ...]] = {
    "highest": (12, *(size for size in SET_SIZES if size != 12)),
    "copies": (1, 2),
    "next_engine": ("one lower", "fixed", "highest held", "random"),
    "engine_set_aside": (True, False),
    "first_turn": ("one tile", "long train"),
    "long_train_may_end_on_double": (True, False),
    "mexican_trains": (1, 0, 2, 3, 4),
    "mexican_train_from": ("start", "after first turns"),
    "draws": (1, "until playable", 0),
    "mark_unstarted": (True, False),
    "marker_removed_by": ("owner", "anyone"),
    "follow": ("double or train", "double", "nothing", "never"),
    "second_double": ("yes", "no", "with a third tile"),
    "open_doubles": ("in order", "reverse", "any"),
    "branches": (1, 2, 3),
    "going_out_on_double": ("ends", "must be covered"),
    "last_tile": ("announce", "silent", "announce or draw"),
    "rounds": ("all", 1, 4, 7, 10),
}
"""The values each option of `Rules` but the deal can have, the default first."""

OPTIONS: dict[str, tuple[Value, ...]] = {**RULE_OPTIONS, **SCORING_OPTIONS}
"""The values of every option but the deal, which is a table."""
