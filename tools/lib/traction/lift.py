"""From a description to the numbers of the calculation: which masses hang on which side, with the car at each end of its travel.

Names and paths come from the description inside the exported FMU, numbers from the FMU's parameters: both are what `reeve` has
read and what the runs use, whatever the text of the description looked like and whatever --set changed.
"""

import itertools
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import fmpy
import fmu_run
from traction.formulas import MU, Groove, Lift, Side

GRIP_REMEDY = 'add groove = {type = "undercut", beta = 95, gamma = 30}, mu = 0.1 to drive, or friction = 0.2'


class CannotCalculate(Exception):
    """The description lacks something, or is of a kind that the standard does not cover; the message is meant for the user."""


class IsDrum(Exception):
    """The rope ends on the drive."""


@dataclass(frozen=True)
class Machine:
    """The lift as calculated, and what the runs need besides."""
    lift: Lift
    name: str
    description: str
    text: str                       # of its description
    folder: Path                    # the unpacked FMU
    parameters: dict[str, float]
    lowest: float                   # start.travel at which the car is at the bottom [m]
    travel: float                   # of the car [m]
    sheave_mass: float              # I/R^2 of the drive [kg]
    payload: str                    # name of the input
    assumptions: list[str]

    @property
    def car(self) -> str:
        return self.lift.ends["bottom"][0].name

    @property
    def counterweight(self) -> str:
        return self.lift.ends["bottom"][1].name

    def start_travel(self, place: str) -> float:
        return self.lowest + (self.travel if place == "top" else 0.0)

    def described_height(self, body: str, place: str) -> float:
        """Of the car or the counterweight with the car at this end, ropes not stretched [m]."""
        car, other = self.lift.ends[place]
        moved = self.start_travel(place) * (1 if body == car.name else -car.r / other.r)
        return self.parameters[f"{body}.height"] + moved


def read(source: str, settings: list[str], folder: Path) -> Machine:
    """source: name or file of a reeving; the FMU is unpacked in `folder`."""
    fmu = fmu_run.export(source, 3, [*settings, "drive.contact=3"], folder / "lift.fmu")
    unpacked = Path(fmpy.extract(str(fmu), unzipdir=str(folder / "lift")))
    text = fmu_run.packed_description(fmu)
    variables = fmpy.read_model_description(str(unpacked), validate=False).modelVariables
    parameters = {v.name: float(v.start) for v in variables if v.causality == "parameter" and v.type == "Float64" and not v.dimensions}
    return _Reader(tomllib.loads(text), parameters).machine(text, unpacked)


@dataclass(frozen=True)
class _Stop:
    """One entry of a rope's path: where it is."""
    name: str
    on: str | None      # body, or None: the building
    height: float


@dataclass(frozen=True)
class _Fall:
    """A rope from its far end to the drive, on the side of one body: what it takes from there."""
    r: float
    pulleys: float      # [kg]
    deflection: float   # [kg]
    density: float
    top: float          # height of the drive [m]


