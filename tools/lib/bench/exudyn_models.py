"""The belt drive and the rope on its pulley in Exudyn, for the comparison of CPU times and accuracy.

A planar cable of cubic elements touches circles with linear segments; bristles hold it (Exudyn's friction stiffness). Both
machines start at rest without friction. Data: resources/ropes/*.toml and the table of the public benchmark. SI units.
"""

import contextlib
import io
import math
import time

import exudyn
import exudyn.itemInterface as item
import numpy as np

GRAVITY = 9.81
NO_FRICTION = 1e-8  # of the bristles [N/m]: at exactly zero Exudyn does not set up their memory


class Machine:
    """A cable in the plane, wheels that it touches, and a run in two parts: at rest, then in time."""

    def __init__(self, mu, stiffness, damping, bristle, bristle_damping, segments):
        """Contact stiffness, damping and those of the bristles are per metre of drawn cable."""
        self.container = exudyn.SystemContainer()
        self.system = self.container.AddSystem()
        self.mu, self.stiffness, self.damping, self.segments = mu, stiffness, damping, segments
        self.bristle, self.bristle_damping = bristle, bristle_damping
        node = self.system.AddNode(item.NodePointGround())
        self.ground = self.system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self.nodes, self.cables, self.contacts, self.held = [], [], [], []

    def coordinate(self, node, number):
        return self.system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=node, coordinate=number))

    def fix(self, marker, **options):
        return self.system.AddObject(item.ObjectConnectorCoordinate(markerNumbers=[self.ground, marker], **options))

    def fix_at_rest(self, marker):
        """Only while the equilibrium is sought."""
        self.held.append(self.fix(marker))

    def lay(self, places, closed, drawn, stretch, EA, EI, rhoA, prestrain, axial_damping):
        """Cable through places (x, y, direction), all `drawn` metres apart. Material properties are per drawn length; the
        cable's own reference length is the drawn one over `stretch`, which changes nothing physical."""
        for x, y, angle in places:
            slope = [stretch * math.cos(angle), stretch * math.sin(angle)]
            self.nodes.append(self.system.AddNode(item.NodePoint2DSlope1(referenceCoordinates=[x, y, *slope])))
        self.drawn, self.length = drawn, drawn / stretch
        for i in range(len(places) if closed else len(places) - 1):
            cable = self.system.AddObject(item.ObjectANCFCable2D(
                length=self.length, massPerLength=rhoA * stretch, bendingStiffness=EI * stretch, axialStiffness=EA / stretch,
                axialDamping=axial_damping / stretch, referenceAxialStrain=stretch * (1 - prestrain) - 1,
                strainIsRelativeToReference=0.0, useReducedOrderIntegration=2,
                nodeNumbers=[self.nodes[i], self.nodes[(i + 1) % len(places)]]))
            self.cables.append(cable)
            body = self.system.AddMarker(item.MarkerBodyMass(bodyNumber=cable))
            self.system.AddLoad(item.LoadMassProportional(markerNumber=body, loadVector=[0, -GRAVITY, 0]))

    def wheel(self, x, radius, offset, inertia):
        """A wheel on a fixed axis whose circle the cable touches `offset` metres below its axis. Returns its node and the
        marker of its angle, counter-clockwise."""
        node = self.system.AddNode(item.NodeRigidBody2D(referenceCoordinates=[x, 0, 0]))
        body = self.system.AddObject(item.ObjectRigidBody2D(mass=1.0, inertia=inertia, nodeNumber=node))
        self.fix(self.coordinate(node, 0))
        self.fix(self.coordinate(node, 1))
        circle = self.system.AddMarker(item.MarkerBodyRigid(bodyNumber=body))
        n, part = self.segments, self.drawn / self.segments
        for cable in self.cables:
            shape = self.system.AddMarker(item.MarkerBodyCable2DShape(bodyNumber=cable, numberOfSegments=n, verticalOffset=-offset))
            memory = self.system.AddNode(item.NodeGenericData(initialCoordinates=[0.1] * n + [-2] * n + [0] * n, numberOfDataCoordinates=3 * n))
            self.contacts.append(self.system.AddObject(item.ObjectContactFrictionCircleCable2D(
                markerNumbers=[circle, shape], nodeNumber=memory, numberOfContactSegments=n, circleRadius=radius - offset,
                contactStiffness=self.stiffness * part, contactDamping=self.damping * part,
                frictionVelocityPenalty=self.bristle_damping * part, frictionStiffness=self.bristle * part, frictionCoefficient=self.mu)))
        return node, self.coordinate(node, 2)

    def set_friction(self, mu, bristle):
        for contact in self.contacts:
            self.system.SetObjectParameter(contact, "frictionCoefficient", mu)
            self.system.SetObjectParameter(contact, "frictionStiffness", bristle)

    def run(self, driven, end, step, look, solver=exudyn.DynamicSolverType.TrapezoidalIndex2):
        """At rest with `driven` switched off, then to `end`; look(t) after every step. Returns CPU seconds."""
        self.system.Assemble()
        settings = exudyn.SimulationSettings()
        settings.parallel.numberOfThreads = 1
        settings.linearSolver.solverType = exudyn.LinearSolverType.EigenSparse
        settings.solution.file.write = False
        rest, moving = settings.staticSolver, settings.timeIntegration
        rest.adaptiveStep, rest.verboseMode, moving.verboseMode = False, 0, 0
        rest.loadStepGeometric, rest.loadStepGeometricRange, rest.numberOfLoadSteps = True, 1e4, 10
        rest.stabilizerODE2term = 1e5
        rest.newton.relativeTolerance = rest.newton.absoluteTolerance = 1e-6
        moving.newton.useModifiedNewton = True
        moving.discontinuous.iterationTolerance, moving.discontinuous.maxIterations = 1e-3, 3
        moving.endTime, moving.numberOfSteps = end, round(end / step)
        begin = time.process_time()
        self.system.SetObjectParameter(driven, "activeConnector", False)
        self.set_friction(0.0, NO_FRICTION)
        with contextlib.redirect_stdout(io.StringIO()):
            self.system.SolveStatic(settings, updateInitialValues=True)
            self.set_friction(self.mu, self.bristle * self.drawn / self.segments)
            for lock in self.held:
                self.system.SetObjectParameter(lock, "activeConnector", False)
            self.system.SetObjectParameter(driven, "activeConnector", True)
            self.system.SetPostStepUserFunction(lambda _, t: look(t) or True)
            self.system.SolveDynamic(settings, solverType=solver)
        return time.process_time() - begin

    def value(self, node, kind):
        return np.atleast_1d(self.system.GetNodeOutput(node, kind))


