"""What changed between two photos of a table, the second from somewhere else; and the command `pipwise diff`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from datasets.table_views import observe, other_camera
from datasets.tables import TrueTable, table
from engine.presets import PRESETS, preset
from engine.tiles import Tile
from server.cli import create_app
from server.diff_report import diff_report
from server.diff_words import doubt_text, gone_text, laid_text, moved_text, verdict_texts
from server.seen_table import SeenTable
from server.table_diff import ChangeDoubt, TableDiff, diff
from server.table_known import Known
from server.table_service import see_table
from server.table_verdict import judge
from tests.server.photographed import KnowingReader
from vision.geometry import is_convex
from vision.types import Observation

LARGE = 3
"""The seed of a table with nine trains and no hand."""


def seen(
    true: TrueTable,
    seed: int,
    only: Collection[int] | None = None,
    odd: Mapping[int, Mapping[int, float]] | None = None,
) -> tuple[SeenTable, list[int]]:
    """The table from a place of its own, and the true number of each tile."""
    rng = np.random.default_rng(seed)
    camera = other_camera(true, rng) if seed else None
    observation, numbers = observe(true, rng, camera=camera, only=only, odd=odd)
    return see_table(observation, Known(preset("puremco", true.highest))), numbers


def ends(true: TrueTable, gone: Collection[int] = ()) -> list[int]:
    """Tiles of trains on which none lies."""
    found = []
    for train in true.trains:
        left = [place for place, (tile, _, _) in enumerate(train.links) if tile not in gone]
        carrying = {train.links[place][2] for place in left}
        found += [train.links[place][0] for place in left if place not in carrying]
    return found


def without(true: TrueTable, *tiles: int) -> set[int]:
    return set(range(len(true.quads))) - set(tiles)


def name(true: TrueTable, number: int) -> Tile:
    return Tile.of(*true.values[number])


def changed(before: SeenTable, after: SeenTable) -> TableDiff:
    changes = diff(before, after)
    assert changes is not None
    return changes


@pytest.mark.parametrize("seed", range(1, 40, 3))
def test_laid_tiles_are_found_and_nothing_else(seed: int) -> None:
    true, rng = table(seed), np.random.default_rng(seed)
    laid: list[int] = []
    for _ in range(int(rng.integers(0, 4))):
        laid.append(int(rng.choice(ends(true, laid))))
    before, _ = seen(true, 0, without(true, *laid))
    after, numbers = seen(true, 1)
    changes = changed(before, after)
    assert sorted(numbers[one.number] for one in changes.laid) == sorted(laid)
    assert (changes.gone, changes.moved, changes.bumped) == ((), (), 0)
    place = {train.links[at][0]: train.links[on][0] if on >= 0 else true.engine
             for train in true.trains for at, (_, _, on) in enumerate(train.links)
             if on >= 0 or train.starts_at_engine}  # fmt: skip
    for one in changes.laid:
        if one.on is not None:
            assert numbers[one.on] == place[numbers[one.number]]


def test_a_tile_that_was_taken_away_or_moved() -> None:
    true = table(LARGE)
    gone, moved, bumped = ends(true)[:3]
    quads = true.quads.copy()
    for number, lengths in ((moved, 2.0), (bumped, 0.3)):
        across = (quads[number][1] - quads[number][0]) * 2
        quads[number] += lengths * across
    after, numbers = seen(replace(true, quads=quads), 1, without(true, gone))
    before, first = seen(true, 0)
    changes = changed(before, after)
    assert [first[one.number] for one in changes.gone] == [gone]
    assert "is gone from train" in gone_text(before, after, changes, changes.gone[0])
    assert [numbers[one.after] for one in changes.moved] == [moved]
    assert changes.laid == ()
    assert changes.bumped == 1
    assert "2.0 tile lengths" in moved_text(changes.moved[0])


def test_an_overlooked_tile_below_an_old_one_is_no_news() -> None:
    true = table(LARGE)
    train = next(train for train in true.trains if len(train.links) > 3)
    inside = next(
        tile for at, (tile, _, _) in enumerate(train.links) if at and any(on == at for _, _, on in train.links)
    )
    whole, numbers = seen(true, 1)
    partly, first = seen(true, 0, without(true, inside))
    for before, after in ((partly, whole), (whole, partly)):
        changes = changed(before, after)
        assert (changes.laid, changes.gone, changes.moved, changes.doubts) == ((), (), (), ())
    assert len(first) == len(numbers) - 1


def test_readings_that_differ_at_one_place() -> None:
    true = table(LARGE)
    tile = ends(true)[0]
    _, b = true.values[tile]
    other = (b + 1) % 10
    sure, _ = seen(true, 0)
    misread, _ = seen(true, 1, odd={tile: {other: 0.8, b: 0.1}})
    changes = changed(sure, misread)
    assert (changes.laid, changes.gone, changes.doubts) == ((), (), ())
    exchanged = changed(sure, seen(true, 1, odd={tile: {other: 0.999}})[0])
    assert exchanged.laid == exchanged.gone == ()
    assert [one.code for one in exchanged.doubts] == [ChangeDoubt.EXCHANGED]


def test_another_reading_matters_where_something_was_laid_on_it() -> None:
    true = table(LARGE)
    train, at = next(
        (train, at)
        for train in true.trains
        for at, (tile, inner, _) in enumerate(train.links)
        if inner == 0 and len(set(true.values[tile])) == 2 and len(train.links) == at + 2 and train.links[-1][2] == at
    )
    below, laid = train.links[at][0], train.links[-1][0]
    a, b = true.values[below]
    there = {Tile.of(*values) for values in true.values}
    other = next(v for v in range(true.highest + 1) if v != b and Tile.of(a, v) not in there)
    before, first = seen(true, 0, without(true, laid), {below: {other: 0.8, b: 0.1}})
    after, numbers = seen(true, 1)
    changes = changed(before, after)
    assert [numbers[one.number] for one in changes.laid] == [laid]
    (doubt,) = changes.doubts
    assert (doubt.code, first[doubt.before or 0]) == (ChangeDoubt.READ_OTHERWISE, below)
    told = doubt_text(before, after, doubt, ("a.jpg", "b.jpg"))
    assert told == f"{Tile.of(a, b)} was read as {Tile.of(a, other)} in a.jpg; it is taken for the same tile."


def test_tiles_that_one_photo_cuts_up_otherwise_were_not_laid() -> None:
    true = table(LARGE)
    end = ends(true)[0]
    quads = true.quads.copy()
    # The same spot read as a tile that lies across it, half a length further.
    middle, ahead = quads[end].mean(axis=0), (quads[end][:2].mean(axis=0) - quads[end][2:].mean(axis=0)) / 2
    across = (quads[end][1] - quads[end][0]) / 2
    quads[end] = np.array([middle + 2 * across * sx + ahead / 2 * sy + ahead * 0.4 for sx, sy in
                           ((1, 1), (1, -1), (-1, -1), (-1, 1))])  # fmt: skip
    if not is_convex(quads[end]):
        quads[end] = quads[end][::-1]
    values = list(true.values)
    values[end] = next(
        (a, b) for a in range(13) for b in range(a) if Tile.of(a, b) not in {Tile.of(*v) for v in values}
    )
    before, after = seen(replace(true, quads=quads, values=tuple(values)), 0)[0], seen(true, 1)[0]
    changes = changed(before, after)
    assert changes.laid == changes.gone == ()
    assert ChangeDoubt.PLACE_TAKEN in {one.code for one in changes.doubts}


def test_a_set_that_cannot_be_read_is_known_by_its_places() -> None:
    true = table(LARGE)
    readable = set(ends(true)[:5])
    blind = [number for number in range(len(true.quads)) if number not in readable]
    odd = [{number: {(true.values[number][1] + by) % 13: 0.92} for number in blind} for by in (1, 2)]
    before, after = seen(true, 0, odd=odd[0])[0], seen(true, 1, odd=odd[1])[0]
    changes = changed(before, after)
    assert changes.match.agreeing < len(true.quads) / 2
    assert changes.laid == changes.gone == ()


def test_what_a_photo_does_not_reach_is_not_laid() -> None:
    true = table(LARGE)
    rims = [int(true.quads[number][:, 0].max()) for number in range(len(true.quads))]
    rim = sorted(rims)[-4]
    kept = [number for number, x in enumerate(rims) if x < rim]
    assert true.engine in kept
    observation, _ = observe(true, np.random.default_rng(0), only=kept)
    narrow = see_table(replace(observation, image_size=(rim, 3000)), Known(preset("puremco", true.highest)))
    after, numbers = seen(true, 1)
    changes = changed(narrow, after)
    assert changes.laid == ()
    assert {one.code for one in changes.doubts} == {ChangeDoubt.NOT_IN_VIEW}
    assert {numbers[one.after or 0] for one in changes.doubts} <= set(range(len(true.quads))) - set(kept)
    back = changed(after, narrow)
    assert (back.gone, back.doubts) == ((), ())


def test_other_tables_are_other_tables() -> None:
    tables = [seen(table(seed), 1)[0] for seed in (3, 4, 10, 16)]
    for one in tables:
        for other in tables:
            assert (diff(one, other) is None) == (one is not other)


def test_who_laid_it_and_whether_that_was_legal() -> None:
    true = table(24)  # without a double that is open
    tile = next(end for end in ends(true) if not name(true, end).is_double)
    before, after = seen(true, 0, without(true, tile))[0], seen(true, 1)[0]
    changes = changed(before, after)
    rules = PRESETS["puremco"].change(highest=true.highest)
    judged = judge(before, after, changes, rules)
    assert (judged.legal, judged.in_one_turn) == (True, True)
    assert verdict_texts(after, judged)[0].startswith("It is one turn of player ")
    owner = judged.verdict.turns[0].seat + 1
    other = owner % len(judged.players) + 1
    against = judge(before, after, changes, rules, turn=str(other))
    assert against.legal
    assert verdict_texts(after, against)[0].endswith(f"if the train of {judged.players[owner - 1]} was open.")
    assert laid_text(after, changes.laid[0]).startswith(f"{name(true, tile)} ")


Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `pipwise` in a folder with photos of a table before and after a tile was laid, and of another table."""
    true, other = table(24), table(3)
    tile = next(end for end in ends(true) if not name(true, end).is_double)
    photos = {
        "before.png": observe(true, np.random.default_rng(0), only=without(true, tile))[0],
        "after.png": observe(true, np.random.default_rng(1), camera=other_camera(true, np.random.default_rng(1)))[0],
        "other.png": observe(other, np.random.default_rng(2))[0],
        "empty.png": Observation((4000, 3000), (), (), (), (), ()),
    }
    reader = {}
    for width, (file, observation) in enumerate(photos.items(), 300):
        cv2.imwrite(str(tmp_path / file), np.full((200, width, 3), 90, np.uint8))
        reader[width] = observation
    (tmp_path / "broken.png").write_bytes(b"no picture")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(create_app(lambda: KnowingReader(reader)), arguments)  # type: ignore[arg-type]


