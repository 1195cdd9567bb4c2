"""The networks' files: a manifest with hashes, and onnxruntime behind a small protocol."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.errors import WeightsError
from vision.evened import evened

# onnxruntime reads this when it is loaded. Without it, it would keep a log of its use in the user's home and send it to
# its maker, and Pipwise promises to do neither.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

NAMES = ("detector", "sceptic", "refiner", "reader")
REPAIR = "install pipwise again"


class Network(Protocol):
    """Anything that turns one batch of uint8 RGB pictures (N, H, W, 3) into float32 arrays, one per output."""

    def run(self, batch: NDArray[np.uint8]) -> list[NDArray[np.float32]]: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One network in the manifest: file name beside it, SHA-256 in hex, and its version (seed and date of training)."""

    name: str
    file: str
    sha256: str
    version: str


class OnnxNetwork:
    """A network in an onnxruntime CPU session, shown evened pictures; one session may serve several threads."""

    def __init__(self, path: Path, threads: int = 0) -> None:
        import onnxruntime as ort
        from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Spinning workers would take the cores from the stages between two runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The arena keeps the largest activation it ever needed; a photo more is not worth hundreds of megabytes.
        options.enable_cpu_mem_arena = False
        try:
            self._session: Any = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except (ort_errors.Fail, ort_errors.InvalidProtobuf) as error:
            raise WeightsError(f"{path.name} is no network that onnxruntime can load; {REPAIR}.") from error
        self._input: str = self._session.get_inputs()[0].name

    def run(self, batch: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        outputs: list[NDArray[np.float32]] = self._session.run(None, {self._input: evened(batch)})
        return outputs


def runtime_version() -> str:
    """The version of onnxruntime."""
    import onnxruntime as ort

    return str(ort.__version__)


def folder() -> Path:
    """Where the packaged weights lie."""
    return Path(str(resources.files("models")))


def manifest(where: Path | None = None) -> dict[str, Entry]:
    """The manifest of `where` (the packaged weights by default); raises WeightsError when missing or malformed."""
    path = (where or folder()) / "manifest.json"
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["networks"]
        found = {e["name"]: Entry(e["name"], e["file"], e["sha256"], e["version"]) for e in entries}
    except FileNotFoundError as error:
        raise WeightsError(f"No weights at {path.parent}: manifest.json is missing; {REPAIR}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{path} is not a manifest of networks; {REPAIR}.") from error
    missing = [name for name in NAMES if name not in found]
    if missing:
        raise WeightsError(f"{path} does not name the network {missing[0]}; {REPAIR}.")
    return found


def verify(where: Path | None = None) -> dict[str, Entry]:
    """The manifest, after every file in it was found to have the SHA-256 it names; raises WeightsError otherwise."""
    where = where or folder()
    entries = manifest(where)
    for entry in entries.values():
        path = where / entry.file
        if not path.is_file():
            raise WeightsError(f"The network {entry.file} is missing from {where}; {REPAIR}.")
        if hashlib.sha256(path.read_bytes()).hexdigest() != entry.sha256:
            raise WeightsError(f"The network {entry.file} does not match its hash in the manifest; {REPAIR}.")
    return entries


def load(where: Path | None = None, threads: int = 0) -> tuple[dict[str, Network], tuple[str, ...]]:
    """The networks by name, their hashes checked, and their versions as `name version`."""
    where = where or folder()
    entries = verify(where)
    # The two detectors work at the same time, on half of the cores each; of the others, one lot of looks on each core.
    half = threads or max(1, (os.cpu_count() or 1) // 2)
    shares = {"detector": half, "sceptic": half, "refiner": 1, "reader": 1}
    networks: dict[str, Network] = {name: OnnxNetwork(where / entries[name].file, shares[name]) for name in NAMES}
    return networks, tuple(f"{name} {entries[name].version}" for name in NAMES)
