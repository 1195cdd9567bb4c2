from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets import evaluate, folder
from datasets.build import make_sample
from datasets.calibration import calibration_error, cuts, reliability
from datasets.judging import Fate, Mark, Trace, Verdict, judge, labelled
from datasets.store import write_shard
from vision.types import N_CLASSES, DetectedTile, HalfReading, Observation, Quad

NOWHERE = np.zeros((0, 2))
LOST = Trace(NOWHERE, NOWHERE)


def shown(
    x: float, y: float, pips: tuple[int, int] = (3, 5), legible: bool = True, quad: bool = False
) -> dict[str, Any]:
    """A labelled tile of 40 x 80 pixels that stands upright."""
    tile: dict[str, Any] = {"pips": list(pips), "ends": [[x, y - 20], [x, y + 20]], "legible": legible}
    if quad:
        tile["quad"] = [[x - 20, y - 40], [x + 20, y - 40], [x + 20, y + 40], [x - 20, y + 40]]
    return tile


def read(
    x: float,
    y: float,
    pips: tuple[int, int] = (3, 5),
    length: float = 80,
    score: float = 1.0,
    count: float | None = None,
) -> DetectedTile:
    """A tile as read that stands upright."""
    w, h = length / 4, length / 2
    corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    a, b = (
        HalfReading((x, y + side * h / 2), tuple(np.eye(N_CLASSES)[value].tolist()), count)
        for side, value in zip((-1, 1), pips, strict=True)
    )
    return DetectedTile(Quad(corners, ((x + w, y), (x - w, y))), (a, b), score)


def observation(*tiles: DetectedTile) -> Observation:
    return Observation((400, 300), tiles, (), (), (), ())


def verdict(tiles: list[dict[str, Any]], *seen: DetectedTile, held: Trace = LOST, **more: Any) -> Verdict:
    highest = more.pop("highest", 18)
    return judge({"id": "a-1", "tiles": tiles, **more}, observation(*seen), lambda: held, highest)


def fates(result: Verdict) -> list[Fate]:
    return [finding.fate for finding in result.findings]


def test_a_tile_is_right_from_either_end() -> None:
    result = verdict([shown(100, 100)], read(102, 99, (3, 5)))
    assert result.exact
    assert result.marks == (Mark(1.0, True, True),)
    assert fates(verdict([shown(100, 100)], read(100, 100, (5, 3)))) == [Fate.VALUE_WRONG]
    upside_down = {"pips": [5, 3], "ends": [[100, 120], [100, 80]]}
    assert verdict([upside_down], read(100, 100, (3, 5))).exact


def test_wrong_values_are_told_from_wrong_boxes() -> None:
    assert fates(verdict([shown(100, 100)], read(100, 100, (3, 6)))) == [Fate.VALUE_WRONG]
    assert fates(verdict([shown(100, 100)], read(100, 118, (3, 6)))) == [Fate.BOX_WRONG]
    # The ends fit, the outline does not: only a label with an outline can tell.
    assert fates(verdict([shown(100, 100)], read(100, 100, (3, 6), length=58))) == [Fate.VALUE_WRONG]
    assert fates(verdict([shown(100, 100, quad=True)], read(100, 100, (3, 6), length=58))) == [Fate.BOX_WRONG]
    assert verdict([shown(100, 100, quad=True)], read(100, 118)).exact


def test_a_finding_says_what_was_read_in_the_order_of_the_label() -> None:
    (finding,) = verdict([{"pips": [5, 3], "ends": [[100, 120], [100, 80]]}], read(100, 100, (3, 6))).findings
    assert str(finding) == "value wrong 5-3 read as 6-3 at 100,100"


def test_a_missing_tile_was_lost_at_the_first_stage_that_lacks_it() -> None:
    here, far = np.array([[104.0, 98.0]]), np.array([[160.0, 100.0]])
    for held, fate in (
        (Trace(far, far), Fate.NOT_FOUND),
        (Trace(here, far), Fate.REFINED_AWAY),
        (Trace(here, here), Fate.NOT_CHOSEN),
        (LOST, Fate.NOT_FOUND),
    ):
        assert fates(verdict([shown(100, 100)], held=held)) == [fate]