def belt_place(s, R, D):
    """Clockwise round both wheels from the top of the left one: x, y, direction."""
    half = math.pi * R
    if s < D:
        return s, R, 0.0
    s -= D
    if s < half:
        return D + R * math.sin(s / R), R * math.cos(s / R), -s / R
    s -= half
    if s < D:
        return D - s, -R, -math.pi
    s -= D
    return -R * math.sin(s / R), -R * math.cos(s / R), -math.pi - s / R


def run_belt(elements, segments, step, stretch, end=2.45):
    """CPU time, tensions, creep: means over the last 50 ms."""
    R, D, offset = 0.1, 0.1 * math.pi, 5e-5
    drawn = (2 * D + 2 * math.pi * R) / elements
    machine = Machine(mu=0.5, stiffness=3.2e8, damping=6.4e3, bristle=4e8, bristle_damping=2.575e4, segments=segments)
    machine.lay([belt_place(i * drawn, R, D) for i in range(elements)], True, drawn, stretch,
                EA=8000.0, EI=1.33333e-3, rhoA=0.8288, prestrain=0.05, axial_damping=1.0)
    wheels = [machine.wheel(x, R, offset, inertia=0.25) for x in (0.0, D)]
    machine.fix_at_rest(machine.coordinate(machine.nodes[0], 0))
    for _, angle in wheels:
        machine.fix_at_rest(angle)
    driver = machine.fix(wheels[0][1], velocityLevel=True, offsetUserFunction_t=lambda _, t, *__: 12 * min(1, max(0, (t - 0.05) / 0.55)))
    machine.system.AddObject(item.ObjectConnectorCoordinateSpringDamper(markerNumbers=[machine.ground, wheels[1][1]], damping=2.0))
    machine.system.AddLoad(item.LoadCoordinate(
        markerNumber=wheels[1][1], load=1.0,
        loadUserFunction=lambda _, t, __: -12.5 * (1 - math.cos(math.pi * min(1, max(0, (t - 1) / 0.5))))))
    seen = []

    def look(t):
        if t < end - 0.05:
            return
        middle, spans = [machine.length / 2, 0, 0], ([], [])
        for cable in machine.cables:
            x, y, _ = machine.system.GetObjectOutputBody(cable, exudyn.OutputVariableType.Position, middle)
            if 0.25 * D < x < 0.75 * D:
                force = machine.system.GetObjectOutputBody(cable, exudyn.OutputVariableType.ForceLocal, middle)
                spans[int(y < 0)].append(np.atleast_1d(force)[0])
        speed = machine.value(wheels[1][0], exudyn.OutputVariableType.AngularVelocity)[-1]
        seen.append([np.mean(spans[0]), np.mean(spans[1]), speed])

    cpu = machine.run(driver, end, step, look)
    one, other, speed = np.mean(seen, axis=0)
    return {"cpu": cpu, "tight": max(one, other), "slack": min(one, other), "creep": 1 - speed / 12}


