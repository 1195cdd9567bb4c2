"""The command line, with a reader that knows beforehand what each photo shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from server.cli import create_app
from vision.errors import WeightsError
from vision.types import Observation

if TYPE_CHECKING:
    from conftest import Seen

Run = Callable[..., Result]


class KnowingReader:
    """Tells photos apart by their width."""

    def __init__(self, by_width: dict[int, Observation]) -> None:
        self.by_width = by_width

    def read(self, image: np.ndarray) -> Observation:
        return self.by_width[image.shape[1]]


@pytest.fixture
def run(seen: type[Seen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `pipwise` in a folder with photos of two hands, an empty table, tiles face down, and a broken file."""
    ann = [
        seen.tile(12, 6, at=(100, 100)),
        seen.tile(3, {5: 0.7, 4: 0.28}, at=(300, 100)),
        seen.tile(0, 0, at=(100, 300)),
    ]
    photos = {
        "ann.png": seen.photo(ann, size=(400, 400)),
        "bo.png": seen.photo([seen.tile(1, 2, at=(100, 100)), seen.tile(6, 6, at=(300, 100))], size=(401, 400)),
        "empty.png": seen.photo([], size=(402, 400)),
        "backs.png": seen.photo([], face_down=[(60, 60), (200, 60)], size=(403, 400)),
        "twin.png": seen.photo([seen.tile(2, 1, at=(100, 100))], size=(404, 400)),
        "again.png": seen.photo(ann[::-1], size=(405, 400)),
    }
    for name, observation in photos.items():
        cv2.imwrite(str(tmp_path / name), np.full((400, observation.image_size[0], 3), 90, np.uint8))
    (tmp_path / "broken.png").write_bytes(b"no picture")
    monkeypatch.chdir(tmp_path)
    reader = KnowingReader({observation.image_size[0]: observation for observation in photos.values()})
    return lambda *arguments, env=None: CliRunner().invoke(create_app(lambda: reader), arguments, env=env)


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_is_one_object_a_line(run: Run) -> None:
    result = run("read", "--json", "ann.png", "bo.png")
    assert (result.exit_code, result.stderr) == (0, "")
    ann, bo = lines(result.stdout)
    assert (ann["photo"], ann["width"], ann["height"], ann["total"], ann["sure"]) == ("ann.png", 400, 400, 26, False)
    assert (ann["timings_ms"], ann["models"], ann["face_down"]) == ({"read": 12.3}, ["made-up 1"], [])
    tile = ann["tiles"][1]
    assert (tile["pips"], tile["ends"]) == ([3, 5], [[300, 80], [300, 120]])
    assert tile["quad"] == [[280, 60], [320, 60], [320, 140], [280, 140]]
    assert (tile["sure"], tile["confidence"], tile["place"]) == (False, 0.7, "rightmost in the top row")
    assert tile["alternatives"] == [{"pips": [3, 4], "confidence": 0.28}]
    assert tile["doubts"] == [{"code": "value_unsure", "half": 1, "text": "the 5 may be a 4"}]
    assert (bo["total"], bo["sure"]) == (15, True)


def test_json_is_what_the_judge_judges(run: Run, root: Path, tmp_path: Path) -> None:
    judge = root.parent / "shared" / "tools" / "judge_photos.py"
    if not judge.is_file():
        pytest.skip("no judge beside the repository (shared/tools)")
    (tmp_path / "readings.jsonl").write_text(run("read", "--json", "ann.png", "bo.png").stdout)
    (tmp_path / "truth").mkdir()
    truths = {
        "ann": [([6, 12], [[100, 120], [100, 80]]), ([3, 4], [[300, 80], [300, 120]])],
        "bo": [([1, 2], [[100, 80], [100, 120]]), ([6, 6], [[300, 80], [300, 120]])],
    }
    for name, tiles in truths.items():
        truth = {"tiles": [{"pips": pips, "ends": ends, "legible": True} for pips, ends in tiles]}
        (tmp_path / "truth" / f"{name}.json").write_text(json.dumps(truth))
    command = [sys.executable, str(judge), str(tmp_path / "truth"), str(tmp_path / "readings.jsonl")]
    verdict = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    assert {key: verdict[key] for key in ("photos", "exact", "legible", "right", "extra", "sure", "sure_wrong")} == {
        "photos": 2, "exact": 1, "legible": 4, "right": 3, "extra": 1, "sure": 4, "sure_wrong": 1,
    }  # fmt: skip


