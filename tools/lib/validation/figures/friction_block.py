"""The block on a plate, through its FMU."""

import numpy as np

from curves import curve
from fmu_run import run

ZERO = [f"friction.gamma{k}=0" for k in range(1, 7)]


def measure(folder):
    def block(title, *settings, stop):
        return run(title, "FrictionBlock", 3, list(settings), stop, 1e-3, folder)

    coulomb = block("coulomb", *ZERO, "friction.gamma4=0.1", "friction.gamma5=100", "spring.stiffness=0", "plate_velocity=1", stop=2.0)
    slip = 1 - coulomb.columns["block_velocity"]
    viscous = block("viscous", *ZERO, "friction.gamma6=0.01", "spring.stiffness=0", "plate_velocity=1", stop=10.0)
    stribeck = block("stribeck", *ZERO, "friction.gamma1=0.25", "friction.gamma2=100", "friction.gamma3=10", "plate_velocity=0.1", stop=10.0)
    full = block("full", "plate_velocity=0.1", stop=10.0)
    slow = block("slow", "plate_velocity=0.005", stop=20.0)
    sweep = np.linspace(1e-4, 0.2, 20001)
    law = 0.25 * (np.tanh(100 * sweep) - np.tanh(10 * sweep)) + 0.1 * np.tanh(100 * sweep) + 0.01 * sweep
    last = slow.time > 15
    figures = {
        "coulomb": float(np.interp(-0.01, -slip, coulomb.time)),
        "viscous": float(np.max(np.abs(1 - viscous.columns["block_velocity"] - np.exp(-0.0981 * viscous.time)))),
        "periods": [period(stribeck), period(full)],
        "slow plate": float(np.ptp(slow.columns["block_velocity"][last])),
        "peak": [float(np.max(law)), float(sweep[np.argmax(law)])],
    }
    plots = [
        {"title": "Stick-slip at 0.1 m/s: velocity of the block", "x": "time [s]", "y": "[m/s]",
         "curves": [curve(n, r.time[:4000], r.columns["block_velocity"][:4000]) for n, r in (("Stribeck only", stribeck), ("all terms", full))]},
        {"title": "The friction law with its default coefficients", "x": "sliding velocity [m/s]", "y": "friction coefficient",
         "curves": [curve("coefficient", sweep, law)]},
    ]
    return figures, plots


def period(r):
    v, t = r.columns["block_velocity"], r.time
    up = np.flatnonzero((v[:-1] < 0) & (v[1:] >= 0))
    crossings = t[up] - (t[up + 1] - t[up]) * v[up] / (v[up + 1] - v[up])
    return float((crossings[-1] - crossings[1]) / (len(crossings) - 2))
