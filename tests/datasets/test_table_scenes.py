"""Whole tables as pictures, and whether their truth is true."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.commands import parse_size
from datasets.layouts import footprint
from datasets.render import Shot, shoot
from datasets.scene import Scene
from datasets.table_faults import CHANCES
from datasets.table_folder import STRIDE, write_table
from datasets.table_marking import WHERE, outline_of, outward
from datasets.table_room import overlapping
from datasets.table_scenes import TableScene, make_table_scene
from datasets.table_truth import table_truth

SIZE = (840, 640)
MANY_FAULTS = tuple((code, 0.9) for code, _ in CHANCES)


@pytest.fixture(scope="module")
def scenes() -> list[TableScene]:
    return [make_table_scene(seed) for seed in range(60)]


@pytest.fixture(scope="module")
def shots() -> list[tuple[TableScene, Shot, dict]]:
    taken = []
    for seed in range(16):
        table = make_table_scene(seed, SIZE, MANY_FAULTS)
        shot = shoot(table.scene)
        taken.append((table, shot, table_truth(f"table-{seed}", table, shot.labels, shot.pieces)))
    return taken


def test_pictures_have_the_size_that_was_asked_for(shots: list) -> None:
    for table, shot, truth in shots:
        assert shot.picture.shape == (SIZE[1], SIZE[0], 3)
        assert truth["size"] == list(SIZE)
        assert shot.picture.std() > 1, table.scene.seed
        assert len(shot.labels) == len(shot.pieces) == len(set(shot.pieces))


def test_one_seed_is_one_picture() -> None:
    first, again = (shoot(make_table_scene(5, (640, 480)).scene) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert [label.visible for label in first.labels] == [label.visible for label in again.labels]
    assert make_table_scene(5).laid != make_table_scene(6).laid


def test_ends_lie_within_their_tiles_and_in_the_order_of_the_pips(shots: list) -> None:
    for table, shot, truth in shots:
        by_centre = {tuple(np.round(label.quad, 1).ravel()): label for label in shot.labels}
        for tile in truth["tiles"]:
            quad = np.array(tile["quad"], np.float32)
            assert all(cv2.pointPolygonTest(quad, tuple(end), False) > 0 for end in tile["ends"]), table.scene.seed
            a, b = np.array(tile["ends"])
            top = (quad[0] + quad[1]) / 2
            assert np.hypot(*(a - top)) < np.hypot(*(b - top))
            label = by_centre[tuple(np.array(tile["quad"]).ravel())]
            assert tile["pips"] == list(label.values)
            # Legible is what is seen nearly whole.
            assert tile["legible"] <= (min(label.visible) > 0.8)


def test_trains_are_the_tiles_that_they_name(shots: list) -> None:
    for table, _, truth in shots:
        tiles = truth["tiles"]
        assert tiles[0]["role"] == "engine"
        assert tiles[0]["pips"] == [truth["engine"]] * 2
        named = [number for train in truth["trains"] for number in train["numbers"]]
        assert len(named) == len(set(named))
        for train in truth["trains"]:
            assert [sorted(tiles[number]["pips"]) for number in train["numbers"]] == [sorted(t) for t in train["tiles"]]
            assert {tiles[number]["role"] for number in train["numbers"]} == {train["kind"]}
            assert train["readable"] == all(tiles[number]["legible"] for number in train["numbers"])
            assert ("marker_at" in train) == train["marker"]
            if "branch_of" in train:
                a, b = tiles[train["branch_of"]]["pips"]
                assert a == b
                assert train["branch_of"] in named
        for tile in tiles[1:]:
            assert tile["role"] in ("personal", "mexican", "hand", "loose"), table.scene.seed


def test_trains_fit_but_for_the_faults_that_are_told(shots: list) -> None:
    codes: Counter[str] = Counter()
    for _, _, truth in shots:
        told = [*truth["faults"], *truth["other_faults"]]
        codes.update(fault["code"] for fault in told)
        broken = set()
        for number, train in enumerate(truth["trains"]):
            before = truth["tiles"][train["branch_of"]]["pips"][0] if "branch_of" in train else truth["engine"]
            for position, (inner, outer) in enumerate(train["tiles"]):
                if inner != before:
                    broken.add((number, position))
                before = outer
        for fault in told:
            place = (fault["train"], fault["position"])
            assert truth["trains"][fault["train"]]["tiles"][fault["position"]] == fault["tile"]
            assert (place in broken) == (fault["code"] in ("ENDS_DIFFER", "TRAIN_NOT_FROM_ENGINE"))
            # A tile that fits at neither side breaks the joint behind it, too; perhaps that of a branch.
            broken -= {place, (place[0], place[1] + 1)}
        at = {
            truth["trains"][fault["train"]]["numbers"][fault["position"]]
            for fault in told
            if fault["code"] == "ENDS_DIFFER"
        }
        assert all(truth["trains"][number].get("branch_of") in at for number, _ in broken)
        seen = Counter(tuple(sorted(tile["pips"])) for tile in truth["tiles"])
        doubled = {tuple(sorted(f["tile"])) for f in told if f["code"] == "DUPLICATE_TILE"}
        assert {pair for pair, count in seen.items() if count > 1} == doubled
        foreign = [f for f in told if f["code"] == "TILE_NOT_IN_SET"]
        assert sum(max(tile["pips"]) > truth["set"] for tile in truth["tiles"]) == len(foreign)
    assert set(codes) == {code for code, _ in CHANCES}


def test_all_trains_are_in_the_picture(shots: list) -> None:
    for _, _, truth in shots:
        for train in truth["trains"]:
            corners = np.array([truth["tiles"][number]["quad"] for number in train["numbers"]])
            assert corners.min() >= 0
            assert (corners <= np.array(SIZE) - 1).all()


def test_tiles_are_as_large_as_they_should_be(scenes: list[TableScene]) -> None:
    lengths = np.array([table.length for table in scenes])
    assert lengths.min() > 82
    assert lengths.max() < 200
    large = make_table_scene(3, (4000, 3000))
    assert large.scene.size == (4000, 3000)
    assert 82 < large.length < 200


def test_markers_stand_at_open_ends_where_there_is_room(scenes: list[TableScene]) -> None:
    where: Counter[str] = Counter()
    for table in scenes:
        assert len(table.standing) == len(table.scene.markers)
        lines = [one.line for one in table.standing]
        assert len({table.lines[line].train for line in lines}) == len(lines)
        for one in table.standing:
            where[one.where] += 1
            last = table.laid.up[table.lines[one.line].tiles[-1]]
            away = np.array([one.marker.x - last.x, one.marker.y - last.y])
            assert np.hypot(*away) < 1.5
            if one.where == "behind":
                assert away @ outward(table.laid, table.lines, one.line) > 0.25
            if one.where == "on":
                assert one.marker.z == pytest.approx(table.scene.styles[0].thickness)
            else:
                outlines = [footprint(pose, table.laid.aspect) for pose in (*table.laid.up, *table.laid.down)]
                assert not len(overlapping(outline_of(one.marker), outlines))
    assert min(where[place] for place in WHERE) >= 10


def test_a_marker_on_a_tile_hides_it() -> None:
    tables = (make_table_scene(seed, SIZE, ()) for seed in range(20, 60))
    found = list(islice(((table, one) for table in tables for one in table.standing if one.where == "on"), 3))
    assert len(found) == 3
    for table, one in found:
        covered = table.lines[one.line].tiles[-1]

        def seen(scene: Scene, tile: int = covered) -> float:
            shot = shoot(scene)
            return min(shot.labels[shot.pieces.index(tile)].visible)

        assert seen(table.scene) < 0.9 * seen(replace(table.scene, markers=()))


def test_all_kinds_of_tables_occur(scenes: list[TableScene]) -> None:
    assert 12 < sum(table.scene.hub is not None for table in scenes) < 45
    assert sum(line.branch_of is not None for table in scenes for line in table.lines) > 15
    kinds = Counter(train.kind for table in scenes for train in table.laid.trains)
    assert kinds["mexican"] > 20
    assert {sum(train.kind == "personal" for train in table.laid.trains) for table in scenes} >= {2, 3, 4, 5, 6}
    assert sum(piece.standing for table in scenes for piece in table.scene.pieces) > 40
    assert sum(len(table.laid.down) for table in scenes) > 250
    assert sum(len(table.laid.hands) for table in scenes) > 15
    assert sum(len(table.scene.beside) for table in scenes) > 30
    assert len({marker.shape for table in scenes for marker in table.scene.markers}) >= 5
    assert sum(len(table.faults) for table in scenes) > 20


def test_hands_that_stand_look_at_their_players(scenes: list[TableScene]) -> None:
    for table in scenes:
        for piece in table.scene.pieces:
            if piece.standing:
                assert piece.axes[:2, 2] @ piece.centre[:2] > 0


def test_a_folder_holds_pictures_and_truths(tmp_path: Path) -> None:
    identity = write_table(tmp_path, 1, 2, (640, 480))
    truth = json.loads((tmp_path / f"{identity}.json").read_text())
    picture = cv2.imread(str(tmp_path / f"{identity}.jpg"))
    assert picture.shape == (480, 640, 3)
    table = make_table_scene(2 * STRIDE + 1, (640, 480))
    assert truth["engine"] == table.laid.values[0][0]
    assert (truth["id"], truth["scene"], truth["set"]) == (identity, "table", table.laid.highest)
    assert truth["face_down"] <= len(truth["backs"]) <= len(table.scene.pieces)
    wrong = next(index for index in range(30) if make_table_scene(2 * STRIDE + index, (640, 480)).faults)
    (tmp_path / "fitting").mkdir()
    fitted = write_table(tmp_path / "fitting", wrong, 2, (640, 480), ())
    fitting = json.loads((tmp_path / "fitting" / f"{fitted}.json").read_text())
    assert fitting["faults"] == fitting["other_faults"] == []
    before = (tmp_path / f"{identity}.jpg").stat().st_mtime_ns
    assert write_table(tmp_path, 1, 2, (640, 480)) == identity
    assert (tmp_path / f"{identity}.jpg").stat().st_mtime_ns == before


def test_sizes_are_read_or_refused() -> None:
    assert parse_size("4000x3000") == (4000, 3000)
    for text in ("4000", "axb", "399x800", "800x0399", "12000000x3"):
        with pytest.raises(ArgumentTypeError, match="no size"):
            parse_size(text)
    with pytest.raises(ValueError, match="at least 400"):
        make_table_scene(1, (399, 800))
