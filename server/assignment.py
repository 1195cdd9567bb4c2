"""The cheapest assignment of rows to columns, exactly, by shortest augmenting paths (the Hungarian method)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def assign(cost: NDArray[np.float64]) -> list[int]:
    """Give each row of `cost` a column of its own so that the sum of the chosen costs is as small as can be.

    `cost` is a float64 array (rows, columns) of finite numbers with at least as many columns as rows; the answer is
    the column of each row. Time grows as rows² x columns.

    Raises:
        ValueError: when the array is not such an array.
    """
    if cost.ndim != 2 or cost.shape[0] > cost.shape[1] or not np.isfinite(cost).all():
        raise ValueError(f"cost must be finite, (rows, columns) with rows <= columns; its shape is {cost.shape}")
    rows, columns = cost.shape
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    row_of = np.full(columns, -1)
    for start in range(rows):
        distance = np.full(columns, np.inf)
        came_from = np.full(columns, -1)
        done = np.zeros(columns, dtype=bool)
        row, column, length = start, -1, 0.0
        while row >= 0:  # Dijkstra over reduced costs until a column is reached that no row holds
            through = length + cost[row] - row_price[row] - column_price
            shorter = ~done & (through < distance)
            distance[shorter] = through[shorter]
            came_from[shorter] = column
            column = int(np.argmin(np.where(done, np.inf, distance)))
            length = float(distance[column])
            done[column] = True
            row = int(row_of[column])
        held = done & (row_of >= 0)
        row_price[row_of[held]] += length - distance[held]
        row_price[start] += length
        column_price[done] -= length - distance[done]
        while column >= 0:  # shift every row of the path by one column
            before = int(came_from[column])
            row_of[column] = row_of[before] if before >= 0 else start
            column = before
    column_of = [0] * rows
    for column, row in enumerate(row_of.tolist()):
        if row >= 0:
            column_of[row] = column
    return column_of
