"""Trained networks in 8-bit whole numbers: a quarter of the size, two to three times the speed on a CPU.

Weights are rounded per channel, activations to the ranges that they have on rendered pictures (static quantization of
onnxruntime, quantize and dequantize nodes around the convolutions). The first layer sees evened pictures, whose levels
have a known scale (`datasets.whole_numbers`); the last ones, which give the answer, stay as they are.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from datasets.feed import detector_batches, reader_batches, refiner_batches
from datasets.networks import MAP_CHANNELS
from datasets.store import shards
from datasets.whole_numbers import begin_with_whole_numbers, end_in_products
from vision.evened import evened

QUANTIZED = ("Conv", "Concat", "Resize", "Relu", "Add", "Gemm", "MatMul")
BATCHES = {
    "detector": (detector_batches, 4, 24),
    "sceptic": (detector_batches, 4, 24),
    "refiner": (refiner_batches, 64, 12),
    "reader": (reader_batches, 64, 12),
}
"""For each network what it is shown to find the ranges: whose batches, how large, how many."""


class _Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Hands batches of pictures to the calibration."""

    def __init__(self, batches: Iterator[NDArray[np.uint8]], name: str) -> None:
        self._batches, self._name = batches, name

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def quantize(name: str, path: Path, pictures: Path, seed: int = 1) -> None:
    """Replace the network NAME at `path` by its 8-bit form, calibrated on shards in the folder `pictures`."""
    make, size, count = BATCHES[name]
    source = make(shards(pictures), np.random.default_rng([seed, 8]), size)
    batches = (evened(np.ascontiguousarray(next(source)[0].numpy())) for _ in range(count))
    with TemporaryDirectory() as scratch:
        prepared = Path(scratch) / "prepared.onnx"
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        graph = onnx.load(str(prepared)).graph
        layers = [node.name for node in graph.node if node.op_type in ("Conv", "Gemm", "MatMul")]
        outputs = {o.name for o in graph.output}
        last = [node.name for node in graph.node if node.name in layers and _ends_in(graph, node, outputs)]
        logging.getLogger().setLevel(logging.ERROR)
        quantize_static(
            str(prepared),
            str(path),
            _Pictures(batches, graph.input[0].name),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            # Weights of 7 bits: with 8, sums may overflow unseen on processors without VNNI instructions.
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=list(QUANTIZED),
            nodes_to_exclude=[layers[0], *last],
        )
    model = onnx.load(str(path))
    begin_with_whole_numbers(model.graph)
    if BATCHES[name][0] is detector_batches:
        end_in_products(model.graph, MAP_CHANNELS)
    onnx.save(model, str(path))


def _ends_in(graph: onnx.GraphProto, layer: onnx.NodeProto, outputs: set[str]) -> bool:
    """Whether no further layer follows between `layer` and an output of the graph."""
    users = [node for node in graph.node if layer.output[0] in node.input]
    if any(node.op_type in ("Conv", "Gemm", "MatMul") for node in users):
        return False
    return bool(outputs & set(layer.output)) or any(_ends_in(graph, node, outputs) for node in users)
