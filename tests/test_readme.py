"""What README.md tells people to type is typed here."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

import cv2
import pytest

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "datasets" / "samples" / "hand.jpg"
PHOTO = re.compile(r"[\w./-]+\.(?:jpg|jpeg|png|webp|heic)\b")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")


def commands(document: str) -> list[list[str]]:
    """The words of every command in the shell blocks of a document; `a && b` are two commands."""
    text = (ROOT / document).read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S) for line in block.splitlines()]
    return [words for line in lines for part in line.split("&&") if (words := shlex.split(part, comments=True))]


def written_game() -> str:
    """The game that README.md shows."""
    (game,) = re.findall(r"^```text\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    return game


def options(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("--")]


README = commands("README.md")
PIPWISE = [words[1:] for words in README if words[0] == "pipwise"]
MODULES = sorted({words[2] for name in DOCUMENTS for words in commands(name) if words[1:2] == ["-m"]})


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of `pipwise ARGUMENTS`, run in this process so that a network is loaded once."""
    from server.cli import main

    monkeypatch.setattr(sys, "argv", ["pipwise", *arguments])
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def test_the_blocks_are_found() -> None:
    assert README[0] == ["pip", "install", "."]
    known = {"arena", "audit", "check", "diff", "hint", "play", "read", "rules", "score", "serve", "train"}
    assert {words[0] for words in PIPWISE} == known


@pytest.mark.parametrize("arguments", PIPWISE, ids=" ".join)
def test_every_option_is_known(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run([arguments[0], "--help"], monkeypatch) == 0
    told = capsys.readouterr().out
    assert [option for option in options(arguments) if option not in told] == []


@pytest.mark.parametrize("arguments", [words for words in PIPWISE if words[0] != "serve"], ids=" ".join)
def test_every_command_runs(arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each photo that the command names is a sample or half of one, the game is the one below; nothing leaves us.

    `pipwise serve` runs until it is stopped: tests/server/test_serve_command.py does that.
    """
    if not list((ROOT / "models").glob("*.onnx")):
        pytest.skip("no weights in models/ yet")
    for name in PHOTO.findall(" ".join(arguments)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("bo."):
            # Two players cannot hold the same tiles: this one has the left half of them.
            sample = cv2.imread(str(SAMPLE))
            (tmp_path / name).write_bytes(cv2.imencode(".jpg", sample[:, : sample.shape[1] // 2])[1].tobytes())
        else:
            shutil.copy(ROOT / name if (ROOT / name).is_file() else SAMPLE, tmp_path / name)
    (tmp_path / "game.txt").write_text(written_game(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(socket, "socket", None)
    assert run(arguments, monkeypatch) == 0


def test_the_samples_show_what_was_laid_between_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not list((ROOT / "models").glob("*.onnx")):
        pytest.skip("no weights in models/ yet")
    (words,) = [words for words in PIPWISE if words[0] == "diff" and "samples" in words[1]]
    monkeypatch.chdir(ROOT)
    assert run(words, monkeypatch) == 0
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first == "3-9 was laid on train 2 (top), on 1-9."
    assert second.startswith("Against the rules: The double 9 ")  # so that there is something to be found


def test_the_game_is_by_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(written_game(), encoding="utf-8")
    assert run(["replay", str(tmp_path / "game.txt")], monkeypatch) == 0
    told = capsys.readouterr().out
    assert (
        "5 moves in 1 round, all by the rules.\nRound 1 is not over and has no points yet: it is the turn of Bo."
        in told
    )


@pytest.mark.parametrize("module", MODULES)
def test_every_module_that_is_run_exists(module: str) -> None:
    assert find_spec(module)


def test_every_option_of_a_training_command_is_known() -> None:
    """Looked up in the source: PyTorch, which these modules import, may not be there."""
    runs = [words for words in README if words[1:2] == ["-m"] and words[2].startswith("datasets.")]
    assert runs
    for words in runs:
        source = ROOT.joinpath(*words[2].split(".")).with_suffix(".py").read_text(encoding="utf-8")
        assert [option for option in options(words) if f'"{option}"' not in source] == []


def test_extras_exist() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = {extra for name in DOCUMENTS for words in commands(name) for extra in re.findall(r"\.\[(\w+)\]", words[-1])}
    assert named
    assert all(re.search(rf"^{extra} = \[", text, re.M) for extra in named)


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    (tests,) = [words for words in README if "pytest" in words]
    assert shlex.join(tests) in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / document).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
