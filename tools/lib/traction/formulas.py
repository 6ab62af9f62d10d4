"""Traction of the ropes on a drive sheave, calculation after EN 81-50 5.11: functions of numbers, each shown with its numbers.

Not checked against the purchased text: the formulas are those of public programs that quote its clauses, and reproduce their
published results. SI units, angles in rad.

  r             roping ratio: speed of the rope at the drive sheave over the speed of the body
  a             deceleration of the car, > 0 [m/s2]
  way           +1 for a body that moves down and is braked (its rope is pulled harder), -1 for one that moves up
  M_SR          suspension ropes in the fall at the drive sheave, all ropes, one fall [kg]
  M_CR          compensation that hangs on the body [kg]
  M_Comp        tension mass of compensation ropes [kg]
  m_P, i        I/R^2 of a pulley on the body [kg], and the square of its surface's speed over the body's: 1 for r = 1, 2
  m_DP          I/R^2 of deflection pulleys [kg] that turn with the rope at the drive sheave
  f, alpha      friction of the groove, angle of wrap [rad]
Left out, as in the standard: travelling cable (a description has none), friction at the guides, the pressure that a fast rope loses.
"""

import math
from dataclasses import dataclass

MU = 0.1                # loading
MU_STALLED = 0.2
MU_SPEED = 10.0         # [m/s] in mu = 0.1/(1 + v/10), v of the rope
OVERLOAD = 1.25         # of the rated load, while loading
LEAST_DECELERATION = 0.5    # [m/s2], braking


def number(value: float) -> str:
    """As an engineer writes it: six digits, no tail of zeros."""
    return f"{value:.6g}"


@dataclass(frozen=True)
class Formula:
    symbol: str
    law: str            # in symbols
    numbers: str        # the same in numbers
    value: float
    unit: str = ""

    def __str__(self) -> str:
        steps = dict.fromkeys((self.law, self.numbers, number(self.value)))    # each once
        return " = ".join((self.symbol, *steps)) + (f" {self.unit}" if self.unit else "")


@dataclass(frozen=True)
class Groove:
    """Cross-section that the rope lies in. `plain` where a description gives friction and no groove: then it is its factor."""
    kind: str                   # "round", "undercut", "v", "v hardened", "plain"
    beta: float = 0.0           # undercut [rad]
    gamma: float = 0.0          # between the flanks [rad]
    plain: float = 0.0

    def factor(self, stalled: bool = False) -> Formula:
        """f over mu. A stalled rope is wedged between the flanks of a V groove, hardened or not."""
        if self.kind == "plain":
            return Formula("f/mu", "friction/0.1", f"{number(MU * self.plain)}/{MU}", self.plain)
        if self.kind == "v hardened" or (self.kind == "v" and stalled):
            return Formula("f/mu", "1/sin(gamma/2)", f"1/sin({_degrees(self.gamma)}/2)", 1 / math.sin(self.gamma / 2))
        beta, gamma = (0.0 if self.kind == "round" else self.beta), (0.0 if self.kind == "v" else self.gamma)
        value = 4 * (math.cos(gamma / 2) - math.sin(beta / 2)) / (math.pi - beta - gamma - math.sin(beta) + math.sin(gamma))
        b, c = _degrees(beta), _degrees(gamma)
        return Formula("f/mu", "4 (cos(gamma/2) - sin(beta/2))/(pi - beta - gamma - sin beta + sin gamma)",
                       f"4·(cos({c}/2) - sin({b}/2))/(pi - {b} - {c} - sin {b} + sin {c})", value)


def _degrees(angle: float) -> str:
    return f"{number(math.degrees(angle))}°"


@dataclass(frozen=True)
class Side:
    """What hangs on one side of the drive sheave, with the car at one end of its travel."""
    name: str
    r: float
    mass: float                 # of the body, without load [kg]
    rope: float                 # M_SR [kg]
    compensation: float = 0.0   # M_CR [kg]
    tension_mass: float = 0.0   # M_Comp [kg]
    pulleys: float = 0.0        # sum(i m_P) [kg]
    deflection: float = 0.0     # m_DP [kg]


