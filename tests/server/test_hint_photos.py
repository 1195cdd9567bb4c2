"""Advice from a photo of the hand and one of the table: made-up tables, what is in doubt, where the move is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from datasets.tables import TrueTable, table
from engine.errors import HintError
from engine.hints import advise
from engine.moves import Play, legal_moves
from engine.presets import PRESETS, preset
from engine.tiles import DominoSet, Tile
from server.errors import RequestError
from server.hint_photos import MINE, PhotoQuestion, place_of, question
from server.move_overlay import MOVE, draw_move
from server.reading import Reading
from server.seen_table import SeenTable
from server.table_known import Known
from server.table_service import see_table
from server.table_sides import heading, own_trains
from tests.server.photographed import hand_photo, unseen
from tests.server.table_views import observe

SEED = 24
RULES = PRESETS["spanish"]


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(word) for word in text.split())


def seen(true: TrueTable, **more: object) -> SeenTable:
    observation, _ = observe(true, np.random.default_rng(0), flip=False, **more)  # type: ignore[arg-type]
    return see_table(observation, Known(preset("puremco", true.highest)))


def asked(true: TrueTable, hand: Reading | Sequence[Tile], **more: object) -> PhotoQuestion:
    return question(seen(true), hand, RULES.change(highest=true.highest), **more)  # type: ignore[arg-type]


def test_the_table_is_that_of_the_photo() -> None:
    true = table(SEED)
    hand = unseen(true)[:7]
    found = asked(true, hand)
    state = found.view.table
    assert state.engine == Tile.of(*true.values[0])
    assert found.view.hand == tuple(hand)
    assert state.hand_sizes == (7,) * state.players
    assert 1 + sum(len(t.placed) for t in state.trains) + 7 * state.players + state.boneyard == len(
        DominoSet(true.highest)
    )
    assert found.players[0] == MINE
    assert found.contradictions == ()
    laid = {one.tile for train in state.trains for one in train.placed}
    assert laid == {Tile.of(*true.values[link[0]]) for train in true.trains for link in train.links}


@pytest.mark.parametrize("me", ["bottom", "left", "top", "right", "1", "2"])
def test_mine_is_the_train_at_my_side(me: str) -> None:
    true = table(3)
    table_seen = seen(true)
    own = own_trains(table_seen)
    found = question(table_seen, unseen(true)[:5], RULES.change(highest=true.highest), me)
    mine = found.set_up.seen[0]
    if me.isdecimal():
        assert mine is not None
        assert mine.index == own[int(me) - 1]
    else:
        wanted = {"bottom": 0, "left": 90, "top": 180, "right": 270}[me]
        off = {index: abs((heading(table_seen, index) - wanted + 180) % 360 - 180) for index in own}
        assert mine is not None
        assert off[mine.index] == min(off.values())
    # The others follow clockwise.
    order = [train.index for train in found.set_up.seen[: len(own)] if train is not None]
    start = own.index(order[0])
    assert order == own[start:] + own[:start]


def test_a_side_without_a_train_has_not_begun() -> None:
    true = table(SEED)
    table_seen = seen(true)
    headings = [heading(table_seen, index) for index in own_trains(table_seen)]
    free = [
        side
        for side, wanted in (("bottom", 0), ("left", 90), ("top", 180), ("right", 270))
        if all(abs((at - wanted + 180) % 360 - 180) > 65 for at in headings)
    ]
    assert free
    found = question(table_seen, unseen(true)[:5], RULES.change(highest=true.highest), free[0])
    assert found.set_up.seen[0] is None
    assert any("not begun" in line for line in found.assumed)
    with pytest.raises(RequestError, match="do not fit"):
        question(table_seen, unseen(true)[:5], RULES.change(highest=true.highest), free[0], len(own_trains(table_seen)))


@pytest.mark.parametrize(
    ("preset", "held", "over"),
    [("sixteen", 7, 4), ("sixteen", 8, 4), ("sixteen", 5, 5), ("danish", 7, 4), ("danish", 5, 5)],
)
def test_the_first_turn_is_told_from_train_and_hand(preset: str, held: int, over: int) -> None:
    """Four trains lie there, and none starts at my side: with a hand as it is dealt, this is my first turn."""
    true = table(19)
    rules = PRESETS[preset].change(highest=true.highest, deal=((5, 7),), mexican_train_from="after first turns")
    found = question(seen(true), unseen(true)[:held], rules, "bottom", others=[2])
    assert found.set_up.seen[0] is None
    assert found.view.table.turns == over
    assert found.view.table.in_long_train == (over == 4 and preset == "sixteen")


def test_a_double_that_a_first_turn_may_have_left_obliges_who_is_told_so() -> None:
    true = table(31)
    rules = PRESETS["sixteen"].change(highest=true.highest)
    hand = [tile for tile in unseen(true) if 7 in (tile.low, tile.high)][:3]
    free = question(seen(true), hand, rules, "1", others=[2])
    assert free.view.table.open_doubles == ()
    told = [line for line in free.assumed if "first turn" in line]
    assert told == [
        '7-7 on train 1 is taken to be of a first turn, and free. Say --doubles "7-7" if it has to be covered.'
    ]
    named = question(seen(true), hand, rules, "1", others=[2], doubles=tiles("7-7"))
    assert len(named.view.table.open_doubles) == 1
    assert not [line for line in named.assumed if "first turn" in line]
    usual = question(seen(true), hand, rules.change(first_turn="one tile"), "1", others=[2])
    assert len(usual.view.table.open_doubles) == 1


def test_open_trains_and_hands_as_a_person_says() -> None:
    true = table(3)
    hand = unseen(true)[:5]
    count = len(own_trains(seen(true)))
    found = asked(true, hand, me="1", others=[3] * (count - 1), is_open=[2, 3])
    assert [train.is_open for train in found.view.table.trains[:4]] == [False, True, True, False]
    assert found.view.table.hand_sizes == (5, *[3] * (count - 1))
    assert not any("--others" in line for line in found.assumed)
    for wrong, said in (
        ({"others": [1, 2]}, "--others takes"),
        ({"others": [90]}, "cannot hold"),
        ({"is_open": [40]}, "--open names another"),
        ({"me": "40"}, "There is no train 40"),
        ({"me": "middle"}, "no side"),
        ({"players": 1}, "do not fit"),
    ):
        with pytest.raises(RequestError, match=said):
            asked(true, hand, **wrong)


def test_a_tile_in_hand_and_on_the_table() -> None:
    true = table(3)
    inside = next(train for train in true.trains if len(train.links) > 2).links[1][0]
    a, b = true.values[inside]
    free = unseen(true)
    both_sure = hand_photo([({a: 0.999}, {b: 0.999}), ({free[0].low: 0.999}, {free[0].high: 0.999})], true.highest)
    with pytest.raises(RequestError, match="both show"):
        asked(true, both_sure)
    c = next(value for value in range(true.highest + 1) if Tile.of(a, value) in free and value != b)
    unsure = hand_photo([({a: 0.999}, {b: 0.6, c: 0.39})], true.highest)
    found = asked(true, unsure)
    assert found.view.hand == (Tile.of(a, c),)
    assert "is taken for" in found.contradictions[0]
    # Read surely in the hand, so the one on the table is another.
    doubtful = seen(true, odd={inside: {b: 0.7, c: 0.28}})
    number = next(n for n, one in enumerate(doubtful.reading.tiles) if one.tile == Tile.of(a, b))
    if not doubtful.reading.tiles[number].sure:
        found = question(doubtful, tiles(f"{a}-{b}"), RULES.change(highest=true.highest))
        assert found.view.hand == (Tile.of(a, b),)
        assert advise(found.view, effort=0.01).hints


def test_a_photo_of_the_table_is_no_hand() -> None:
    true = table(3)
    whole = seen(true)
    with pytest.raises(RequestError, match="mostly tiles that lie on the table"):
        question(whole, whole.reading, RULES.change(highest=true.highest))


def test_tiles_read_twice_on_the_table_do_not_keep_advice_away() -> None:
    true = table(3)
    train = next(train for train in true.trains if len(train.links) > 3)
    other = next(one for one in true.trains if one is not train and len(one.links) > 2)
    twin, one = train.links[1][0], other.links[1][0]
    values = list(true.values)
    values[twin] = values[one]
    wrong = TrueTable(**{name: getattr(true, name) for name in TrueTable.__slots__} | {"values": tuple(values)})
    hand = [tile for tile in unseen(wrong) if tile in unseen(true)][:6]
    found = asked(wrong, hand)
    assert any("more than once" in line for line in found.contradictions)
    plain = asked(true, hand)
    ends = [[train.ends(9, 1)[0].value for train in q.view.table.trains] for q in (found, plain)]
    assert ends[0] == ends[1]
    assert advise(found.view, effort=0.01).hints


def test_another_engine_than_was_named_is_refused(seen) -> None:
    photo = seen.photo(seen.table(), size=(1000, 1000))
    assert question(see_table(photo, Known(RULES, 12)), tiles("2-3"), RULES, "left").view.table.engine == Tile(12, 12)
    with pytest.raises(RequestError, match="start at 12-12, and --engine says 9-9; leave --engine out, or take"):
        question(see_table(photo, Known(RULES, 9)), tiles("2-3"), RULES, "left")


def test_a_table_without_an_engine_is_refused() -> None:
    loose = seen(table(3), only=[5, 20])
    with pytest.raises(RequestError, match="No engine"):
        question(loose, tiles("1-2"), RULES)


def test_each_move_has_its_place_behind_the_end_of_its_train() -> None:
    true = table(3)
    found = asked(true, unseen(true)[:12], is_open=list(range(1, len(own_trains(seen(true))) + 1)))
    plays = [move for move in legal_moves(found.view) if isinstance(move, Play)]
    assert plays
    for play in plays:
        place = place_of(found, play)
        if place.train is None:
            continue
        train = found.table.trains[place.train]
        assert place.on in train.tiles or found.view.table.rules.branches > 1
        assert place.at is not None
        lies_on = found.table.reading.tiles[place.on or 0]
        side = float(np.linalg.norm(np.subtract(*lies_on.detection.quad.corners[1:3])))
        away = float(np.hypot(place.at[0] - lies_on.centre[0], place.at[1] - lies_on.centre[1]))
        assert 0.4 * side < away < 1.7 * side


def test_the_move_is_drawn_where_it_goes() -> None:
    true = table(3)
    found = asked(true, unseen(true)[:12])
    pixels = np.full((3000, 4000, 3), 90, np.uint8)
    play = next(m for m in legal_moves(found.view) if isinstance(m, Play) and place_of(found, m).quad is not None)
    place = place_of(found, play)
    state = found.view.table
    value = state.trains[play.train].ends(state.engine_value, state.rules.branches)[play.branch].value
    picture = draw_move(pixels, found.table, place, play.tile, value, "Lay it")
    band = picture.shape[0] - pixels.shape[0]
    changed = np.argwhere((picture[band:] != 90).any(axis=2))
    assert place.quad is not None
    low, high = np.min(place.quad, axis=0)[::-1], np.max(place.quad, axis=0)[::-1]
    assert (changed.min(axis=0) > low - 40).all()
    assert (changed.max(axis=0) < high + 40).all()
    assert (picture[band:] == MOVE).all(axis=2).any()
    assert not np.shares_memory(picture, pixels)


@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_every_mexican_train_of_the_photo_counts(seen, allowed: int) -> None:
    tiles_seen = [*seen.table()[:8], seen.lying(12, 4, (460, 200), 180), seen.lying(4, 2, (542, 200), 180)]
    rules = RULES.change(mexican_trains=allowed)
    photo = see_table(seen.photo(tiles_seen, size=(1000, 1000)), Known(rules))
    found = question(photo, tiles("2-3 2-11 1-8"), rules, "left")
    mexican = [train for train in found.view.table.trains if train.owner is None]
    assert [len(train.placed) for train in mexican] == [2, 2, 0][: max(2, allowed)]
    places = {place_of(found, move).train for move in legal_moves(found.view) if isinstance(move, Play)}
    assert places == {0, 2, 3}
    assert [line.split(",")[0] for line in found.contradictions] == ["The photo shows 2 Mexican trains"] * (allowed < 2)
    assert advise(found.view, effort=0.01).hints


def two_open_doubles(seen) -> SeenTable:
    """6-6 at the end of train 2, and 9-9 at that of the Mexican train."""
    shown = [*seen.table()[:3], seen.table()[4], seen.table()[6], seen.lying(9, 9, (522, 800), 90)]
    return see_table(seen.photo(shown, size=(1000, 1000)), Known(RULES))


@pytest.mark.parametrize(("doubles", "first"), [("", "6-6"), ("9-9", "9-9"), ("9-9 6-6", "9-9"), ("6-6 9-9", "6-6")])
def test_which_double_was_laid_first_is_as_a_person_says(seen, doubles: str, first: str) -> None:
    found = question(two_open_doubles(seen), tiles("6-2 2-9 1-8"), RULES, "left", doubles=tiles(doubles))
    plays = [move for move in legal_moves(found.view) if isinstance(move, Play)]
    assert [move.tile for move in plays] == list(tiles("6-2" if first == "6-6" else "9-2"))
    told = [line for line in found.assumed if "--doubles" in line]
    assert len(told) == (not doubles)
    if told:
        assert "6-6 on train 2, then 9-9 on the Mexican train" in told[0]
        assert 'Say --doubles "9-9 6-6"' in told[0]


def test_where_the_order_does_not_count_nothing_is_said_of_it(seen) -> None:
    found = question(two_open_doubles(seen), tiles("6-2 2-9 1-8"), RULES.change(open_doubles="any"), "left")
    assert not any("--doubles" in line for line in found.assumed)


@pytest.mark.parametrize(
    ("doubles", "said"), [("5-5", "5-5 is no open double"), ("6-6 6-6", "6-6 is named more often")]
)
def test_a_double_that_is_not_open_was_not_laid_first(seen, doubles: str, said: str) -> None:
    with pytest.raises(HintError, match=f"{said}.*; the open doubles of this table: 6-6, 9-9."):
        question(two_open_doubles(seen), tiles("6-2 2-9 1-8"), RULES, "left", doubles=tiles(doubles))