def test_a_photo_is_read_in_words_with_doubts_first(run: Run) -> None:
    result = run("read", "ann.png")
    assert result.exit_code == 0
    doubt = "3-5, rightmost in the top row (x 300, y 100): the 5 may be a 4"
    assert doubt in result.stdout
    assert result.stdout.index(doubt) < result.stdout.index("6-12")
    assert "about 26 pips on 3 tiles (please check 1)" in result.stdout


def test_colours_stay_away_when_nobody_wants_them(run: Run) -> None:
    assert "\x1b" not in run("read", "ann.png", env={"NO_COLOR": "1"}).output


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_photo_without_dominoes_says_what_to_try(run: Run, command: str) -> None:
    result = run(command, "empty.png")
    # Nothing found is an answer to `read`; points that were not counted are none.
    assert result.exit_code == (0 if command == "read" else 2)
    assert "No dominoes were found. Lay the tiles face up" in result.stdout


def test_tiles_lying_face_down_are_told(run: Run) -> None:
    result = run("score", "backs.png")
    assert "Only tiles that seem to lie face down were found" in result.stdout
    told = "2 tiles seem to lie face down, not counted: top left (x 60, y 60); top middle (x 200, y 60)"
    assert told in result.stdout
    assert told in run("read", "backs.png").stdout
    (report,) = lines(run("read", "--json", "backs.png").stdout)
    assert (report["face_down"], report["tiles"]) == ([[60, 60], [200, 60]], [])
    assert report["face_down_confidence"] == [0.9, 0.9]
    assert [warning["code"] for warning in report["warnings"]] == ["only_face_down"]


def test_what_cannot_be_read_is_one_sentence_and_the_others_are_read(run: Run) -> None:
    result = run("read", "--json", "broken.png", "ann.png", "missing.png", "bo.png")
    assert result.exit_code == 2
    assert [report["photo"] for report in lines(result.stdout)] == ["ann.png", "bo.png"]
    broken, missing = result.stderr.splitlines()
    assert broken.startswith("pipwise: broken.png: ")
    assert missing == (
        "pipwise: missing.png: There is no such file; look at its name, and at the folder that it is in."
    )
    folder = run("read", ".")
    assert folder.exit_code == 2
    assert folder.stderr == "pipwise: .: This is a folder; name the photos in it, as in *.jpg.\n"


def test_a_hand_is_scored_with_its_doubts_first(run: Run) -> None:
    result = run("score", "ann.png", "--double-blank", "50")
    assert result.exit_code == 0
    assert "ann: about 76 points on 3 tiles (please check 1)" in result.stdout
    assert "0-0 3-5 6-12" in result.stdout
    assert result.stdout.index("the 5 may be a 4") < result.stdout.index("76 points")


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ([], 15),
        (["--doubles", "twice"], 27),
        (["--doubles", "once", "--blank-half", "25"], 15),
    ],
)
def test_house_rules_count(run: Run, options: list[str], points: int) -> None:
    assert f"bo: {points} points on 2 tiles" in run("score", "bo.png", *options).stdout


def test_a_round_is_ranked(run: Run) -> None:
    result = run("score", "ann.png", "--player", "Bo B.=bo.png", "--out", "Cy", "--going-out", "-5")
    assert result.exit_code == 0
    table = [line.split() for line in result.stdout.splitlines()]
    assert ["1.", "Cy", "0", "-5"] in table
    assert ["2.", "Bo", "B.", "2", "15"] in table
    assert ["3.", "ann", "3", "about", "26"] in table
    assert "Nobody went out" not in result.stdout


def test_a_photo_without_dominoes_wins_nothing(run: Run) -> None:
    result = run("score", "bo.png", "--player", "Cy=empty.png", "--player", "Di=ann.png")
    assert result.exit_code == 2
    assert "Cy: not counted, no dominoes found\n" in result.stdout
    ranking = result.stdout[result.stdout.index("place") :]
    assert ["1.", "bo", "2", "15"] in [line.split() for line in ranking.splitlines()]
    assert ranking.rstrip().endswith("\nNot counted, no dominoes found: Cy.")
    assert ranking.count("Cy") == 1
    assert "place" not in run("score", "empty.png", "backs.png").stdout


