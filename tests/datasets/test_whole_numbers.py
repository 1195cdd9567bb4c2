"""Layers written anew in whole numbers answer what they answered before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")

import onnxruntime as ort  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from datasets.whole_numbers import begin_with_whole_numbers, end_in_products  # noqa: E402
from vision.evened import MIDDLE, STEPS  # noqa: E402

CHANNELS = 6
TOLD = 4


def network(first_stride: int = 2, last_side: int = 1) -> onnx.ModelProto:
    """Evened pictures -> a convolution in floats, rounded -> a convolution in floats."""
    rng = np.random.default_rng(3)
    values = {
        "middle": np.float32(MIDDLE),
        "steps": np.float32(STEPS),
        # 64 is what whole numbers of the largest weight stand for, so that these are exact in them.
        "first": rng.integers(-64, 65, (CHANNELS, 3, 3, 3)).astype(np.float32) / 64,
        "first_bias": rng.normal(size=CHANNELS).astype(np.float32),
        "step": np.float32(0.05),
        "zero": np.uint8(0),
        "last": rng.normal(size=(TOLD + 2, CHANNELS, last_side, last_side)).astype(np.float32),
        "last_bias": rng.normal(size=TOLD + 2).astype(np.float32),
    }
    values["first"][:, 0, 0, 0] = 1
    nodes = [
        ("Transpose", ["pictures"], "planes", {"perm": [0, 3, 1, 2]}),
        ("Cast", ["planes"], "floats", {"to": TensorProto.FLOAT}),
        ("Sub", ["floats", "middle"], "centred", {}),
        ("Div", ["centred", "steps"], "seen", {}),
        ("Conv", ["seen", "first", "first_bias"], "felt", {"strides": [first_stride] * 2, "pads": [1] * 4}),
        ("Relu", ["felt"], "left", {}),
        ("QuantizeLinear", ["left", "step", "zero"], "rounded", {}),
        ("DequantizeLinear", ["rounded", "step", "zero"], "meant", {}),
        ("Conv", ["meant", "last", "last_bias"], "maps", {}),
    ]
    graph = helper.make_graph(
        [helper.make_node(kind, inputs, [output], **more) for kind, inputs, output, more in nodes],
        "made-up",
        [helper.make_tensor_value_info("pictures", TensorProto.UINT8, ["n", "h", "w", 3])],
        [helper.make_tensor_value_info("maps", TensorProto.FLOAT, ["n", "channels", "rows", "columns"])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in values.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def answer(model: onnx.ModelProto, pictures: np.ndarray) -> np.ndarray:
    onnx.checker.check_model(model)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"pictures": pictures})[0])


@pytest.mark.parametrize("shape", [(1, 8, 8), (3, 12, 20), (2, 96, 160)])
def test_the_rewritten_network_answers_the_same(shape: Sequence[int]) -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (*shape, 3)).astype(np.uint8)
    before, after = network(), network()
    begin_with_whole_numbers(after.graph)
    assert not {"Cast", "Sub", "Div"} & {node.op_type for node in after.graph.node}
    wanted = answer(before, pictures)
    # Where a sum lies between two steps it may be rounded to either.
    assert np.abs(answer(after, pictures) - wanted).max() < 0.3
    assert np.abs(answer(after, pictures) - wanted).mean() < 0.01
    end_in_products(after.graph, TOLD)
    assert answer(after, pictures).shape == (*wanted[:, :TOLD].shape,)
    assert np.abs(answer(after, pictures) - wanted[:, :TOLD]).mean() < 0.01


def test_what_cannot_be_rewritten_is_refused() -> None:
    with pytest.raises(ValueError, match="stride 2"):
        begin_with_whole_numbers(network(first_stride=1).graph)
    with pytest.raises(ValueError, match="1 x 1"):
        end_in_products(network(last_side=3).graph, TOLD)
    done = network()
    begin_with_whole_numbers(done.graph)
    with pytest.raises(ValueError, match="first convolution"):
        begin_with_whole_numbers(done.graph)