def stroke_speed(t, start=0.5, stroke=0.2, speed=0.1, ramp=0.05, pause=0.1, trips=2):
    """Rim speed of the round trips, clockwise first."""
    moving = stroke / speed + ramp
    number, tau = divmod(t - start, moving + pause)
    if t <= start or number >= 2 * trips or tau >= moving:
        return 0.0
    part = min(tau, moving - tau, ramp) / ramp
    return (-1) ** int(number) * speed / 2 * (1 - math.cos(math.pi * part))


def run_rope(elements, segments, step, ratio, end=9.1):
    """CPU time and slip number of two round trips; the heavier weight comes on within 0.3 s before them."""
    R, length, mass, area = 0.1, 2.4, 294.7, math.pi / 4 * 0.01**2
    EA, tension = 2.91e10 * area, mass * GRAVITY
    per_metre = 15.0  # contact is given for 1/15 m of rope
    sunk = R - tension / R / (2e6 * per_metre)  # radius at which the rope lies
    drawn = length * (1 + tension / EA) / elements

    def place(s):  # from the run-on on the left
        if s < 0:
            return -sunk, s, math.pi / 2
        if s > math.pi * sunk:
            return sunk, math.pi * sunk - s, -math.pi / 2
        return -sunk * math.cos(s / sunk), sunk * math.sin(s / sunk), math.pi / 2 - s / sunk

    hanging = 0.5 * (drawn * elements - math.pi * sunk)
    machine = Machine(mu=0.1, stiffness=2e6 * per_metre, damping=5e3 * per_metre, bristle=2e7 * per_metre, bristle_damping=0.0, segments=segments)
    machine.lay([place(i * drawn - hanging) for i in range(elements + 1)], False, drawn, 1.0,
                EA=EA, EI=6e8 * area**2 / (4 * math.pi), rhoA=1091 * area, prestrain=tension / EA, axial_damping=5e3)
    node, angle = machine.wheel(0.0, R, 0.0, inertia=1.0)
    for end_node, here, side in ((machine.nodes[0], ratio * mass, -1), (machine.nodes[-1], mass, 1)):
        machine.system.AddObject(item.ObjectGenericODE2(
            nodeNumbers=[end_node], massMatrix=np.diag([here, here, 0.0, 0.0]), forceVector=np.array([0.0, -tension, 0.0, 0.0])))
        machine.system.AddObject(item.ObjectConnectorCoordinateSpringDamper(
            markerNumbers=[machine.ground, machine.coordinate(end_node, 0)], stiffness=2e5, damping=1.5e4, offset=side * R - side * sunk))
    machine.system.AddLoad(item.LoadCoordinate(
        markerNumber=machine.coordinate(machine.nodes[0], 1), load=1.0,
        loadUserFunction=lambda _, t, __: -(ratio - 1) * tension * min(1, max(0, t / 0.3))))
    machine.fix_at_rest(machine.coordinate(machine.nodes[elements // 2], 0))
    machine.fix_at_rest(angle)
    driver = machine.fix(angle, velocityLevel=True, offsetUserFunction_t=lambda _, t, *__: -stroke_speed(t) / R)
    height = {}

    def look(t):
        left, right = (machine.value(n, exudyn.OutputVariableType.Position)[1] for n in (machine.nodes[0], machine.nodes[-1]))
        travel = 0.5 * (left - right)
        if t <= 0.5 + step / 2:
            height["start"] = travel
        height["now"] = travel

    cpu = machine.run(driver, end, step, look, exudyn.DynamicSolverType.GeneralizedAlpha)
    return {"cpu": cpu, "slip": (height["start"] - height["now"]) / 0.8}  # four strokes of 0.2 m, back where it began