def tension(side: Side, load: float, a: float, way: int, g: float) -> Formula:
    """At the drive sheave, of a side that is braked with `a`, or at rest (a = 0) [N]."""
    sign = "+" if way > 0 else "-"
    r = number(side.r)
    pull, pulled = (f"(g {sign} a)", f"({number(g)} {sign} {number(a)})") if a else ("g", number(g))
    masses = [("M", side.mass), ("Q", load), ("M_CR", side.compensation)]
    masses = [(symbol, mass) for symbol, mass in masses if mass]
    sum_of = lambda parts: parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"    # noqa: E731
    terms = [("+", f"{sum_of([symbol for symbol, _ in masses])} {pull}/r", f"{sum_of([number(m) for _, m in masses])}·{pulled}/{r}",
              sum(mass for _, mass in masses) * (g + way * a) / side.r)]
    if side.tension_mass:
        terms.append(("+", "M_Comp g/(2 r)", f"{number(side.tension_mass)}·{number(g)}/(2·{r})", side.tension_mass * g / (2 * side.r)))
    stretch = (side.r**2 + 2) / 3
    ropes = (f"M_SR (g {sign} a (r^2 + 2)/3)", f"{number(side.rope)}·({number(g)} {sign} {number(a)}·({r}^2 + 2)/3)") if a else (
        "M_SR g", f"{number(side.rope)}·{number(g)}")
    terms.append(("+", *ropes, side.rope * (g + way * a * stretch)))
    if a and side.pulleys:
        terms.append((sign, "a sum(i m_P)/r", f"{number(a)}·{number(side.pulleys)}/{r}", way * a * side.pulleys / side.r))
    if a and side.deflection:
        terms.append((sign, "r a m_DP", f"{r}·{number(a)}·{number(side.deflection)}", way * side.r * a * side.deflection))
    join = lambda i: " ".join(f"{term[0]} {term[i]}" for term in terms).removeprefix("+ ")    # noqa: E731
    return Formula(f"T_{side.name}", join(1), join(2), sum(term[3] for term in terms), "N")


def stalled_tension(side: Side, g: float) -> Formula:
    """Of a body that stands on its buffer: only its rope hangs on the sheave, compensation pulls on the body [N]."""
    return Formula(f"T_{side.name}", "M_SR g", f"{number(side.rope)}·{number(g)}", side.rope * g, "N")


def braking_mu(rope_speed: float) -> Formula:
    return Formula("mu", "0.1/(1 + r v/10)", f"0.1/(1 + {number(rope_speed)}/10)", MU / (1 + rope_speed / MU_SPEED))


@dataclass(frozen=True)
class Lift:
    """Everything the calculation needs. Sides: first the car, then the counterweight."""
    load: float                             # rated [kg]
    speed: float                            # rated, of the car [m/s]
    g: float
    alpha: float
    groove: Groove
    ends: dict[str, tuple[Side, Side]]      # "bottom", "top": place of the car

    @property
    def rope_speed(self) -> float:
        return self.ends["bottom"][0].r * self.speed


LOADING, BRAKING, STALLED = "loading", "emergency braking", "stalled"


@dataclass(frozen=True)
class Row:
    """One case at one place. Tensions: first the car's side."""
    case: str
    what: str                   # of the case: "125 % load", "empty up", "counterweight stalled"
    load: float                 # in the car [kg]
    place: str                  # of the car: "bottom", "top"
    direction: int              # of the car: +1 up, -1 down, 0 at rest
    a: float
    mu: Formula
    factor: Formula
    alpha: float
    tensions: tuple[Formula, Formula]
    heavy: int | None = None    # stalled: side that must not be lifted, whose tension is over the other's

    @property
    def title(self) -> str:
        return f"{self.case}, {self.what}, car at the {self.place}"

    @property
    def f(self) -> Formula:
        return Formula("f", "mu (f/mu)", f"{number(self.mu.value)}·{number(self.factor.value)}", self.mu.value * self.factor.value)

    @property
    def limit(self) -> Formula:
        return Formula("e^(f alpha)", "exp(f alpha)", f"exp({number(self.f.value)}·{number(self.alpha)})", math.exp(self.f.value * self.alpha))

    @property
    def ratio(self) -> Formula:
        """The larger over the smaller; of a stalled side, the other over it."""
        one, other = sorted(self.tensions, key=lambda T: T.value, reverse=True) if self.heavy is None else (
            self.tensions[self.heavy], self.tensions[1 - self.heavy])
        return Formula("T1/T2", f"{one.symbol}/{other.symbol}", f"{number(one.value)}/{number(other.value)}", one.value / other.value)

    @property
    def utilisation(self) -> Formula:
        value = math.log(self.ratio.value) / (self.f.value * self.alpha)
        return Formula("utilisation", "ln(T1/T2)/(f alpha)", f"ln({number(self.ratio.value)})/({number(self.f.value)}·{number(self.alpha)})", value)

    @property
    def holds(self) -> bool:
        """The rope holds; where a body is stalled, it slips."""
        return (self.ratio.value >= self.limit.value) == (self.case == STALLED)

    @property
    def verdict(self) -> str:
        if self.case == STALLED:
            return "slips, as required" if self.holds else "electric device needed"
        return "holds" if self.holds else "slips"

    @property
    def fails(self) -> bool:
        """A stalled car that the machine could lift is no failure: then an electric device has to stop the machine."""
        return self.case != STALLED and not self.holds

    @property
    def requirement(self) -> str:
        sign = {(True, True): ">=", (True, False): "<", (False, True): "<=", (False, False): ">"}[self.case == STALLED, self.holds]
        return f"{number(self.ratio.value)} {sign} {number(self.limit.value)}"

    def formulas(self) -> list[Formula]:
        return [self.mu, self.factor, self.f, self.limit, *self.tensions, self.ratio, self.utilisation]


