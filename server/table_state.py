"""From a table that was seen to the table that the engine knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.rules import Rules
from engine.state import ENGINE, Placed, TableState, Train, new_trains, set_up
from server.seen_table import SeenTable, TrainKind


@dataclass(frozen=True, slots=True)
class WholeTrain:
    """A train with its branches: its place among the trains of the table, its kind, its tiles in an order of play."""

    index: int
    kind: TrainKind
    tiles: tuple[int, ...]
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A table as the engine knows it; `seen`, for each of its trains, is the seen one, None where nothing was laid."""

    table: TableState
    seen: tuple[WholeTrain | None, ...]


def whole_trains(table: SeenTable) -> tuple[WholeTrain, ...]:
    """The trains of a table, each with its branches again, which stand right after it."""
    whole: list[WholeTrain] = []
    for index, train in enumerate(table.trains):
        if train.branch_of is None:
            whole.append(WholeTrain(index, train.kind, train.tiles, train.placed))
            continue
        main = whole.pop()
        count = len(main.tiles)
        leaves = main.tiles.index(train.branch_of)
        branch = tuple(
            Placed(one.inner, one.outer, leaves if one.on == ENGINE else count + one.on) for one in train.placed
        )
        whole.append(WholeTrain(main.index, main.kind, main.tiles + train.tiles, main.placed + branch))
    return tuple(whole)


def table_state(
    table: SeenTable,
    rules: Rules,
    hand_sizes: tuple[int, ...],
    *,
    me: int = 0,
    mine: int | None = None,
    boneyard: int | None = None,
    marked: Mapping[int, bool] | None = None,
    turn: int | None = None,
) -> SetUp:
    """The table as the engine knows it, with a seat for each of `hand_sizes`.

    Who owns which train no photo shows, so this follows what a person says: `mine` is the index, in `table.trains`, of
    the train of the seat `me` (None while that seat has none), the others follow clockwise. Personal trains beyond the
    seats are Mexican, as are those that lie apart and start with the engine's value; chains that do neither are in no
    train. `marked` tells which trains, by index, carry a marker; none do if it is not given. `boneyard` is the number
    of tiles face down unless it is given, `turn` the seat whose turn it is unless it is `me`.

    Raises:
        ValueError: when `mine` is no personal train of the table.
    """
    seats = len(hand_sizes)
    whole = whole_trains(table)
    own = [train for train in whole if train.kind is TrainKind.PERSONAL]
    seen: list[WholeTrain | None] = [None] * (seats + rules.mexican_trains)
    start = 1
    if mine is not None:
        at = next((place for place, train in enumerate(own) if train.index == mine), None)
        if at is None:
            raise ValueError(f"train {mine} is none that starts at the engine; name one of {[t.index for t in own]}")
        own, start = own[at:] + own[:at], 0
    seated = own[: seats - start]
    for place, train in enumerate(seated, start):
        seen[(me + place) % seats] = train
    mexican = own[len(seated) :] + [train for train in whole if train.kind is TrainKind.MEXICAN]
    seen[seats : seats + len(mexican)] = mexican
    trains = list(new_trains(rules, seats))
    trains += [Train(None)] * (len(seen) - len(trains))
    for number, laid in enumerate(seen):
        owner = trains[number].owner
        if laid is not None:
            is_open = owner is not None and bool(marked and marked.get(laid.index, False))
            trains[number] = Train(owner, laid.placed, is_open)
    left = table.face_down if boneyard is None else boneyard
    state = set_up(rules, table.engine_tile, tuple(trains), hand_sizes, left, me if turn is None else turn)
    return SetUp(state, tuple(seen))
