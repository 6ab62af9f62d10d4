"""Torque ripple on three masses: cabin and counterweight on their ropes, the sheave between them, held by position and speed loop.

    m_c z_c'' = -k_c (1 + b d/dt) (z_c - l a)         k = (2 pi f)^2 m, f the bounce with the sheave locked
    m_w z_w'' = -k_w (1 + b d/dt) (z_w + l a)         z_w positive as the counterweight goes up
    J_s a''   = l k_c (..)(z_c - l a) - l k_w (..)(z_w + l a) + c + ripple
    c         = -J w_b (e + integral of e/T_i),  e = a' + w_p a                                        (T-DRV.9)

Written for the expectation of a load case only; nothing in it is shared with the FMUs.
"""

import numpy as np


def cabin_acceleration(plant: dict, control: dict, t: np.ndarray, torque: np.ndarray) -> np.ndarray:
    """Of the cabin under a torque on the sheave, both on the same even grid of times [m/s2]."""
    a, b, c = _system(plant, control)
    step = t[1] - t[0]
    n = len(a)
    both = np.zeros((n + 1, n + 1))
    both[:n, :n], both[:n, n] = a * step, b * step
    both = _exponential(both)
    x, out = np.zeros(n), np.empty(len(t))
    for k, value in enumerate(torque):
        out[k] = c @ x
        x = both[:n, :n] @ x + both[:n, n] * value
    return out


def _system(plant: dict, control: dict):
    """x' = A x + B torque, cabin's acceleration = C x; x = places of cabin, counterweight, sheave, their speeds, integral of e."""
    mass = np.array([plant["cabin_mass"], plant["counterweight_mass"]])
    k = (2 * np.pi * np.array(plant["bounce"])) ** 2 * mass
    l, inertia = plant["lift"], plant["sheave_inertia"]
    stretch = np.array([[1, 0, -l], [0, 1, l]])    # of both ropes, by the places
    stiffness = stretch.T @ np.diag(k) @ stretch
    inverse = np.diag(1 / np.array([*mass, inertia]))
    gain, wp, ti = control["inertia"] * control["bandwidth"], control["position_bandwidth"], control["integral_time"]
    a = np.zeros((7, 7))
    a[:3, 3:6] = np.eye(3)
    a[3:6, :3] = -inverse @ stiffness
    a[3:6, 3:6] = -plant["damping"] * inverse @ stiffness
    a[5, :] -= gain / inertia * np.array([0, 0, wp, 0, 0, 1, 1 / ti])
    a[6, 2], a[6, 5] = wp, 1
    b = np.zeros(7)
    b[5] = 1 / inertia
    return a, b, a[3]


def _exponential(m: np.ndarray) -> np.ndarray:
    """By its series, after halving until that converges at once."""
    halvings = max(0, int(np.ceil(np.log2(max(np.abs(m).sum(axis=1).max(), 1e-300)))) + 4)
    m = m / 2 ** halvings
    out = term = np.eye(len(m))
    for i in range(1, 12):
        term = term @ m / i
        out = out + term
    for _ in range(halvings):
        out = out @ out
    return out