class _Reader:
    def __init__(self, description: dict, parameters: dict[str, float]):
        self.description, self.parameters = description, parameters
        self.assumptions = ["travelling cable: descriptions have none, so its mass is 0"]
        self.bodies = {body["name"]: body for body in description["body"]}
        self.seats = {item["name"]: item for key in ("sheave", "anchor") for item in description.get(key, [])} | {"drive": description["drive"]}
        self.sides = description["drive"]["sides"]
        self.driven = [rope for rope in description["rope"] if "drive" in rope["path"]]

    def machine(self, text: str, folder: Path) -> Machine:
        if any("drive" in (rope["path"][0], rope["path"][-1]) for rope in self.driven):
            raise IsDrum
        if len(self.sides) != 2:
            raise CannotCalculate(f"drive.sides = {self.sides}: expected two bodies, the car first")
        if "rated" not in self.description:
            raise CannotCalculate("rated is missing: the calculation needs the rated load and speed; add rated = {load = 630, speed = 1.0} "
                                  "with load in kg and the car's speed in m/s")
        car = self.sides[0]
        if not self.bodies[car].get("loadable", False):
            raise CannotCalculate(f'body "{car}" takes no load: add loadable = true to it')
        rated = self.description["rated"]
        distance = self.parameters["ride.distance"]
        if distance == 0:
            raise CannotCalculate("ride.distance = 0 m: expected the travel of the car; give it under [start], for example \"ride.distance\" = 18")
        lowest, travel = self.parameters["start.travel"] + min(distance, 0.0), abs(distance)
        ends = {"bottom": self._sides(lowest), "top": self._sides(lowest + travel)}
        lift = Lift(float(rated["load"]), float(rated["speed"]), self.parameters["gravity"], self.parameters["drive.wrap"], self._groove(), ends)
        sheave_mass = self.parameters["drive.inertia"] / self.parameters["drive.radius"] ** 2
        return Machine(lift, self.description["name"], self.description.get("description", "Elevator"), text, folder, self.parameters, lowest, travel,
                       sheave_mass, f"{car}_payload", self.assumptions)

    # --- grip -------------------------------------------------------------------------------------------------------

    def _groove(self) -> Groove:
        drive = self.description["drive"]
        if "wrap" not in drive and "drive.wrap" not in self.description.get("start", {}):
            self.assumptions.append("wrap: not described, so half a turn")
        set_by_hand = "drive.friction" in self.description.get("start", {})
        if "groove" in drive and not set_by_hand:
            groove = drive["groove"]
            if drive["mu"] != MU:
                self.assumptions.append(f"mu = {drive['mu']:g} of the description is for the simulation only; the standard's values are used")
            kind = "v hardened" if groove["type"] == "v" and groove.get("hardened", False) else groove["type"]
            return Groove(kind, math.radians(groove.get("beta", 0.0)), math.radians(groove.get("gamma", 0.0)))
        if "friction" not in drive and not set_by_hand:
            raise CannotCalculate(f"drive says nothing about its friction: {GRIP_REMEDY}")
        friction = self.parameters["drive.friction"]
        self.assumptions.append(f"groove: not described; its factor is taken as friction/0.1 = {friction / MU:g}, also for a stalled body")
        return Groove("plain", plain=friction / MU)

    # --- masses -----------------------------------------------------------------------------------------------------

    def _sides(self, lifted: float) -> tuple[Side, Side]:
        """With the car so far above its described height."""
        falls = [[self._fall(rope, body) for rope in self.driven] for body in self.sides]
        r = [self._common_ratio(body, of_body) for body, of_body in zip(self.sides, falls)]
        heights = self._heights()
        heights[self.sides[0]] += lifted
        heights[self.sides[1]] -= lifted * r[0] / r[1]
        return tuple(self._side(body, of_body, heights) for body, of_body in zip(self.sides, falls))

    def _heights(self) -> dict[str, float]:
        return {name: self.parameters[f"{name}.height"] for name in self.bodies}

    def _side(self, body: str, falls: list[_Fall], heights: dict[str, float]) -> Side:
        compensation, tension_mass = self._compensation(body, heights)
        return Side(body, falls[0].r, self.parameters[f"{body}.mass"], sum(fall.density * (fall.top - heights[body]) for fall in falls),
                    compensation, tension_mass, sum(fall.pulleys for fall in falls), sum(fall.deflection for fall in falls))

    @staticmethod
    def _common_ratio(body: str, falls: list[_Fall]) -> float:
        if len({fall.r for fall in falls}) > 1:
            raise CannotCalculate(f'the ropes carry "{body}" with different roping ratios, {", ".join(f"{fall.r:g}" for fall in falls)}: '
                                  "expected one ratio")
        return falls[0].r

    def _stop(self, name: str) -> _Stop:
        item = self.seats[name]
        on = item.get("on")
        height = self.parameters[f"{on}.height"] if on else self.parameters.get(f"{name}.height", item.get("height"))
        return _Stop(name, on, float(height))

    def _fall(self, rope: dict, body: str) -> _Fall:
        """Follows the rope from its far end to the drive while `body` rises with 1 m/s and everything else stands."""
        at = rope["path"].index("drive")
        outwards = [[self._stop(name) for name in part] for part in (rope["path"][at + 1:], rope["path"][:at][::-1])]
        mine = [part for part in outwards if any(stop.on == body for stop in part)]
        if len(mine) != 1:
            raise CannotCalculate(f'rope "{rope["name"]}" passes the drive, but hangs "{body}" on {len(mine)} of its sides: expected one side for each of '
                                  f"{self.sides[0]} and {self.sides[1]}")
        drive = self._stop("drive")
        for stop in itertools.takewhile(lambda stop: stop.on != body, mine[0]):
            if stop.height > drive.height:
                raise CannotCalculate(f'rope "{rope["name"]}" goes up from the drive to "{stop.name}": the calculation is for a machine above the shaft')
        inwards = [*reversed(mine[0]), drive]
        speed = lambda stop: 1.0 if stop.on == body else 0.0    # noqa: E731
        flow, flows = 0.0, {}    # of rope towards the drive, past each stop [m/s]
        for far, near in zip(inwards, inwards[1:]):
            if far.on != near.on or far.height != near.height:
                flow -= (speed(near) - speed(far)) * (1 if near.height > far.height else -1)    # what a span that gets longer keeps
            flows[near.name] = flow
        r = flows.pop("drive")
        turning = {name: self.parameters[f"{name}.inertia"] / self.parameters[f"{name}.radius"] ** 2 * speed**2 for name, speed in flows.items()}
        on_body = sum(mass for name, mass in turning.items() if self.seats[name].get("on") == body)
        return _Fall(r, on_body, (sum(turning.values()) - on_body) / r**2, self.parameters[f"{rope['name']}.density"], drive.height)

    # --- compensation -----------------------------------------------------------------------------------------------

    def _compensation(self, body: str, heights: dict[str, float]) -> tuple[float, float]:
        """M_CR that hangs on the body, and the tension mass of compensation ropes [kg]."""
        hanging = tension_mass = 0.0
        for chain in self.description.get("chain", []):
            if sorted(chain["between"]) != sorted(self.sides):
                self._leave_out("chain", chain, "between " + " and ".join(chain["between"]))
                continue
            other = next(name for name in chain["between"] if name != body)
            name = chain["name"]
            hanging += self.parameters[f"{name}.density"] * (self.parameters[f"{name}.length"] + heights[body] - heights[other]) / 2
        for rope in self.description["rope"]:
            if rope in self.driven:
                continue
            first, *below, last = [self._stop(name) for name in rope["path"]]
            turns = {stop.on or stop.name for stop in below}
            if {first.on, last.on} != set(self.sides) or len(turns) != 1 or turns & set(self.sides):
                self._leave_out("rope", rope, "neither over the drive nor from side to side over one sheave below")
                continue
            carrier = below[0].on
            hanging += self.parameters[f"{rope['name']}.density"] * (heights[body] - (heights[carrier] if carrier else below[0].height))
            tension_mass += self.parameters[f"{carrier}.mass"] if carrier else 0.0
        return hanging, tension_mass

    def _leave_out(self, kind: str, item: dict, reason: str) -> None:
        said = f'{kind} "{item["name"]}": {reason}; left out'
        if said not in self.assumptions:
            self.assumptions.append(said)
