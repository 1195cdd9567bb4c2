"""A trained network, from its first layer on, in whole numbers (ONNX graphs, rewritten in place).

As trained, a network takes a picture as it is, makes floats of it and divides brightness and contrast out. As shipped,
it takes pictures that `vision.evened` has evened, whose levels are whole numbers with a known scale, and so all but its
last layers are sums of whole numbers. Two layers are written in a form that a CPU works through in less than half of
the time, with the same sums:

- The first convolution, 3 x 3 with stride 2 over 3 channels, gathers nine scraps of three bytes for each sum. Over
  groups of four pixels, 12 channels each, with two columns of results at once, it gathers six of twelve for two sums.
- A last convolution of 1 x 1 is a product of matrices, channels last, so that no picture of floats is turned around.
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, helper, numpy_helper

from vision.evened import MIDDLE, STEPS

GROUP = 4
"""Pixels in a row that are taken together."""
MOST_WEIGHT = 64
"""Weights are whole numbers up to this: with 127, sums may overflow unseen on processors without VNNI instructions."""
TO_PLANES, TO_PIXELS = (0, 3, 1, 2), (0, 2, 3, 1)
"""Channels before rows and columns, and after them."""


def begin_with_whole_numbers(graph: onnx.GraphProto) -> None:
    """Let a quantized network take evened pictures, and do its first layer in whole numbers.

    Raises ValueError when the first layer is no convolution of 3 x 3 with stride 2 over 3 channels, or is in whole
    numbers already.
    """
    known = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    first = _first_layer(graph, known)
    weights, bias = known[first.input[1]], known[first.input[2]]
    scales = np.maximum(np.abs(weights).reshape(len(weights), -1).max(axis=1), 1e-8) / MOST_WEIGHT
    whole = np.round(weights / scales[:, None, None, None]).astype(np.int8)
    times = GROUP // 2
    kernel, scale = _over_groups(whole), np.tile(scales, times).astype(np.float32)
    step = np.float32(1 / STEPS)
    new = _Nodes(graph)
    groups = new.node("Reshape", [graph.input[0].name, new.value("groups", np.array([0, 0, -1, 3 * GROUP]))])
    planes = new.node("Transpose", [groups], perm=TO_PLANES)
    seen = new.scaled(planes, new.value("step", step), new.value("middle", np.uint8(MIDDLE)))
    first.input[0] = seen
    first.input[1] = new.constant("weights", kernel, scale)
    first.input[2] = new.constant(
        "bias", np.round(np.tile(bias, times) / (scale * step)).astype(np.int32), scale * step
    )
    del first.attribute[:]
    shape = {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 1, 0, 0]}
    first.attribute.extend(helper.make_attribute(name, value) for name, value in shape.items())
    made = _rounded_output(graph, first)
    before = made.output[0]
    made.output[0] = f"{before}_groups"
    pixels = new.node("Transpose", [made.output[0]], perm=TO_PIXELS)
    single = new.node("Reshape", [pixels, new.value("columns", np.array([0, 0, -1, len(whole)]))])
    new.node("Transpose", [single], before, perm=TO_PLANES)
    new.done()


def end_in_products(graph: onnx.GraphProto, channels: int) -> None:
    """Let a network that ends in a convolution of 1 x 1 give the first `channels` of it by a product of matrices.

    Raises ValueError when it ends in anything else.
    """
    known = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    layers = [node for node in graph.node if node.op_type == "Conv"]
    last = layers[-1]
    if last.input[1] not in known or known[last.input[1]].shape[2:] != (1, 1):
        raise ValueError(f"the last convolution, {last.name}, is not one of 1 x 1 in floats")
    new = _Nodes(graph)
    pixels = new.node("Transpose", [last.input[0]], perm=TO_PIXELS)
    matrix = np.ascontiguousarray(known[last.input[1]][:channels, :, 0, 0].T)
    product = new.node("MatMul", [pixels, new.value("matrix", matrix)])
    moved = new.node("Add", [product, new.value("constants", known[last.input[2]][:channels])])
    output = graph.output[0].name
    for node in graph.node:
        if output in node.output:
            node.output[0] = f"{output}_before"
    new.node("Transpose", [moved], output, perm=TO_PLANES)
    new.done()


def _first_layer(graph: onnx.GraphProto, known: dict[str, NDArray[np.generic]]) -> NodeProto:
    for node in graph.node:
        if node.op_type == "Conv":
            weights = known.get(node.input[1])
            strides = next((list(a.ints) for a in node.attribute if a.name == "strides"), None)
            if weights is None or weights.shape[1:] != (3, 3, 3) or strides != [2, 2]:
                raise ValueError(f"the first convolution, {node.name}, is not one of 3 x 3, stride 2, over 3 channels")
            return node
    raise ValueError("there is no convolution")


def _over_groups(kernel: NDArray[np.int8]) -> NDArray[np.int8]:
    """A kernel (n, 3, 3, 3) with stride 2 as one (n GROUP / 2, 3 GROUP, 3, 2) over groups of pixels in a row: those
    before, and those at, the columns of the result."""
    count, times = len(kernel), GROUP // 2
    grouped = np.zeros((count * times, 3 * GROUP, 3, 2), np.int8)
    for result in range(times):
        for tap in range(3):
            # The pixel under the tap, counted from the first of the group.
            column = 2 * result + tap - 1
            group, place = (1, column) if column >= 0 else (0, GROUP + column)
            rows, channels = slice(result * count, (result + 1) * count), slice(3 * place, 3 * place + 3)
            grouped[rows, channels, :, group] = kernel[..., tap]
    return grouped


def _rounded_output(graph: onnx.GraphProto, layer: NodeProto) -> NodeProto:
    """The node that makes whole numbers of what `layer` gives, perhaps after what is negative became 0."""
    name = layer.output[0]
    while True:
        node = next((n for n in graph.node if name in n.input), None)
        if node is None or node.op_type not in ("Relu", "QuantizeLinear"):
            raise ValueError(f"what the layer {layer.name} gives is not rounded")
        if node.op_type == "QuantizeLinear":
            return node
        name = node.output[0]


class _Nodes:
    """Nodes and constants added to a graph; `done` puts them in order and drops what nothing needs any more."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._graph, self._count = graph, 0

    def node(self, kind: str, inputs: list[str], output: str = "", **attributes: object) -> str:
        """Adds a node; returns the name of its output."""
        self._count += 1
        output = output or f"whole_{kind}_{len(self._graph.node)}"
        self._graph.node.append(helper.make_node(kind, inputs, [output], name=f"node_{output}", **attributes))
        return output

    def value(self, name: str, value: NDArray[np.generic] | np.generic) -> str:
        """Adds a constant; returns its name."""
        name = f"whole_{name}"
        self._graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def scaled(self, whole: str, scale: str, zero: str, **attributes: object) -> str:
        """What whole numbers stand for."""
        return self.node("DequantizeLinear", [whole, scale, zero], **attributes)

    def constant(self, name: str, whole: NDArray[np.generic], scale: NDArray[np.float32]) -> str:
        """Adds constant whole numbers (n, …), a scale (n,) for each row; returns the name of what they stand for."""
        zero = self.value(f"{name}_zero", np.zeros(len(whole), whole.dtype))
        return self.scaled(self.value(name, whole), self.value(f"{name}_scale", scale), zero, axis=0)

    def done(self) -> None:
        """Nodes in an order in which each comes after what it needs, without those that no output needs."""
        graph = self._graph
        makers = {output: node for node in graph.node for output in node.output}
        ordered: dict[str, NodeProto] = {}
        waiting = [output.name for output in graph.output]
        while waiting:
            name = waiting[-1]
            node = makers.get(name)
            needed = [] if node is None or node.output[0] in ordered else [i for i in node.input if i in makers]
            missing = [i for i in needed if makers[i].output[0] not in ordered]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if node is not None:
                ordered.setdefault(node.output[0], node)
        nodes = [NodeProto.FromString(node.SerializeToString()) for node in ordered.values()]
        used = {name for node in nodes for name in node.input}
        constants = [t for t in graph.initializer if t.name in used]
        kept = [onnx.TensorProto.FromString(t.SerializeToString()) for t in constants]
        del graph.node[:], graph.initializer[:], graph.value_info[:]
        graph.node.extend(nodes)
        graph.initializer.extend(kept)