def cases(lift: Lift, a: float) -> list[Row]:
    """Every case of the standard at both ends of the travel; `a` is the deceleration of the emergency braking."""
    return [*_loading(lift), *_braking(lift, a), *_stalled(lift)]


def _loading(lift: Lift) -> list[Row]:
    mu, load = Formula("mu", "0.1", "0.1", MU), OVERLOAD * lift.load
    return [Row(LOADING, "125 % load", load, place, 0, 0.0, mu, lift.groove.factor(), lift.alpha,
                (tension(car, load, 0.0, 1, lift.g), tension(other, 0.0, 0.0, -1, lift.g)))
            for place, (car, other) in lift.ends.items()]


def _braking(lift: Lift, a: float) -> list[Row]:
    mu = braking_mu(lift.rope_speed)
    return [Row(BRAKING, f"{what} {'up' if direction > 0 else 'down'}", load, place, direction, a, mu, lift.groove.factor(), lift.alpha,
                braked(lift, load, place, direction, a))
            for what, load in (("empty", 0.0), ("full", lift.load)) for direction in (1, -1) for place in lift.ends]


def braked(lift: Lift, load: float, place: str, direction: int, a: float) -> tuple[Formula, Formula]:
    car, other = lift.ends[place]
    return tension(car, load, a, -direction, lift.g), tension(other, 0.0, a * car.r / other.r, direction, lift.g)


def _stalled(lift: Lift) -> list[Row]:
    mu, factor = Formula("mu", "0.2", "0.2", MU_STALLED), lift.groove.factor(stalled=True)
    out = []
    for stalled, place in ((1, "top"), (0, "bottom")):
        sides = lift.ends[place]
        tensions = [tension(side, 0.0, 0.0, 1, lift.g) for side in sides]
        tensions[stalled] = stalled_tension(sides[stalled], lift.g)
        out.append(Row(STALLED, f"{sides[stalled].name} on its buffer", 0.0, place, 0, 0.0, mu, factor, lift.alpha, tuple(tensions), 1 - stalled))
    return out


# --- limits of a rigid lift, linear in the deceleration --------------------------------------------------------------


def largest_deceleration(lift: Lift, row: Row) -> float:
    """At which the rope begins to slip while the car is braked; 0 or less: it slips without any [m/s2]."""
    down = 0 if row.direction < 0 else 1    # the side that moves down is the heavy one of a stop
    rest, moved = (braked(lift, row.load, row.place, row.direction, a) for a in (0.0, 1.0))
    hi, lo = rest[down].value, rest[1 - down].value
    E = row.limit.value
    return (E * lo - hi) / ((moved[down].value - hi) + E * (lo - moved[1 - down].value))


@dataclass(frozen=True)
class Braked:
    """Force at the sheave's rim against deceleration, of rigid ropes: F = rest + mass a. mass contains the sheave's own I/R^2."""
    rest: float         # what it takes to keep the speed; negative: the load slows the lift down by itself [N]
    mass: float         # [kg], per deceleration of the car

    def force(self, a: float) -> float:
        return self.rest + self.mass * a

    def deceleration(self, force: float) -> float:
        return (force - self.rest) / self.mass

    def holds(self, force: float) -> bool:
        """Whether a brake of this force keeps the lift at rest."""
        return force >= abs(self.rest)


def rigid(lift: Lift, row: Row, sheave_mass: float) -> Braked:
    """sheave_mass: I/R^2 of the drive sheave and what turns with it [kg]."""
    rest, moved = (_difference(braked(lift, row.load, row.place, row.direction, a), row.direction) for a in (0.0, 1.0))
    return Braked(rest, moved - rest + lift.ends[row.place][0].r * sheave_mass)


def _difference(tensions: tuple[Formula, Formula], direction: int) -> float:
    return direction * (tensions[1].value - tensions[0].value)
