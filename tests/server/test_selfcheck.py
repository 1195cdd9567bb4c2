"""`pipwise check`, with the weights and the drawn picture replaced by what they may say."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from server.cli import create_app
from vision import selftest, weights
from vision.errors import VisionError, WeightsError
from vision.types import Observation

ENTRIES = {"detector": weights.Entry("detector", "detector.onnx", "0" * 64, "7")}


class NoReader:
    def read(self, image: object) -> Observation:
        raise AssertionError("the drawn picture is replaced")


@pytest.fixture(autouse=True)
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "verify", lambda: ENTRIES)
    monkeypatch.setattr(selftest, "selftest", lambda reader: None)


def test_a_whole_installation() -> None:
    result = CliRunner().invoke(create_app(NoReader), ["check"])
    assert result.exit_code == 0
    for word in ("pipwise", "python", "numpy", "opencv", "onnxruntime", "detector  7, weights match", "All is well."):
        assert word in result.stdout


@pytest.mark.parametrize(
    ("where", "name", "error"),
    [(weights, "verify", WeightsError("A hash differs.")), (selftest, "selftest", VisionError("It read 3-4."))],
)
def test_what_is_wrong_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, error: VisionError
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(where, name, fail)
    result = CliRunner().invoke(create_app(NoReader), ["check"])
    assert (result.exit_code, result.stderr) == (2, f"pipwise: {error}\n")
    assert "python" in result.stdout
    assert "All is well." not in result.stdout


def test_the_version() -> None:
    result = CliRunner().invoke(create_app(NoReader), ["--version"])
    assert result.exit_code == 0
    assert result.stdout.startswith("pipwise ")
