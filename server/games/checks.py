"""What cannot be right about the hands of a round and the table together. Nothing is repaired: people look again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from engine.rules import Rules
from engine.tiles import Tile
from server.games.state import Finding, FindingCode


def findings(
    rules: Rules,
    engine: int | None,
    hands: Mapping[int, Sequence[Tile]],
    out: Sequence[int],
    table: Sequence[Tile],
    complete: bool,
    unseen: Mapping[int, Sequence[Tile]] | None = None,
) -> tuple[Finding, ...]:
    """What a person should look at before the round is closed.

    - `engine`: the half of the double in the middle, which lies on the table for the whole round whether it was seen
      there or not; None when the rules leave it to the hands which double that is.
    - `hands`: the tiles of the seats that have handed in; `out`: the seats that went out.
    - `complete`: whether all have handed in; only then is it noteworthy that nobody went out.
    - `unseen`: the hands that whoever asks may not look into. While a hand is missing, nothing is told of their tiles,
      not even as yes or no: who asked for every tile would know a hand that is still played with. Once all are in, play
      is over, and both who claim a tile are told of it: of that tile alone, which is in the hand of whoever asks.

    A tile may be there as often as the rules mix sets. A table on which one was read twice says nothing: a photo may
    show a tile in two places, so of each no more than there can be are counted.
    """
    tiles = {seat: Counter(hand) for seat, hand in hands.items()}
    held = sum(tiles.values(), Counter[Tile]())
    lying = Counter({tile: min(count, rules.copies) for tile, count in Counter(table).items()})
    if engine is not None:
        lying[Tile(engine, engine)] = max(1, lying[Tile(engine, engine)])
    belongs = set(rules.domino_set)

    def of_each(code: FindingCode, wrong: Callable[[int, Tile], bool]) -> list[Finding]:
        """One finding for each hand with tiles of this kind."""
        found = {seat: tuple(sorted(tile for tile in hand if wrong(seat, tile))) for seat, hand in tiles.items()}
        return [Finding(code, found[seat], (seat,), "error") for seat in sorted(found) if found[seat]]

    result = of_each("not_in_set", lambda _, tile: tile not in belongs)
    if strange := tuple(sorted(tile for tile in lying if tile not in belongs)):
        result.append(Finding("not_in_set", strange, (), "error"))
    result += of_each("twice_in_hand", lambda seat, tile: tiles[seat][tile] > rules.copies)
    known = tiles | ({seat: Counter(hand) for seat, hand in (unseen or {}).items()} if complete else {})
    result += [shared for shared in _shared(known, rules.copies) if not tiles.keys().isdisjoint(shared.seats)]

    def lies_elsewhere(tile: Tile) -> bool:
        return lying[tile] > 0 and held[tile] + lying[tile] > rules.copies

    # Of mixed sets the others of these tiles are played as any tile is: then which one is the engine tells nothing.
    middle = Tile(engine, engine) if engine is not None and rules.copies == 1 else None
    result += of_each("engine_in_hand", lambda _, tile: tile == middle)
    result += of_each("in_hand_and_on_table", lambda _, tile: tile != middle and lies_elsewhere(tile))
    sizes = {seat: len(hand) for seat, hand in (dict(hands) | dict(unseen or {})).items()}
    if sum(sizes.values()) + lying.total() > rules.total_tiles:
        result.append(Finding("too_many_tiles", (), tuple(sorted(sizes)), "error"))
    result += _going_out(rules, sorted(out), complete)
    return tuple(result)


def _shared(tiles: Mapping[int, Counter[Tile]], copies: int) -> list[Finding]:
    """Tiles of which more are in several hands than there are, those of the same hands together."""
    held = sum(tiles.values(), Counter[Tile]())
    by_seats = defaultdict[tuple[int, ...], list[Tile]](list)
    for tile in sorted(held):
        seats = tuple(seat for seat in sorted(tiles) if tiles[seat][tile])
        if len(seats) > 1 and held[tile] > copies:
            by_seats[seats].append(tile)
    return [Finding("in_two_hands", tuple(shared), seats, "error") for seats, shared in sorted(by_seats.items())]


def _going_out(rules: Rules, out: Sequence[int], complete: bool) -> list[Finding]:
    """One player goes out, or nobody in a blocked round; a second one may by covering the first one's double."""
    if not out and complete:
        return [Finding("nobody_out", (), (), "warning")]
    if len(out) > 1:
        covered = rules.going_out_on_double == "must be covered"
        return [Finding("several_out", (), tuple(out), "warning" if covered else "error")]
    return []
