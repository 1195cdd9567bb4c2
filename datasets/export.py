"""Trained weights -> 8-bit ONNX with metadata, and the manifest: `python -m datasets.export --work DIR`."""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import logging
import sys
import warnings
from pathlib import Path

from datasets.commands import run, whole
from datasets.extra import onnx, torch
from datasets.networks import READER_SIZE, REFINER_SIZE, Detector, Reader, Refiner, Shown
from datasets.quantize import quantize

OPSET = 18
SHAPES: dict[str, tuple[type[Detector | Refiner | Reader], tuple[int, int], list[str]]] = {
    "detector": (Detector, (512, 512), ["maps"]),
    "sceptic": (Detector, (512, 512), ["maps"]),
    "refiner": (Refiner, REFINER_SIZE, ["points_and_kinds"]),
    "reader": (Reader, (READER_SIZE, READER_SIZE), ["values", "density"]),
}


def export(name: str, weights: Path, out: Path, version: str, pictures: Path | None = None) -> dict[str, str]:
    """Write `out`/NAME.onnx from a state dict; returns its entry in the manifest.

    With `pictures`, a folder of shards to calibrate on, in 8-bit whole numbers, otherwise in 32-bit floats.
    """
    make, (height, width), outputs = SHAPES[name]
    network = make().eval()
    network.load_state_dict(torch.load(weights, weights_only=True, map_location="cpu"))
    example = torch.zeros((2, height, width, 3), dtype=torch.uint8)
    free = {0: "batch", 1: "height", 2: "width"} if make is Detector else {0: "batch"}
    path = out / f"{name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Shown(network),
            (example,),
            str(path),
            input_names=["pictures"],
            output_names=outputs,
            dynamic_axes={"pictures": free} | {o: {0: "batch"} for o in outputs},
            opset_version=OPSET,
            dynamo=False,
        )
    if pictures is not None:
        quantize(name, path, pictures)
    model = onnx.load(str(path))
    model.graph.doc_string = ""
    for node in model.graph.node:
        node.doc_string = ""
    onnx.helper.set_model_props(
        model,
        {
            "project": "pipwise",
            "network": name,
            "version": version,
            "input": "uint8 RGB, batch x rows x columns x 3, as vision.evened evens pictures",
            "license": "Apache-2.0",
        },
    )
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"name": name, "file": path.name, "sha256": digest, "version": version}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder of a finished training")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--seed", type=whole(0), default=1, help="seed of that training, for the version")
    parser.add_argument("--float", action="store_true", help="keep 32-bit floats instead of 8-bit whole numbers")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    args.out.mkdir(parents=True, exist_ok=True)
    version = f"{datetime.date.today():%Y.%m.%d}-seed{args.seed}"
    pictures = None if args.float else args.work / "pictures"
    entries = [export(name, args.work / f"{name}.pt", args.out, version, pictures) for name in SHAPES]
    manifest = json.dumps({"format": 1, "networks": entries}, indent=2)
    (args.out / "manifest.json").write_text(manifest + "\n", encoding="utf-8")
    size = sum((args.out / e["file"]).stat().st_size for e in entries)
    print(f"{len(entries)} networks, {size / 1e6:.2f} MB in {args.out}")


if __name__ == "__main__":
    sys.exit(run(main))
