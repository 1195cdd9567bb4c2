"""Tables made up by hand, from observation to trains, states and findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.audit import Severity
from engine.presets import PRESETS, preset
from engine.state import Placed
from engine.tiles import Tile
from server.seen_table import SeenFinding, SeenTable, TileCount, TrainKind
from server.table_known import Known
from server.table_report import table_report
from server.table_service import see_table
from server.table_state import table_state, whole_trains
from server.table_words import finding_sentence, short_name, table_title, train_words
from vision.types import DetectedTile, FaceDown, Quad

TWELVE = PRESETS["puremco"]


def look(seen, tiles: Sequence[DetectedTile], **known) -> SeenTable:
    return see_table(seen.photo(tiles, size=(1000, 1000)), Known(known.pop("rules", TWELVE), **known))


def found(table: SeenTable, code: str) -> list[SeenFinding]:
    return [finding for finding in table.findings if finding.code == code]


def told(table: SeenTable, code: str) -> list[tuple[list[str], tuple[int, ...], bool]]:
    return [([str(tile) for tile in one.tiles], one.numbers, one.sure) for one in found(table, code)]


def test_a_table_without_fault(seen) -> None:
    table = look(seen, seen.table())
    assert table.engine_tile == Tile(12, 12)
    assert [(train.kind, train.tiles) for train in table.trains] == [
        (TrainKind.PERSONAL, (4, 5)),
        (TrainKind.PERSONAL, (1, 2, 3)),
        (TrainKind.MEXICAN, (6, 7)),
    ]
    assert table.trains[1].placed == (Placed(12, 6), Placed(6, 6, 0), Placed(6, 1, 1))
    assert [finding.code for finding in table.findings] == ["LOOSE_TILE"]
    assert table.sure
    assert [short_name(table, index) for index in range(3)] == ["1", "2", "M"]
    assert [train_words(table, index) for index in range(3)] == ["train 1", "train 2", "the Mexican train"]
    assert table_title(table) == "engine 12-12, 3 trains, 9 tiles, no fault"


def test_the_next_tile_goes_straight_on(seen) -> None:
    ends = [train.ends[0] for train in look(seen, seen.table()).trains]
    assert [(end.value, end.on) for end in ends] == [(8, 5), (1, 3), (2, 7)]
    for end, (x, y) in zip(ends, [(274, 500), (768, 500), (624, 800)], strict=True):
        assert end.at == pytest.approx((x, y), abs=5)
        corners = np.array(end.quad)
        assert sorted(np.ptp(corners, axis=0)) == pytest.approx([40, 80], abs=2)
        turn = np.cross(np.append(corners[1] - corners[0], 0), np.append(corners[2] - corners[1], 0))[2]
        assert turn > 0


def test_on_a_double_across_the_next_tile_goes_on_at_the_other_side(seen) -> None:
    tiles = [tile for number, tile in enumerate(seen.table()) if number != 3]
    table = look(seen, tiles)
    end = table.trains[1].ends[0]
    assert (end.value, end.on) == (6, 2)
    assert end.at == pytest.approx((686, 500), abs=5)
    assert told(table, "UNCOVERED_DOUBLE") == [(["6-6"], (2,), True)]
    assert found(table, "UNCOVERED_DOUBLE")[0].severity is Severity.NOTE


def test_two_open_doubles_are_one_fault_where_there_can_be_one(seen) -> None:
    tiles = [tile for number, tile in enumerate(seen.table()) if number not in (3, 7, 8)]
    tiles.append(seen.lying(9, 9, (522, 800), 90))
    danish = look(seen, tiles, rules=PRESETS["danish"])
    assert told(danish, "TOO_MANY_OPEN_DOUBLES") == [(["6-6", "9-9"], (2, 6), True)]
    assert told(danish, "UNCOVERED_DOUBLE") == []
    (finding,) = found(danish, "TOO_MANY_OPEN_DOUBLES")
    assert finding.severity is Severity.ERROR
    assert finding_sentence(danish, finding) == (
        "6-6 and 9-9 are not covered, and by these rules one double can be open at a time."
    )
    spanish = look(seen, tiles, rules=PRESETS["spanish"])
    assert told(spanish, "TOO_MANY_OPEN_DOUBLES") == []
    assert len(told(spanish, "UNCOVERED_DOUBLE")) == 2


def test_single_tiles_beside_the_engine_are_trains(seen) -> None:
    # They point past the engine, as tiles in the slots of a hub do.
    tiles = [*seen.table(), seen.lying(12, 0, (430, 590), 10), seen.lying(5, 0, (580, 600), 170)]
    table = look(seen, tiles)
    assert [train.tiles for train in table.trains if train.kind is TrainKind.PERSONAL] == [(9,), (4, 5), (1, 2, 3)]
    assert told(table, "LOOSE_TILE") == [(["4-5"], (8,), True), (["0-5"], (10,), True)]


def test_slots_of_a_hub_are_no_tiles(seen) -> None:
    photo = seen.photo(seen.table(), face_down=[(500, 600), (900, 100)])
    table = see_table(photo, Known(TWELVE))
    assert table.face_down == 1
    assert len(table.reading.observation.face_down) == 1


def test_a_tile_that_lies_elsewhere_is_not_called_settled_by_neighbours(seen) -> None:
    tiles = [*seen.table(), seen.lying({3: 0.7, 2: 0.3}, 8, (200, 200), 0)]
    read = look(seen, tiles).reading.tiles[9]
    assert (read.a, read.b) == (2, 8)
    assert next(doubt.code for doubt in read.doubts) == "value_taken"


def test_outlines_without_height_break_nothing(seen) -> None:
    tile = seen.lying(6, 6, (500, 500), 0)
    flat = replace(tile, quad=Quad(((5, 5), (9, 5), (9, 5), (5, 5)), ((7, 5), (7, 5))))
    point = replace(tile, quad=Quad(((5, 5),) * 4, ((5, 5), (5, 5))))
    for odd in ([flat], [point], [flat, flat], [tile, flat], [point, flat, tile]):
        assert len(look(seen, odd).reading.tiles) == len(odd)


def test_what_a_hand_shows_unsurely_is_no_sure_finding(seen) -> None:
    hands, doubtful = ((Tile(6, 6), Tile(0, 1)), (Tile(0, 1),)), frozenset({Tile(6, 6), Tile(0, 1)})
    table = see_table(seen.photo(seen.table()), Known(TWELVE, None, hands, doubtful))
    assert [one.sure for one in found(table, "DUPLICATE_TILE")] == [False, False]
    assert [one.sure for one in found(table, "MISSING_TILES")] == [False]
    sentences = [finding_sentence(table, finding) for finding in found(table, "DUPLICATE_TILE")]
    assert sentences[0] == "6-6 is there on the table and in a hand, if it was read right."


def test_backs_lie_like_the_other_tiles(seen) -> None:
    small = FaceDown(Quad(((900, 900), (910, 900), (910, 920), (900, 920)), ((910, 910), (900, 910))), 0.9)
    photo = seen.photo(seen.table(), face_down=[(900, 100)])
    photo = replace(photo, face_down=(*photo.face_down, small))
    assert see_table(photo, Known(TWELVE)).face_down == 1
    assert see_table(replace(photo, tiles=photo.tiles[:2]), Known(TWELVE)).face_down == 2


def test_tiles_of_a_hand_that_touch_are_no_train(seen) -> None:
    tiles = [*seen.table(), seen.lying(5, 0, (200, 200), 180), seen.lying(1, 4, (282, 200), 180)]
    table = look(seen, tiles)
    assert {9, 10} <= set(table.loose)
    assert all(train.kind is not TrainKind.APART for train in table.trains)
    tiles[-1] = seen.lying(0, 4, (282, 200), 180)
    chain = look(seen, tiles).trains[-1]
    assert (chain.kind, set(chain.tiles)) == (TrainKind.APART, {9, 10})


def test_where_there_is_no_room_the_train_turns(seen) -> None:
    table = see_table(seen.photo(seen.table(), face_down=[(770, 500)]), Known(TWELVE))
    end = table.trains[1].ends[0]
    assert (end.value, end.on) == (1, 3)
    assert (end.at[0], abs(end.at[1] - 500)) == pytest.approx((706, 62), abs=5)


def test_a_branch_is_a_train_of_its_own(seen) -> None:
    tiles = [*seen.table(), seen.lying(6, 4, (624, 582), 270), seen.lying(4, 2, (624, 664), 270)]
    rules = PRESETS["puremco"].change(branches=2)
    table = look(seen, tiles, rules=rules)
    assert [(train.tiles, train.branch_of) for train in table.trains if train.kind is TrainKind.PERSONAL] == [
        ((4, 5), None),
        ((1, 2, 9, 10), None),
        ((3,), 2),
    ]
    branch = table.trains[2]
    assert branch.placed == (Placed(6, 1),)
    assert train_words(table, 2) == "branch a of train 2"
    assert short_name(table, 2) == "2a"
    whole = whole_trains(table)[1]
    assert whole.tiles == (1, 2, 9, 10, 3)
    assert whole.placed[-1] == Placed(6, 1, 1)
    assert not found(table, "TOO_MANY_BRANCHES")
    assert told(look(seen, tiles), "TOO_MANY_BRANCHES") == [(["6-6"], (2,), True)]


def test_ends_that_differ(seen) -> None:
    tiles = seen.table()
    tiles[3] = seen.lying(7, 1, (686, 500), 180)
    table = look(seen, tiles)
    assert told(table, "ENDS_DIFFER") == [(["6-6", "1-7"], (2, 3), True)]
    assert finding_sentence(table, table.findings[0]) == "On train 2, 1-7 does not fit on 6-6."
    assert not found(look(seen, seen.table()), "ENDS_DIFFER")


def test_ends_that_perhaps_do_not_touch_differ_perhaps(seen) -> None:
    tiles = seen.table()
    tiles[3] = seen.lying(7, 1, (710, 508), 172)
    table = look(seen, tiles)
    assert told(table, "ENDS_DIFFER") == [(["6-6", "1-7"], (2, 3), False)]
    assert table.sure


def test_a_tile_at_the_wrong_half_is_a_branch_too_many(seen) -> None:
    # The train turns at 6-1 and goes on from its 1; 6-4 lies at its 6, and fits, but there is no end.
    tiles = [
        seen.lying(12, 12, (500, 500), 90),
        seen.lying(12, 6, (562, 500), 180),
        seen.lying(6, 1, (622, 520), 270),
        seen.lying(6, 4, (684, 500), 180),
        seen.lying(1, 3, (622, 602), 270),
        seen.lying(3, 5, (622, 684), 270),
    ]
    table = look(seen, tiles)
    assert {frozenset(joint.tiles) for joint in table.layout.joints} >= {frozenset((2, 3)), frozenset((2, 4))}
    assert not found(table, "ENDS_DIFFER")
    assert told(table, "TOO_MANY_BRANCHES") == [(["1-6"], (2,), True)]


def test_what_was_read_unsurely_is_told_so(seen) -> None:
    tiles = seen.table()
    tiles[3] = seen.lying(7, {1: 0.9, 2: 0.1}, (686, 500), 180)
    table = look(seen, tiles)
    assert told(table, "ENDS_DIFFER") == [(["6-6", "1-7"], (2, 3), False)]
    assert finding_sentence(table, table.findings[0]).endswith(", if these tiles were read right.")


def test_a_neighbour_settles_what_the_eye_does_not(seen) -> None:
    tiles = seen.table()
    tiles[3] = seen.lying({6: 0.4, 7: 0.6}, 1, (686, 500), 180)
    table = look(seen, tiles)
    assert table.reading.tiles[3].tile == Tile(1, 6)
    assert next(doubt.code for doubt in table.reading.tiles[3].doubts) == "settled"
    assert not found(table, "ENDS_DIFFER")


def test_copies_on_the_table_and_in_hands(seen) -> None:
    tiles = seen.table()
    tiles[7] = seen.lying(9, 12, (542, 800), 180)
    table = look(seen, tiles)
    assert told(table, "DUPLICATE_TILE") == [(["9-12"], (6, 7), True)]
    assert finding_sentence(table, found(table, "DUPLICATE_TILE")[0]).startswith("9-12 is there twice")
    assert not found(look(seen, seen.table()), "DUPLICATE_TILE")
    hands = ((Tile(6, 6), Tile(0, 1)), (Tile(0, 1),))
    held = look(seen, seen.table(), hands=hands)
    assert told(held, "DUPLICATE_TILE") == [(["6-6"], (2,), True), (["0-1"], (), True)]
    sentences = [finding_sentence(held, finding) for finding in found(held, "DUPLICATE_TILE")]
    assert sentences == ["6-6 is there on the table and in a hand.", "0-1 is there in more than one hand."]
    one_hand = look(seen, seen.table(), hands=((Tile(0, 1), Tile(0, 1)),))
    sentences = [finding_sentence(one_hand, finding) for finding in found(one_hand, "DUPLICATE_TILE")]
    assert sentences == ["0-1 is in one hand twice."]
    more = look(seen, tiles, hands=((Tile(9, 12),),))
    sentences = [finding_sentence(more, finding) for finding in found(more, "DUPLICATE_TILE")]
    assert sentences == ["9-12 is there three times."]


def test_of_mixed_sets_all_copies_are_counted(seen) -> None:
    rules = TWELVE.change(copies=2)
    tiles = seen.table()
    tiles[7] = seen.lying(9, 12, (542, 800), 180)
    assert not found(look(seen, tiles, rules=rules), "DUPLICATE_TILE")
    hand = (Tile(9, 12), Tile(0, 1), Tile(0, 1))
    held = look(seen, tiles, rules=rules, hands=(hand,))
    assert [finding_sentence(held, finding) for finding in found(held, "DUPLICATE_TILE")] == [
        "9-12 is there three times, and the tiles hold it twice."
    ]
    assert found(held, "DUPLICATE_TILE")[0].count == TileCount(3, 1, 2)


def test_a_tile_of_a_larger_set(seen) -> None:
    tiles = seen.table()
    tiles[8] = seen.lying(4, {9: 0.02, 8: 0.98}, (500, 150), 30)
    assert not found(look(seen, tiles), "TILE_NOT_IN_SET")
    tiles[8] = seen.lying(4, {15: 0.98, 3: 0.02}, (500, 150), 30)
    table = look(seen, tiles)
    assert told(table, "TILE_NOT_IN_SET") == [(["4-15"], (8,), False)]
    assert "does not belong to a double-12 set" in finding_sentence(table, found(table, "TILE_NOT_IN_SET")[0])


def test_the_engine_of_another_round(seen) -> None:
    assert not found(look(seen, seen.table(), engine=12), "WRONG_ENGINE")
    table = look(seen, seen.table(), engine=11)
    assert told(table, "WRONG_ENGINE") == [(["12-12", "11-11"], (0,), True)]
    assert finding_sentence(table, found(table, "WRONG_ENGINE")[0]) == "The trains start at 12-12; it should be 11-11."


def test_a_train_that_does_not_start_at_the_engine(seen) -> None:
    tiles = seen.table()
    tiles[4] = seen.lying(10, 3, (438, 500), 0)
    table = look(seen, tiles)
    assert told(table, "TRAIN_NOT_FROM_ENGINE") == [(["12-12", "3-10"], (0, 4), True)]
    assert not found(look(seen, seen.table()), "TRAIN_NOT_FROM_ENGINE")


def test_without_an_engine(seen) -> None:
    table = look(seen, [seen.lying(1, 2, (500, 500), 0), seen.lying(4, 5, (500, 700), 30)])
    assert table.engine is None
    assert [finding.code for finding in table.findings] == ["NO_ENGINE", "LOOSE_TILE", "LOOSE_TILE"]
    assert not look(seen, []).findings
    assert not look(seen, [seen.lying(1, 2, (500, 500), 0)], rules=preset("puremco", 9)).trains


def test_as_many_hands_as_trains_need_not_be_all(seen) -> None:
    rest = [
        tile for tile in TWELVE.domino_set if tile not in {tile.tile for tile in look(seen, seen.table()).reading.tiles}
    ]
    hands = (tuple(rest[:10]), tuple(rest[10:20]))  # and two other players have not begun a train
    assert not found(look(seen, seen.table(), hands=hands, players=4), "MISSING_TILES")
    guessed, known = (look(seen, seen.table(), hands=hands, players=players) for players in (None, 2))
    (note,), (error,) = found(guessed, "MISSING_TILES"), found(known, "MISSING_TILES")
    assert (note.severity, error.severity) == (Severity.NOTE, Severity.ERROR)
    assert "nor in a hand, if these are all hands;" in finding_sentence(guessed, note)
    assert "nor in a hand;" in finding_sentence(known, error)


def test_tiles_that_are_nowhere(seen) -> None:
    table = look(seen, seen.table())
    assert not found(table, "MISSING_TILES")
    there = {tile.tile for tile in table.reading.tiles}
    rest = [tile for tile in TWELVE.domino_set if tile not in there]
    one_short = look(seen, seen.table(), hands=(tuple(rest[3:]), tuple(rest[:2])), players=2)
    assert told(one_short, "MISSING_TILES") == [([str(rest[2])], (), True)]
    assert found(one_short, "MISSING_TILES")[0].severity is Severity.ERROR
    covered = see_table(
        seen.photo(seen.table(), face_down=[(900, 100)]), Known(TWELVE, hands=(tuple(rest[1:9]), tuple(rest[9:])))
    )
    assert found(covered, "MISSING_TILES")[0].severity is Severity.NOTE
    assert "1 tile lies face down" in finding_sentence(covered, found(covered, "MISSING_TILES")[0])
    assert not found(look(seen, seen.table(), hands=(tuple(rest[:9]), tuple(rest[9:]))), "MISSING_TILES")
    assert not found(look(seen, seen.table(), hands=(tuple(rest[3:]),)), "MISSING_TILES"), (
        "one hand of two tells nothing"
    )


def test_seats_go_clockwise_from_mine(seen) -> None:
    around = [(500, 582), (418, 500), (500, 418), (582, 500)]
    ways = [270, 0, 90, 180]
    tiles = [seen.lying(12, 12, (500, 500), 45)]
    tiles += [seen.lying(12, value, at, way) for value, (at, way) in enumerate(zip(around, ways, strict=True))]
    table = look(seen, tiles, engine=12)
    assert [train.placed[0].outer for train in table.trains] == [0, 1, 2, 3]
    set_up = table_state(table, PRESETS["danish"], (15,) * 4, me=1, mine=2, boneyard=20, marked={0: True})
    trains = set_up.table.trains
    assert [trains[seat].placed[0].outer for seat in (1, 2, 3, 0)] == [2, 3, 0, 1]
    assert [train.is_open for train in trains[:4]] == [False, False, False, True]
    assert [None if one is None else one.index for one in set_up.seen] == [1, 2, 3, 0, None]
    assert (set_up.table.turn, set_up.table.boneyard) == (1, 20)
    later = table_state(table, PRESETS["danish"], (15,) * 6, me=5)
    assert [bool(train.placed) for train in later.table.trains] == [True, True, True, True, False, False, False]
    with pytest.raises(ValueError, match="starts at the engine"):
        table_state(table, PRESETS["danish"], (15,) * 4, mine=7)


def test_more_trains_than_seats_are_mexican(seen) -> None:
    set_up = table_state(look(seen, seen.table()), PRESETS["puremco"], (9, 9), mine=1)
    assert [train.owner for train in set_up.table.trains] == [0, 1, None]
    one_seat = table_state(look(seen, seen.table()), PRESETS["puremco"], (9,), mine=1)
    assert [train.owner for train in one_seat.table.trains] == [0, None, None]


def test_several_trains_of_a_kind_are_numbered(seen) -> None:
    tiles = [*seen.table()[:8], seen.lying(12, 4, (460, 200), 180), seen.lying(4, 2, (542, 200), 180)]
    table = look(seen, tiles, rules=TWELVE.change(mexican_trains=2))
    assert [short_name(table, index) for index in range(4)] == ["1", "2", "M1", "M2"]
    assert [train_words(table, index) for index in (2, 3)] == ["Mexican train 1", "Mexican train 2"]
    assert not table.findings


def test_the_report_has_all_of_it(seen) -> None:
    told = table_report("a.jpg", look(seen, seen.table()))
    assert told["engine"] == 12
    assert told["engine_tile"] == 0
    assert [train["tiles"] for train in told["trains"]] == [
        [[12, 3], [3, 8]], [[12, 6], [6, 6], [6, 1]], [[12, 9], [9, 2]],
    ]  # fmt: skip
    assert told["trains"][1]["on"] == [-1, 0, 1]
    assert told["loose"] == [8]
    assert told["findings"][0] == {
        "code": "LOOSE_TILE", "severity": "note", "tiles": ["4-5"], "numbers": [8], "train": None,
        "at": [[500.0, 150.0]], "sure": True, "count": None, "text": "4-5 lies face up and belongs to no train.",
    }  # fmt: skip
