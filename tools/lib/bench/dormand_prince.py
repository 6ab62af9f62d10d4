"""Dormand and Prince's pair of orders 5 and 4 with scipy's step control (RK45), as one compiled loop."""

import numba
import numpy as np

A = np.array([
    [0, 0, 0, 0, 0, 0],
    [1 / 5, 0, 0, 0, 0, 0],
    [3 / 40, 9 / 40, 0, 0, 0, 0],
    [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
])
C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
E = np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40])


def compiled_integrator(rate):
    """(t, end, y, h, rtol, atol, work, record) -> next h, evaluations, steps; y moves to `end`.

    Each accepted step is written into `record` as [t, y] while it has room.
    """

    @numba.njit(fastmath=True, error_model="numpy")
    def integrate(t, end, y, h, rtol, atol, work, record):
        n = len(y)
        k, stage = np.empty((7, n)), np.empty(n)
        rate(t, y, k[0], work)
        evaluations, steps, factor_limit = 1, 0, 10.0
        while t < end:
            cut = t + h >= end
            step = end - t if cut else h
            for i in range(1, 7):
                for l in range(n):
                    total = 0.0
                    for j in range(i):
                        total += A[i, j] * k[j, l]
                    stage[l] = y[l] + step * total
                rate(t + C[i] * step, stage, k[i], work)
            evaluations += 6
            norm = 0.0
            for l in range(n):
                total = 0.0
                for j in range(7):
                    total += E[j] * k[j, l]
                norm += (step * total / (atol + rtol * max(abs(y[l]), abs(stage[l])))) ** 2
            norm = np.sqrt(norm / n)
            if norm < 1:
                factor = factor_limit if norm == 0 else min(factor_limit, 0.9 * norm**-0.2)
                t = end if cut else t + step
                y[:], k[0] = stage, k[6]
                h, factor_limit = (max(h, step * factor) if cut else step * factor), 10.0
                if steps < len(record):
                    record[steps, 0], record[steps, 1:] = t, y
                steps += 1
            else:
                h, factor_limit = step * max(0.2, 0.9 * norm**-0.2), 1.0
                if not h > 1e-12:
                    break
        return h, evaluations, steps

    return integrate
