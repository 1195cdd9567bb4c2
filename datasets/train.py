"""Train one network or all: `python -m datasets.train --work DIR [--only NAME] --seed 1`. Resumable.

`--work` is an empty folder or one of an interrupted run with the same seed: pictures are rendered below it first if
they are missing, then the detector and the reader are trained on one core while the sceptic and the refiner are trained
on the other.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.build import build
from datasets.commands import note, noted, run, whole
from datasets.extra import Tensor, nn, torch
from datasets.feed import Batch, detector_batches, prefetched, reader_batches, refiner_batches
from datasets.losses import detector_loss, reader_loss, refiner_loss
from datasets.networks import Detector, Reader, Refiner
from datasets.progress import tqdm
from datasets.store import shards

PICTURES, THINGS = 28000, 4000
"""How many pictures are rendered, and how many more without dominoes, for those whom `RECIPES` names."""
SAVE_EVERY_S = 120.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one network is trained. One cycle of the learning rate over `steps` batches of `batch` from `folders`."""

    make: Callable[[], nn.Module]
    batches: Callable[[list[Path], np.random.Generator, int], Iterator[Batch]]
    loss: Callable[[nn.Module, Batch], Tensor]
    batch: int
    steps: int
    rate: float
    folders: tuple[str, ...] = ("pictures",)


def _detector_loss(network: nn.Module, batch: Batch) -> Tensor:
    maps = network.maps(batch[0])  # type: ignore[operator]
    return detector_loss(maps.float(), *batch[1:])


def _refiner_loss(network: nn.Module, batch: Batch) -> Tensor:
    return refiner_loss(network(batch[0]).float(), *batch[1:])


def _reader_loss(network: nn.Module, batch: Batch) -> Tensor:
    logits, density = network(batch[0])
    return reader_loss(logits.float(), density.float(), *batch[1:])


RECIPES = {
    "detector": Recipe(Detector, detector_batches, _detector_loss, 8, 10000, 2.5e-3),
    # The same network, told more about what is no domino.
    "sceptic": Recipe(Detector, detector_batches, _detector_loss, 8, 10500, 2.5e-3, ("pictures", "things")),
    "refiner": Recipe(Refiner, refiner_batches, _refiner_loss, 128, 5000, 2e-3, ("pictures", "things")),
    "reader": Recipe(Reader, reader_batches, _reader_loss, 128, 7000, 2e-3),
}
LANES = (("detector", "reader"), ("sceptic", "refiner"))
"""What is trained one after the other; the lanes side by side, a core each."""


def train(name: str, work: Path, seed: int, steps: int | None = None) -> Path:
    """Train the network `name` on the shards below `work` to the end of its recipe; returns the weights' path.

    A checkpoint in `work` is taken up where it stopped. Progress goes to `work`/NAME.log, a JSON object a line.

    Raises:
        FileNotFoundError: if shards are missing.
        InputError: if the network was begun there with another seed or number of steps.
    """
    recipe = RECIPES[name]
    total = steps or recipe.steps
    paths = [path for folder in recipe.folders for path in shards(work / folder)]
    note(*_begun(name, work, seed, total))
    checkpoint, finished = work / f"{name}.checkpoint.pt", work / f"{name}.pt"
    if finished.exists():
        return finished
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    network = recipe.make().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.rate, total_steps=total + 1, pct_start=0.08, final_div_factor=200
    )
    step = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        step = int(state["step"])
    # A run that goes on draws other pictures than it began with, not the same ones again.
    rng = np.random.default_rng([seed, step])
    feed = prefetched(lambda: recipe.batches(paths, rng, recipe.batch))
    network.train()
    average, saved, started = 0.0, time.monotonic(), time.monotonic()
    with (
        (work / f"{name}.log").open("a", encoding="utf-8") as log,
        tqdm(total=total, initial=step, unit="step", desc=name, mininterval=10) as bar,
    ):
        while step < total:
            batch = next(feed)
            with torch.autocast("cpu", torch.bfloat16):
                loss = recipe.loss(network, batch)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            step += 1
            average = loss.item() if average == 0 else 0.98 * average + 0.02 * loss.item()
            bar.update()
            if step % 100 == 0 or step == total:
                bar.set_postfix(loss=f"{average:.4f}")
                line = {"step": step, "loss": round(average, 4), "seconds": round(time.monotonic() - started, 1)}
                print(json.dumps(line), file=log, flush=True)
            if time.monotonic() - saved > SAVE_EVERY_S:
                _save(
                    {
                        "network": network.state_dict(),
                        "optimizer": optimizer.state_dict(),
                        "schedule": schedule.state_dict(),
                        "step": step,
                    },
                    checkpoint,
                )
                saved = time.monotonic()
    _save(network.state_dict(), finished)
    checkpoint.unlink(missing_ok=True)
    return finished


def _begun(name: str, work: Path, seed: int, steps: int) -> tuple[Path, str, dict[str, object], str, str]:
    """What is noted in `work`/NAME.txt of how a network is trained there, as `note` and `noted` take it."""
    return work, name, {"seed": seed, "steps": steps}, f"{name}*.pt", f"{name}.txt"


def _save(state: object, path: Path) -> None:
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)


def train_all(work: Path, seed: int) -> None:
    """Render, then train all four in two lanes, one core each. What one lane has begun ends when the other fails.

    Raises InputError, before anything is rendered, if a network was begun there with another seed or number of steps.
    """
    notes = [_begun(name, work, seed, recipe.steps) for name, recipe in RECIPES.items()]
    for each in (noted, note):  # nothing is noted if one of them does not fit
        for begun in notes:
            each(*begun)
    build(work / "pictures", PICTURES, seed)
    build(work / "things", THINGS, seed, things=True)
    command = [sys.executable, "-m", "datasets.train", "--work", str(work), "--seed", str(seed), "--only"]
    waiting = [list(lane) for lane in LANES]
    running: list[subprocess.Popen[bytes] | None] = [None] * len(LANES)
    try:
        while any(waiting) or any(running):
            for lane, names in enumerate(waiting):
                if running[lane] is None and names:
                    running[lane] = subprocess.Popen([*command, names.pop(0)])
            time.sleep(1)
            for lane, process in enumerate(running):
                if process is not None and process.poll() is not None:
                    if process.returncode != 0:
                        raise SystemExit("A training failed; its message stands above. Run the same command again.")
                    running[lane] = None
    finally:
        for process in running:
            if process is not None:
                process.terminate()
                process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder of the run: pictures, checkpoints, logs")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--only", choices=sorted(RECIPES), help="train this network alone; pictures must be there")
    parser.add_argument("--steps", type=whole(1), help="with --only: another number of batches than the recipe's")
    args = parser.parse_args()
    if args.steps is not None and args.only is None:
        parser.error("--steps goes with --only")
    args.work.mkdir(parents=True, exist_ok=True)
    if args.only is None:
        train_all(args.work, args.seed)
        return
    torch.set_num_threads(1)
    train(args.only, args.work, args.seed, args.steps)


if __name__ == "__main__":
    sys.exit(run(main))