def test_the_stages_are_asked_only_when_something_is_missing() -> None:
    def never() -> Trace:
        raise AssertionError

    assert judge({"id": "a", "tiles": [shown(100, 100)]}, observation(read(100, 100)), never).exact
    with pytest.raises(AssertionError):
        judge({"id": "a", "tiles": [shown(100, 100)]}, observation(), never)


def test_what_nobody_labelled_is_extra_and_a_back_is_told() -> None:
    back = [[180, 60], [220, 60], [220, 140], [180, 140]]
    result = verdict([shown(100, 100)], read(100, 100), read(200, 100), read(300, 100), backs=[back])
    assert fates(result) == [Fate.RIGHT, Fate.BACK_READ, Fate.EXTRA]
    assert not result.exact
    assert [mark.right for mark in result.marks] == [True, False, False]


def test_illegible_tiles_count_neither_way() -> None:
    for seen in ((), (read(100, 100, (1, 1)),)):
        result = verdict([shown(100, 100, legible=False)], *seen)
        assert (result.exact, result.findings, result.marks) == (True, (), ())


def test_what_nobody_can_read_may_have_no_values() -> None:
    (hidden,) = labelled({"tiles": [shown(100, 100, legible=False) | {"pips": [None, 3]}]})
    assert not hidden.legible
    with pytest.raises(TypeError):
        labelled({"tiles": [shown(100, 100) | {"pips": [None, 3]}]})


def test_pairs_are_one_to_one_and_the_closest_first() -> None:
    result = verdict([shown(100, 100, (1, 2)), shown(120, 100, (3, 4))], read(119, 100, (3, 4)), read(101, 100, (1, 2)))
    assert fates(result) == [Fate.RIGHT, Fate.RIGHT]
    assert fates(verdict([shown(100, 100)], read(103, 100), read(101, 100, (9, 9)))) == [Fate.VALUE_WRONG, Fate.EXTRA]


def test_the_set_limits_the_values() -> None:
    probs = [0.0] * N_CLASSES
    probs[15], probs[3] = 0.6, 0.4
    seen = read(100, 100)
    unsure = DetectedTile(seen.quad, (HalfReading(seen.halves[0].centre, tuple(probs)), seen.halves[1]), 0.9)
    assert fates(verdict([shown(100, 100)], unsure)) == [Fate.VALUE_WRONG]
    result = verdict([shown(100, 100)], unsure, highest=12)
    assert result.exact
    assert result.marks[0].confidence == pytest.approx(0.9 * 0.4)


def test_counts_that_disagree_are_marked() -> None:
    assert [
        verdict([shown(100, 100, (4, 4))], read(100, 100, (4, 4), count=count)).marks[0].counted
        for count in (4.3, 5.1, None)
    ] == [True, False, True]


def test_reliability_and_cuts() -> None:
    marks = [Mark(0.95, True, True)] * 8 + [Mark(0.95, False, False)] * 2 + [Mark(0.45, True, False)] * 10
    bins = reliability(marks)
    assert [row.count for row in bins] == [0, 0, 0, 0, 10, 0, 0, 0, 0, 10]
    assert (bins[9].confidence, bins[9].right) == pytest.approx((0.95, 0.8))
    assert calibration_error(bins) == pytest.approx(0.5 * 0.15 + 0.5 * 0.45)
    low, high, never = cuts(marks, (0.2, 0.9, 0.99))
    assert (low.sure, low.wrong) == pytest.approx((1.0, 12 / 20))
    assert (high.sure, high.wrong, high.sure_counted, high.wrong_counted) == pytest.approx((0.5, 0.2, 0.4, 0.0))
    assert (never.sure, never.wrong) == (0, 0)
    assert sum(row.count for row in reliability([Mark(1.0, True, True), Mark(0.0, True, True)])) == 2
    assert calibration_error(reliability([])) == 0


class MadeUp:
    """A reader that sees the same tiles in every picture, with networks that find nothing."""

    def __init__(self, *tiles: DetectedTile) -> None:
        self.tiles = tiles
        self.networks = {"detector": self, "refiner": self, "reader": self}

    def read(self, image: NDArray[np.uint8]) -> Observation:
        return observation(*self.tiles)

    def run(self, batch: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        maps = np.full((1, 10, batch.shape[1] // 4, batch.shape[2] // 4), -9, np.float32)
        return [maps]


@pytest.fixture
def photos_of_two_families(tmp_path: Path) -> Path:
    for name, tiles in (("hand-1", [shown(100, 100)]), ("hand-2", [shown(100, 100), shown(250, 100)]), ("train-1", [])):
        truth = {"id": name, "size": [400, 300], "tiles": tiles, "face_down": 0}
        (tmp_path / f"{name}.json").write_text(json.dumps(truth))
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), np.zeros((300, 400, 3), np.uint8))
    return tmp_path


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "load_reader", lambda *_: MadeUp(read(100, 100)))