def test_points_for_going_out_go_to_nobody_without_a_word(run: Run) -> None:
    told = "Nobody went out: name who did with --out.\n"
    assert told in run("score", "bo.png", "--going-out", "-5").stdout
    assert told not in run("score", "bo.png").stdout


def test_who_went_out_needs_no_photo(run: Run) -> None:
    result = run("score", "bo.png", "--out", "Cy", "--going-out", "-10")
    table = [line.split() for line in result.stdout.splitlines()]
    assert ["1.", "Cy", "0", "-10"] in table
    assert ["2.", "bo", "2", "15"] in table


def test_a_tile_in_two_hands_is_a_doubt(run: Run) -> None:
    result = run("score", "bo.png", "twin.png")
    assert result.stdout.count("another player's photo shows the same tile") == 2
    assert "twin: about 3 points on 1 tile" in result.stdout


def test_two_photos_of_one_hand_are_one_sentence(run: Run) -> None:
    result = run("score", "--player", "Ann=ann.png", "--player", "Bo=again.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pipwise: The photos of Ann and Bo show the same tiles; one of them is wrong.\n"


def test_a_round_with_a_broken_photo_says_who_is_missing(run: Run) -> None:
    result = run("score", "--player", "Ann=ann.png", "--player", "Bo=broken.png")
    assert result.exit_code == 2
    assert "Ann: about 26 points" in result.stdout
    assert "Not in this table: Bo." in result.stdout
    assert result.stderr.startswith("pipwise: broken.png: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["read", "ann.png", "--set", "double-7"], "There is no domino set 'double-7'; choose double-6, "),
        (["score", "ann.png", "--set", "x"], "There is no domino set 'x'; choose double-6, "),
        (["score", "ann.png", "--double-blank", "7"], "The rule for double blank is 0, 25 or 50, not 7."),
        (["score", "--player", "Ann=ann.png", "--player", "Ann=bo.png"], "Ann is there twice; a player has one hand"),
        (["score", "bo.png", "--player", "bo=ann.png"], "bo is there twice; a player has one hand"),
        (
            ["score", "--player", "Ann=bo.png", "--player", "Bo=bo.png"],
            "bo.png is there twice, for Ann and for Bo; each player has their own photo.",
        ),
        (["score", "bo.png", "bo.png"], "bo.png is there twice; each player has their own photo"),
        (
            ["score", "a/hand.jpg", "b/hand.jpg"],
            "Several photos are named hand; name the players, as in --player Ann=a",
        ),
        (["score", "bo.png", "--out", " "], "A player who went out has no name; name one, as in --out Ann."),
        (["score", "bo.png", "--out", "Cy", "--out", " Cy"], "Cy is there twice; a player has one hand"),
        (["score", "bo.png", "--out", "bo"], "bo is there twice; a player has one hand"),
        (["score", "--player", "ann.png"], "'ann.png' names no player and photo; write one as Ann=ann.jpg."),
        (["score"], "There is no photo to score"),
        (["read", "ann.png", "--overlay", ""], "The folder for overlays has no name; "),
        (["read", "ann.png", "--overlay", "broken.png"], "broken.png cannot be made a folder for overlays: "),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {sentence}")
    assert len(result.stderr.splitlines()) == 1


def test_how_often_doubles_count_is_complained_about_in_plain_words(run: Run) -> None:
    result = run("score", "bo.png", "--doubles", "thrice", env={"COLUMNS": "120", "NO_COLOR": "1"})
    assert result.exit_code == 2
    assert result.stderr == "pipwise: --doubles is once or twice, not 'thrice'.\n"


@pytest.mark.parametrize("name", ["double-15", "15"])
def test_the_set_has_a_long_and_a_short_name(run: Run, name: str) -> None:
    assert lines(run("read", "--json", "bo.png", "--set", name).stdout)[0]["set"] == "double-15"


def test_overlays_are_written_and_never_over_each_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "ann.png").write_bytes((tmp_path / "bo.png").read_bytes())
    result = run("read", "ann.png", "other/ann.png", "--overlay", "seen/here")
    assert result.exit_code == 0, result.output
    names = ["ann-read-2.jpg", "ann-read.jpg"]
    assert sorted(path.name for path in (tmp_path / "seen" / "here").iterdir()) == names
    picture = cv2.imread(str(tmp_path / "seen" / "here" / "ann-read.jpg"))
    assert picture is not None
    assert picture.std() > 1, "nothing was drawn"


def test_an_overlay_never_replaces_a_file(run: Run, tmp_path: Path) -> None:
    photo = (tmp_path / "ann.png").read_bytes()
    (tmp_path / "ann-read.jpg").write_bytes(photo)  # a photo of the user's own that happens to bear the name
    (tmp_path / "ann-read-2.jpg").mkdir()
    (tmp_path / "ann-read-3.jpg").symlink_to(tmp_path / "elsewhere.jpg")
    for _ in range(2):
        assert run("read", "ann.png", "ann-read.jpg", "--overlay", ".").exit_code == 0
    assert (tmp_path / "ann-read.jpg").read_bytes() == photo
    assert not (tmp_path / "elsewhere.jpg").exists()
    names = {path.name for path in tmp_path.iterdir() if "read" in path.name}
    ours = {"ann-read-4.jpg", "ann-read-5.jpg", "ann-read-read.jpg", "ann-read-read-2.jpg"}
    assert names == {"ann-read.jpg", "ann-read-2.jpg", "ann-read-3.jpg", *ours}
    assert all(cv2.imread(str(tmp_path / name)) is not None for name in ours)
    assert not list(tmp_path.glob(".pipwise*"))


def test_an_overlay_that_cannot_be_written_is_one_sentence_and_the_others_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / ("x" * 250 + ".png")).write_bytes((tmp_path / "ann.png").read_bytes())
    result = run("read", "--json", "x" * 250 + ".png", "bo.png", "--overlay", "seen")
    assert (result.exit_code, len(lines(result.stdout))) == (2, 2)
    told = f"pipwise: The overlay of {'x' * 250}.png cannot be written to seen: file name too long.\n"
    assert result.stderr == told
    assert [path.name for path in (tmp_path / "seen").iterdir()] == ["bo-read.jpg"]