def test_the_command_tells_what_was_laid(run: Run) -> None:
    highest = f"double-{table(24).highest}"
    result = run("diff", "before.png", "after.png", "--set", highest)
    assert (result.exit_code, result.stderr) == (0, "")
    first, second = result.stdout.splitlines()[:2]
    assert " was laid on train " in first or " starts train " in first
    assert second.startswith("It is one turn of player ")
    told = json.loads(run("diff", "before.png", "after.png", "--set", highest, "--json").stdout)
    assert (told["legal"], told["in_one_turn"], len(told["laid"]), told["gone"]) == (True, True, 1, [])
    assert told["laid"][0]["text"] == first
    drawn = run("diff", "before.png", "after.png", "--set", highest, "--overlay", "seen")
    assert (drawn.exit_code, drawn.stdout) == (0, result.stdout)
    picture = cv2.imread("seen/after-diff.jpg")
    assert picture.shape[0] > 200  # a band says what was laid
    small = run("diff", "before.png", "after.png", "--set", "double-6")
    assert "pips on a half; try --set double-" in small.stdout
    shutil.copy("after.png", "again.png")
    same = run("diff", "after.png", "again.png", "--set", highest)
    assert same.stdout.startswith("Nothing was laid, and nothing is gone.")
    assert "No engine" not in same.stdout


