from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from datasets import export, train  # noqa: E402
from datasets.build import make_sample  # noqa: E402
from datasets.commands import run  # noqa: E402
from datasets.feed import detector_batches, flipped, prefetched  # noqa: E402
from datasets.store import Sample, shards, write_shard  # noqa: E402
from vision.geometry import is_convex  # noqa: E402
from vision.weights import NAMES, OnnxNetwork, load  # noqa: E402

SIZE = 160


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return [make_sample(seed, SIZE) for seed in range(10)]


@pytest.fixture(scope="module")
def work(samples: list[Sample], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of two steps for each network, on one small shard."""
    folder = tmp_path_factory.mktemp("work")
    for part in ("pictures", "things"):
        (folder / part).mkdir()
        write_shard(folder / part / "shard-001-00000.npz", samples)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        for name, recipe in train.RECIPES.items():
            patch.setitem(train.RECIPES, name, replace(recipe, batch=4))
            train.train(name, folder, seed=1, steps=2)
    torch.set_num_threads(threads)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_training_ends_with_weights_and_a_log(work: Path, name: str) -> None:
    (line,) = [json.loads(row) for row in (work / f"{name}.log").read_text().splitlines()]
    assert line["step"] == 2
    assert np.isfinite(line["loss"])
    assert (work / f"{name}.pt").is_file()
    assert not (work / f"{name}.checkpoint.pt").exists()


def test_a_finished_training_is_not_repeated(work: Path) -> None:
    before = (work / "reader.pt").stat().st_mtime_ns
    assert train.train("reader", work, seed=1, steps=2) == work / "reader.pt"
    assert (work / "reader.pt").stat().st_mtime_ns == before


def rendering(*_: object, **__: object) -> None:
    raise AssertionError("pictures were rendered")


def trained(work: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["train", "--work", str(work), *arguments])
    return run(train.main)


@pytest.mark.parametrize(("seed", "steps"), [("2", "2"), ("1", "3")])
def test_a_network_that_was_begun_otherwise_is_not_taken_up(
    work: Path, seed: str, steps: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in work.iterdir()}
    assert trained(work, monkeypatch, "--only", "reader", "--seed", seed, "--steps", steps) == 2
    told = (
        f"{work} is the folder of 'reader --seed 1 --steps 2', by its reader.txt; "
        f"give another one for 'reader --seed {seed} --steps {steps}'.\n"
    )
    assert capsys.readouterr().err == told
    assert {path: path.stat().st_mtime_ns for path in work.iterdir()} == before


def test_a_checkpoint_of_which_nothing_tells_the_seed_is_taken_up_when_somebody_does(
    samples: list[Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pictures").mkdir()
    write_shard(tmp_path / "pictures" / "shard-001-00000.npz", samples)
    monkeypatch.setattr(train, "SAVE_EVERY_S", -1.0)
    monkeypatch.setitem(train.RECIPES, "reader", replace(train.RECIPES["reader"], batch=4))
    kept = tmp_path / "reader.checkpoint.pt"
    with monkeypatch.context() as before:
        before.setattr(Path, "unlink", lambda path, missing_ok=False: None)
        train.train("reader", tmp_path, seed=1, steps=2)
    assert kept.is_file()
    (tmp_path / "reader.pt").unlink()
    (tmp_path / "reader.txt").unlink()
    assert trained(tmp_path, monkeypatch, "--only", "reader", "--steps", "2") == 2
    assert "or write 'reader --seed 1 --steps 2' into that file if this is so" in capsys.readouterr().err
    (tmp_path / "reader.txt").write_text("reader --seed 1 --steps 2\n")
    assert trained(tmp_path, monkeypatch, "--only", "reader", "--steps", "2") == 0
    assert not kept.exists()


def test_a_run_with_another_seed_is_refused_before_anything_is_rendered(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sceptic.txt").write_text(f"sceptic --seed 1 --steps {train.RECIPES['sceptic'].steps}\n")
    monkeypatch.setattr(train, "build", rendering)
    assert trained(tmp_path, monkeypatch, "--seed", "2") == 2
    assert "is the folder of 'sceptic --seed 1" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["sceptic.txt"]


def test_steps_are_those_of_one_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "build", rendering)
    with pytest.raises(SystemExit, match="2"):
        trained(tmp_path / "new", monkeypatch, "--steps", "5")
    assert "--steps goes with --only" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", NAMES)
def test_exported_networks_answer_like_the_trained_ones(work: Path, name: str, tmp_path: Path) -> None:
    entry = export.export(name, work / f"{name}.pt", tmp_path, "1")
    make, (height, width), outputs = export.SHAPES[name]
    network = make().eval()
    network.load_state_dict(torch.load(work / f"{name}.pt", weights_only=True))
    # Another size than the example's: the detector takes any that is a multiple of 32.
    shape = (3, 96, 160, 3) if name in ("detector", "sceptic") else (3, height, width, 3)
    batch = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
    batch = batch[:1] if name in ("detector", "sceptic") else batch
    with torch.no_grad():
        wanted = network(torch.from_numpy(batch))
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    answers = OnnxNetwork(tmp_path / entry["file"], threads=1).run(batch)
    assert len(answers) == len(outputs)
    for ours, theirs in zip(answers, wanted, strict=True):
        assert ours.dtype == np.float32
        assert np.abs(ours - theirs.numpy()).max() < 1e-3


@pytest.mark.parametrize("name", NAMES)
def test_whole_numbers_answer_nearly_like_floats_in_less_space(work: Path, name: str, tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    whole = export.export(name, work / f"{name}.pt", tmp_path, "1")["file"]
    small = export.export(name, work / f"{name}.pt", tmp_path / "small", "1", work / "pictures")["file"]
    assert (tmp_path / "small" / small).stat().st_size < 0.45 * (tmp_path / whole).stat().st_size
    _, (height, width), _ = export.SHAPES[name]
    batch = np.random.default_rng(0).integers(0, 256, (2, height, width, 3)).astype(np.uint8)
    batch[:, height // 3 :, : width // 2] //= 4
    for ours, theirs in zip(
        OnnxNetwork(tmp_path / "small" / small, threads=1).run(batch),
        OnnxNetwork(tmp_path / whole, threads=1).run(batch),
        strict=True,
    ):
        assert ours.dtype == np.float32
        assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.95


def test_the_manifest_is_one_that_the_reader_takes(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["export", "--work", str(work), "--out", str(tmp_path), "--seed", "7"])
    export.main()
    networks, versions = load(tmp_path, threads=1)
    assert set(networks) == set(NAMES)
    assert all(version.endswith("-seed7") for version in versions)
    model = onnx.load(str(tmp_path / "reader.onnx"))
    assert {"project", "network", "version", "license"} <= {prop.key for prop in model.metadata_props}


def test_a_flipped_sample_shows_the_same_tiles(samples: list[Sample]) -> None:
    """The colour at each tile's centre moves along with it, and outlines stay clockwise."""
    sample = next(s for s in samples if any(label.legible for label in s.labels))
    for seed in range(8):
        turned = flipped(np.random.default_rng(seed), sample)
        for before, after in zip(sample.labels, turned.labels, strict=True):
            if not before.legible:
                continue
            (x, y), (u, v) = (np.round(label.quad.mean(0)).astype(int) for label in (before, after))
            assert (
                np.abs(
                    sample.picture[y - 1 : y + 2, x - 1 : x + 2].mean((0, 1))
                    - turned.picture[v - 1 : v + 2, u - 1 : u + 2].mean((0, 1))
                ).max()
                < 40
            )
            assert is_convex(after.quad)
            assert after.length == pytest.approx(before.length)


def test_mistakes_in_the_background_reach_the_training(tmp_path: Path) -> None:
    def failing():  # type: ignore[no-untyped-def]
        yield (torch.zeros(1),)
        raise ValueError("no more pictures")

    feed = prefetched(failing)
    assert len(next(feed)) == 1
    with pytest.raises(ValueError, match="no more pictures"):
        next(feed)


def test_batches_differ_and_repeat_with_their_seed(work: Path) -> None:
    paths = shards(work / "pictures")
    one, other, again = (next(detector_batches(paths, np.random.default_rng(seed), 2)) for seed in (1, 2, 1))
    assert torch.equal(one[0], again[0])
    assert not torch.equal(one[0], other[0])
    assert one[0].shape == (2, SIZE, SIZE, 3)
    assert one[1].shape == (2, 2, SIZE // 4, SIZE // 4)