@pytest.mark.usefixtures("made_up")
def test_numbers_by_family(photos_of_two_families: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main([str(photos_of_two_families), "--json", "--list"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    families = numbers["families"]
    assert list(families) == ["hand", "train", "all"]
    picked = {
        name: [row[key] for key in ("photos", "exact", "legible", "right", "not found", "extra")]
        for name, row in families.items()
    }
    assert picked == {"hand": [2, 1, 3, 2, 1, 0], "train": [1, 0, 0, 0, 0, 1], "all": [3, 1, 3, 2, 1, 1]}
    assert numbers["faults"] == {"hand-2": ["not found 3-5 at 250,100"], "train-1": ["extra 3-5 at 100,100"]}
    assert numbers["thresholds"][-1]["wrong"] == pytest.approx(1 / 3)


@pytest.mark.usefixtures("made_up")
def test_tables_for_people(photos_of_two_families: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main([str(photos_of_two_families), "--set", "double-12", "--list", "--limit", "2"]) == 0
    out = capsys.readouterr().out
    assert "train-1: extra 3-5 at 100,100" in out
    assert "tiles right 100.0%" in out
    assert "hand-2" not in out


@pytest.mark.usefixtures("made_up")
def test_what_cannot_be_judged_is_one_sentence(
    photos_of_two_families: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, broken = (tmp_path_factory.mktemp(name) for name in ("empty", "broken"))
    for name in ("lacking", "other", "size"):
        shutil.copytree(photos_of_two_families, broken / name)
    (broken / "lacking" / "hand-2.jpg").unlink()
    (broken / "other" / "hand-2.json").write_text('{"id": "hand-2", "boxes": []}')
    (broken / "size" / "hand-2.json").write_text('{"id": "hand-2", "size": [40, 30], "tiles": []}')
    for arguments, words in (
        ([empty], "holds no ID.json"),
        ([empty / "missing"], "holds no ID.json"),
        ([empty, "--shards"], "no rendered"),
        ([broken / "lacking"], "lacks hand-2.jpg"),
        ([broken / "other"], "another format"),
        ([broken / "size"], "400 x 300"),
        ([photos_of_two_families, "--set", "double-13"], "There is no domino set"),
    ):
        assert evaluate.main([str(word) for word in arguments]) == 2
        said = capsys.readouterr()
        last = said.err.rstrip().splitlines()[-1]
        assert said.out == ""
        assert words in last


@pytest.mark.usefixtures("made_up")
def test_shards_are_judged_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_shard(tmp_path / "shard-001-00000.npz", [make_sample(seed, 128) for seed in range(3)])
    assert evaluate.main([str(tmp_path), "--shards", "--json", "--limit", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["families"]["shard"]["photos"] == 2


def test_a_rendered_folder_is_in_the_label_format(tmp_path: Path) -> None:
    names = [folder.write_picture(tmp_path, index, 3, 160) for index in range(4)]
    assert sorted(path.stem for path in tmp_path.glob("*.jpg")) == sorted(names)
    cases = evaluate.folder_cases(tmp_path)
    assert [case.truth["id"] for case in cases] == sorted(names)
    for case in cases:
        assert case.truth["id"].split("-")[0] == case.truth["scene"]
        assert case.picture().shape == (160, 160, 3)
        for tile in labelled(case.truth):
            assert tile.quad is not None
            assert np.hypot(*(tile.centre - tile.quad.mean(0))) < 0.3 * tile.half


def test_a_rendered_folder_is_taken_up_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = folder.write_picture(tmp_path, 0, 3, 96)
    before = (tmp_path / f"{name}.jpg").stat().st_mtime_ns
    monkeypatch.setattr(folder, "render", None)
    assert folder.write_picture(tmp_path, 0, 3, 96) == name
    assert (tmp_path / f"{name}.jpg").stat().st_mtime_ns == before