def test_photos_without_an_engine_are_perhaps_of_no_table(
    drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    row = [drawn.tile(a, b, at=(100 + 70 * k, 100)) for k, (a, b) in enumerate(values)]
    for file, width in (("one.png", 600), ("two.png", 601)):
        cv2.imwrite(str(tmp_path / file), np.full((400, width, 3), 90, np.uint8))
    monkeypatch.chdir(tmp_path)
    reader = KnowingReader({width: drawn.photo(row, size=(width, 400)) for width in (600, 601)})
    app = create_app(lambda: reader)  # type: ignore[arg-type,return-value]
    said = "No engine can be told in {}; perhaps it shows no table, or not the middle of it."
    told = [said.format(file) for file in ("one.png", "two.png")]
    result = CliRunner().invoke(app, ["diff", "one.png", "two.png"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["Nothing was laid, and nothing is gone.", *told]
    assert json.loads(CliRunner().invoke(app, ["diff", "one.png", "two.png", "--json"]).stdout)["text"] == told


def test_the_command_refuses_in_one_sentence(run: Run) -> None:
    highest = f"double-{table(24).highest}"
    for arguments, said in (
        (("before.png", "other.png"), "do not seem to show the same table"),
        (("before.png", "broken.png"), "broken.png"),
        (("before.png", str(Path("before.png").resolve())), "before.png is there twice; name an earlier photo"),
        (("before.png", "empty.png"), "No tiles were found in empty.png"),
        (("before.png", "after.png", "--overlay", "broken.png"), "cannot be made a folder"),
        (("before.png", "after.png", "--players", "1"), "--players is a whole number from 2 to 16, not 1."),
        (("before.png", "after.png", "--turn", "15"), "There is no train 15; the photo shows trains 1 to"),
        (("before.png", "after.png", "--preset", "chess"), "chess"),
    ):
        result = run("diff", *arguments, "--set", highest)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("before.png", "after.png", "--turn", "99"), "There is no train 99; trains go from 1 to at most 16"),
        (
            ("before.png", "after.png", "--turn", "3", "--players", "2"),
            "There is no train 3; trains go from 1 to at most 2",
        ),
        (("before.png", "after.png", "--turn", "north"), "'north' is no side of the photo; say bottom, left, top or"),
        (("before.png", "after.png", "--turn", ""), "'' is no side of the photo; say bottom, left, top or"),
        (("after.png", "after.png"), "after.png is there twice; name an earlier photo of the table and a later one."),
        (("before.png", "nowhere.png"), "nowhere.png: There is no such file"),
        ((".", "after.png"), ".: This is a folder"),
    ],
)
def test_what_no_photo_can_make_right_is_refused_before_one_is_read(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    def no_reader() -> object:
        raise AssertionError("no photo has to be read for that")

    result = CliRunner().invoke(create_app(no_reader), ["diff", *arguments])  # type: ignore[arg-type]
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {said}")
    assert result.stderr.count("\n") == 1


@pytest.fixture
def drawn(request: pytest.FixtureRequest):
    """The small table of the tests, whose fixture goes by the name of a function here."""
    return request.getfixturevalue("seen")


@pytest.mark.parametrize("order", ["in order", "reverse", "any"])
@pytest.mark.parametrize("covers", [(6, 2), (9, 2)])
def test_of_several_open_doubles_any_may_have_been_first(drawn, order: str, covers: tuple[int, int]) -> None:
    rules = PRESETS["puremco"].change(open_doubles=order)
    at = (686, 500) if covers[0] == 6 else (584, 800)
    lying = [*drawn.table()[:6], drawn.table()[6], drawn.lying(9, 9, (522, 800), 90)]
    lying = [tile for number, tile in enumerate(lying) if number != 3]  # so that 6-6 is open, too
    before, after = (
        see_table(drawn.photo(shown, size=(1000, 1000)), Known(rules))
        for shown in (lying, [*lying, drawn.lying(*covers, at, 180)])
    )
    judged = judge(before, after, diff(before, after), rules)
    assert judged.legal
    assumed = [line for line in verdict_texts(after, judged) if "which no photo shows" in line]
    double = Tile(covers[0], covers[0])
    told = f"Several doubles were open: this is right if {double} had to be covered first, which no photo shows."
    assert assumed == ([] if order == "any" else [told])
    changes = diff(before, after)
    assert changes is not None
    report = diff_report(("before", "after"), before, after, changes, judged)
    number = next(number for number, one in enumerate(after.reading.tiles) if one.tile == double)
    assert report["assumed_first"] == (None if order == "any" else {"tile": str(double), "number": number})


def test_one_open_double_leaves_no_question(drawn) -> None:
    rules = PRESETS["puremco"]
    lying = [tile for number, tile in enumerate(drawn.table()[:8]) if number != 3]
    before, after = (
        see_table(drawn.photo(shown, size=(1000, 1000)), Known(rules))
        for shown in (lying, [*lying, drawn.lying(6, 2, (686, 500), 180)])
    )
    judged = judge(before, after, diff(before, after), rules)
    assert (judged.legal, judged.covered) == (True, None)
    wrong = see_table(drawn.photo([*lying, drawn.lying(2, 5, (624, 800), 180)], size=(1000, 1000)), Known(rules))
    assert judge(before, wrong, diff(before, wrong), rules, turn="right").legal is False
