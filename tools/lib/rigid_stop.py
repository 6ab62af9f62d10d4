"""An emergency stop with rigid ropes, by hand: two weights on a rope that friction holds on a braked sheave.

Everything is counted at the rope: mass over roping squared, weight over roping, I/R^2 of sheaves. `leading` is the side whose weight the
stop pulls up, or lets down more slowly, so that its tension falls; `trailing` the other one, which wants to run on.

    sheave and rope together    M a = B(t) - (W_t - W_l),  M = m_l + m_t + m_w      a deceleration, B(t) brake on the sheave's surface
    the rope slips              W_t + m_t a = E (W_l - m_l a),  E = exp(f alpha):   a_slip = (E W_l - W_t)/(E m_l + m_t)
    the sheave then             m_w a_w = B(t) - lambda,  lambda = W_t - W_l + (m_l + m_t) a_slip
    slip of a brake that closes at once   v^2/2 (1/a_slip - 1/a_w)
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Side:
    weight: float    # static tension at the sheave [N]
    mass: float      # what moves, seen at the rope [kg]


@dataclass
class RigidStop:
    leading: Side
    trailing: Side
    wheel: float           # I/R^2 of the drive sheave [kg]
    brake: float           # on the sheave's surface, closed [N]
    friction: float        # f alpha
    speed: float           # of the rope when the brake begins to close [m/s]
    closing: float = 0.0   # in which the brake's force rises, linearly [s]

    @property
    def slipping(self) -> float:
        """Deceleration of a rope that slips: the largest that friction can give it [m/s2]."""
        E = np.exp(self.friction)
        return (E * self.leading.weight - self.trailing.weight) / (E * self.leading.mass + self.trailing.mass)

    @property
    def held(self) -> float:
        """Deceleration if the rope does not slip and the brake is closed [m/s2]."""
        return (self.brake - self._drag) / (self._mass + self.wheel)

    @property
    def slip(self) -> float:
        """How far the rope slips [m]."""
        if self.held <= self.slipping:
            return 0.0
        # The brake reaches the limit at `begin`; until then sheave and rope move as one.
        begin = self.closing * (self._drag + (self._mass + self.wheel) * self.slipping) / self.brake
        speed = self.speed + (self._drag * begin - 0.5 * self._brake_at(begin) * begin) / (self._mass + self.wheel)
        time = begin + np.linspace(0, speed / self.slipping, 20001)
        dragged = self._drag + self._mass * self.slipping
        slowing = (self._brake_at(time) - dragged) / self.wheel
        sheave = np.maximum(0, speed - running_integral(time, slowing))
        return float(0.5 * speed**2 / self.slipping - running_integral(time, sheave)[-1])

    @property
    def _drag(self) -> float:
        return self.trailing.weight - self.leading.weight

    @property
    def _mass(self) -> float:
        return self.leading.mass + self.trailing.mass

    def _brake_at(self, t):
        return self.brake * (np.minimum(1, t / self.closing) if self.closing > 0 else np.ones_like(t))


def running_integral(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(0.5 * (y[1:] + y[:-1]) * np.diff(x))])