@pytest.mark.parametrize("command", [["read", "ann.png"], ["score", "ann.png"]])
def test_a_reader_that_cannot_be_had_is_one_sentence(command: list[str]) -> None:
    def factory() -> KnowingReader:
        raise WeightsError("The weights are gone.")

    result = CliRunner().invoke(create_app(factory), command)
    assert (result.exit_code, result.stderr) == (2, "pipwise: The weights are gone.\n")


HELP = """
import sys
from server.cli import main
sys.argv = ["pipwise", "--help"]
try:
    main()
finally:
    print(*sys.modules)
"""


def test_help_loads_no_picture_library_and_no_network(root: Path) -> None:
    result = subprocess.run([sys.executable, "-c", HELP], cwd=root, capture_output=True, text=True, check=True)
    for command in ("read", "score", "check"):
        assert command in result.stdout
    assert not {"cv2", "onnxruntime", "PIL", "numpy"} & set(result.stdout.split())


CLOSED = """
import sys
from conftest import Seen
from server.cli import create_app
class Reader:
    def read(self, image):
        return Seen.photo([Seen.tile(1, 2)])
create_app(Reader)(["read", *sys.argv[1:], *["bo.png"] * 30])
"""


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently")
@pytest.mark.parametrize("options", [["--json"], []])
def test_a_reader_of_the_output_may_leave_early(run: Run, root: Path, options: list[str]) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests" / "server")])}
    command = [sys.executable, "-c", CLOSED, *options]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


def test_names_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J\n.png").write_bytes((tmp_path / "bo.png").read_bytes())
    for result in (
        run("read", "a\x1b[2J\n.png", "no\x1b.png"),
        run("score", "a\x1b[2J\n.png", "--player", "B\x1b=ann.png", "--player", "C\x1b=no\x1b.png"),
        run("score", "bo.png", "--out", "A\x1b", "--out", "A\x1b"),
    ):
        assert "\x1b" not in result.output
        assert "\\x1b" in result.output


def test_json_holds_no_broken_text(run: Run, tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.png")
    try:
        (tmp_path / name).write_bytes((tmp_path / "bo.png").read_bytes())
    except OSError:
        pytest.skip("this file system takes no such names")
    (report,) = lines(run("read", "--json", name).stdout)
    assert report["photo"] == "caf\ufffd.png"
