"""The 2:1 elevator a second time, from its derivation and not from the C++ sources: integrals over a span by Gauss points, the
mass matrix dense, and every term at its place in the open element. Once for NumPy, once as loops for Numba.

Rope a, b, c, d from the cabin's anchor over cabin, drive and counterweight to the other anchor, s growing along it:

    a (z1a, cabin, 0, s2a)   b (cabin, machine, s2a, s2b)   c (machine, cw, s2b, s2c)   d (cw, z2d, s2c, l)

    coordinates   q = [cabin cw machine s2a s2c z1a z2d | w of a, b, c, d | s2b],  state y = [q, q'] without s2b
    drive         s2b = s2b0 - 2 x(t), x the cabin's travel with rigid ropes
    element       r = sum_k S_k(x) W_k;  ALEM: W = (z1, z2, q_i);  ALE-ANCF: W = (z1, z2, L p1, L p2), p = r'
"""

from xml.etree import ElementTree

import numba
import numpy as np

GRAVITY = 9.81  # m/s2
SIGMA = np.array([[-1.0], [1.0], [-1.0], [1.0]])  # sign of dr/ds: the rope runs down, up, down, up
OUTWARD = np.array([-1.0, 1.0])  # at the two nodes of a span
SIDES = ("cabin", "counterweight")
CABIN, COUNTERWEIGHT, MACHINE, S2A, S2C, Z1A, Z2D = range(7)
BODY_COORDINATES = 7
SPRUNG = [MACHINE, Z1A, Z2D]
SINE_POINTS, CUBIC_POINTS = 16, 4


def profile(t, speed=6.0, ramp=16 / 3, duration=12.0):
    """Travel, speed and acceleration of the cabin with rigid ropes: triangular pulses of acceleration."""
    u = min(t, duration - t)
    jerk = 4 * speed / ramp**2
    if u <= ramp / 2:
        x, v, a = jerk * u**3 / 6, jerk * u**2 / 2, jerk * u
    elif u <= ramp:
        w = ramp - u
        x, v, a = speed * ramp / 2 - (speed * w - jerk * w**3 / 6), speed - jerk * w**2 / 2, jerk * w
    else:
        x, v, a = speed * (u - ramp / 2), speed, 0.0
    if t <= duration / 2:
        return x, v, a
    return speed * (duration - ramp) - x, v, -a


CORNERS = [0.0, 8 / 3, 16 / 3, 20 / 3, 28 / 3, 12.0]  # between them the jerk is constant


class Elevator:
    """Parameters, shape functions at the points, and where each span's coordinates are in q.

    Points are those of Gauss (`inside` of them) and then the two nodes of the span.
    """

    def __init__(self, start, cubic, modes):
        """`start`: parameters by name."""
        self.mass = np.array([start["cabin.mass"], start["counterweight.mass"], start["machine.mass"]])
        self.sheave_mass = [start[f"{side}_sheave.inertia"] / start[f"{side}_sheave.radius"] ** 2 for side in SIDES]
        self.drive_radius = start["drive.radius"]
        self.drive_mass = start["drive.inertia"] / self.drive_radius**2
        self.stiffness = np.array([start["machine.stiffness"], *(start[f"{side}_anchor.stiffness"] for side in SIDES)])
        self.rest = np.array([start["machine.height"], *(start[f"{side}_anchor.height"] for side in SIDES)])
        self.EA, self.rho, self.beta = start["rope.EA"], start["rope.density"], start["rope.damping"]
        self.s2b0 = self.rest[0] + self.rest[1] - 2 * start["cabin.height"]
        self.length = self.s2b0 + self.rest[0] + self.rest[2] - 2 * start["counterweight.height"]
        self.cubic = cubic
        self.tabulate(modes)
        self.lay_out()

    def tabulate(self, modes):
        points, weights = np.polynomial.legendre.leggauss(CUBIC_POINTS if self.cubic else SINE_POINTS)
        self.x = x = np.append((points + 1) / 2, [0.0, 1.0])
        self.weight, self.inside = weights / 2, len(weights)
        if self.cubic:
            self.S = np.array([1 - 3 * x**2 + 2 * x**3, 3 * x**2 - 2 * x**3, x - 2 * x**2 + x**3, -(x**2) + x**3])
            self.Sx = np.array([-6 * x + 6 * x**2, 6 * x - 6 * x**2, 1 - 4 * x + 3 * x**2, -2 * x + 3 * x**2])
            self.Sxx = np.array([-6 + 12 * x, 6 - 12 * x, -4 + 6 * x, -2 + 6 * x])
        else:
            k = np.pi * np.arange(1, modes + 1)[:, None]
            one = np.ones_like(x)
            self.S = np.vstack([1 - x, x, np.sin(k * x)])
            self.Sx = np.vstack([-one, one, k * np.cos(k * x)])
            self.Sxx = np.vstack([0 * one, 0 * one, -(k**2) * np.sin(k * x)])
        self.k = len(self.S)
        self.ends = np.array([x - 1, -x])  # L dx/ds1, L dx/ds2

    def lay_out(self):
        inner = self.k - 2
        self.n = BODY_COORDINATES + 4 * inner  # free coordinates; then s2b, and a place for what is fixed
        drive, fixed = self.n, self.n + 1
        ends = [(Z1A, CABIN, fixed, S2A), (CABIN, MACHINE, S2A, drive), (MACHINE, COUNTERWEIGHT, drive, S2C),
                (COUNTERWEIGHT, Z2D, S2C, fixed)]
        inner_of = [range(BODY_COORDINATES + j * inner, BODY_COORDINATES + (j + 1) * inner) for j in range(4)]
        self.place = np.array([[z1, z2, *inner_of[j], s1, s2] for j, (z1, z2, s1, s2) in enumerate(ends)])
        size = self.n + 2
        self.place_in_matrix = (self.place[:, :, None] * size + self.place[:, None, :]).ravel()
        self.added_mass, self.weights = np.zeros((size, size)), np.zeros(size)
        self.added_mass[range(5), range(5)] = [*self.mass, *self.sheave_mass]
        self.weights[:3] = -GRAVITY * self.mass
        self.constant_J = np.zeros((4, self.k + 2, len(self.x)))
        self.constant_J[:, : self.k] = self.S

    def drive(self, t):
        """s2b and its first two derivatives."""
        x, v, a = profile(t)
        return self.s2b0 - 2 * x, -2 * v, -2 * a


def load(model_description, cubic, modes=3):
    """The elevator with the start values of its FMU."""
    start = {}
    for variable in ElementTree.parse(model_description).iter("ScalarVariable"):
        value = variable[0].get("start")
        if value and variable.get("causality") == "parameter" and variable[0].tag == "Real":
            start[variable.get("name")] = float(value)
    return Elevator(start, cubic, modes)


# --- NumPy: all spans and points at once --------------------------------------------------------------------------------


def spans(m, Q, Qd):
    """Mass matrices, forces and flux of the four spans, from all coordinates with s2b and, last, what is fixed."""
    k, inside = m.k, m.inside
    e, ed = Q[m.place], Qd[m.place]
    e[3, k + 1] = m.length
    w, wd, sd = e[:, :k], ed[:, :k], ed[:, k:]
    L, Ld = e[:, k + 1 :] - e[:, k : k + 1], sd[:, 1:] - sd[:, :1]
    inverse = 1 / L
    W, Wd = w, wd
    if m.cubic:
        W, Wd = w.copy(), wd.copy()
        W[:, 2:] *= L
        Wd[:, 2:] = L * wd[:, 2:] + Ld * w[:, 2:]
    Rx, Rxx, Rxd = W @ m.Sx, W @ m.Sxx, Wd @ m.Sx
    slope = Rx * inverse
    bend, lever = Rxx * inverse**2, slope * inverse

    J, G = m.constant_J.copy(), np.empty_like(m.constant_J)  # dr/de and dr'/de at fixed s
    G[:, :k] = inverse[:, :, None] * m.Sx
    J[:, k:] = m.ends * slope[:, None]
    G[:, k:] = m.ends * bend[:, None]
    G[:, k] += lever
    G[:, k + 1] -= lever
    gamma = -inverse * (sd @ m.ends)
    convective = gamma * (Rxx * gamma - 2 * Rxd + (2 * Ld) * slope)
    if m.cubic:
        J[:, 2:k] *= L[:, :, None]
        G[:, 2:k] *= L[:, :, None]
        X, Xx = w[:, 2:] @ m.S[2:], inverse * (w[:, 2:] @ m.Sx[2:])
        J[:, k] -= X
        J[:, k + 1] += X
        G[:, k] -= Xx
        G[:, k + 1] += Xx
        convective += (2 * Ld) * (wd[:, 2:] @ m.S[2:])

    strain = SIGMA * slope - 1
    tension = m.EA * (SIGMA * strain + m.beta * (ed[:, None, :] @ G)[:, 0])  # times sigma
    Ji, weight = J[:, :, :inside], L * m.weight
    dm = m.rho * weight
    M = (Ji * dm[:, None]) @ Ji.transpose(0, 2, 1)
    body, stress = dm * (convective[:, :inside] + GRAVITY), weight * tension[:, :inside]
    h = -(Ji @ body[:, :, None] + G[:, :, :inside] @ stress[:, :, None])[:, :, 0]

    Jn = J[:, :, inside:]  # at the two nodes
    v = (ed[:, None, :] @ Jn)[:, 0]
    flux = (Jn @ (-m.rho * OUTWARD * sd * v)[:, :, None])[:, :, 0]
    flux[:, k:] += OUTWARD * (0.5 * m.rho * v**2 - 0.5 * m.EA * strain[:, inside:] ** 2)
    return M, h, flux


def assemble(m, M, h, q, qd):
    size = m.n + 2
    full = m.added_mass + np.bincount(m.place_in_matrix, M.ravel(), size * size).reshape(size, size)
    force = m.weights + np.bincount(m.place.ravel(), h.ravel(), size)
    force[SPRUNG] -= m.stiffness * (q[SPRUNG] - m.rest + m.beta * qd[SPRUNG])
    return full, force


def equations(m, t, y):
    """Everything at time t: mass matrix, forces, accelerations, and the spans' own matrices and forces without flux."""
    n = m.n
    s, sd, sdd = m.drive(t)
    Q, Qd, a = np.zeros(n + 2), np.zeros(n + 2), np.zeros(n + 2)
    Q[:n], Q[n] = y[:n], s
    Qd[:n], Qd[n] = y[n:], sd
    M, h, flux = spans(m, Q, Qd)
    full, force = assemble(m, M, h + flux, Q, Qd)
    a[:n], a[n] = np.linalg.solve(full[:n, :n], force[:n] - full[:n, n] * sdd), sdd
    return full, force, a, M, h


def rate(t, y, m):
    n = m.n
    return np.concatenate((y[n:], equations(m, t, y)[2][:n]))


def equilibrium(m):
    """At rest with the drive at its start: Newton with differences."""
    n = m.n
    q = np.zeros(n)
    q[S2A] = m.s2b0 / 2
    q[S2C] = (m.s2b0 + m.length) / 2
    q[MACHINE], q[Z1A], q[Z2D] = m.rest
    q[CABIN], q[COUNTERWEIGHT] = m.rest[1] - q[S2A], m.rest[0] - (q[S2C] - m.s2b0)
    if m.cubic:
        q[BODY_COORDINATES:] = np.repeat(SIGMA, 2)

    def force(q):
        Q, Qd = np.append(q, (m.s2b0, 0.0)), np.zeros(n + 2)
        M, h, flux = spans(m, Q, Qd)
        return assemble(m, M, h + flux, Q, Qd)[1][:n]

    for _ in range(20):
        f, step = force(q), 1e-6
        K = np.column_stack([(force(q + step * e) - force(q - step * e)) / (2 * step) for e in np.eye(n)])
        change = np.linalg.solve(K, -f)
        q = q + change
        if np.abs(change).max() < 1e-11:
            return np.concatenate((q, np.zeros(n)))
    raise RuntimeError("the reference finds no equilibrium")


def outputs(m, t, y):
    """Cabin position, its acceleration, motor torque, and tensions recovered from the end forces of each span."""
    n = m.n
    full, force, a, M, h = equations(m, t, y)
    reaction = (M @ a[m.place][:, :, None])[:, :, 0] - h
    tensions = (SIGMA * OUTWARD * reaction[:, :2]).ravel()
    multiplier = full[n, : n + 1] @ a[: n + 1] - force[n] + m.drive_mass * a[n]
    return np.concatenate(([y[CABIN], a[CABIN], -m.drive_radius * multiplier], tensions))


# --- Numba: the same in loops -------------------------------------------------------------------------------------------


def compiled(m):
    """A function (t, y, f, work) and its work arrays; sizes and tables are compiled in."""
    n, k, inside, cubic = m.n, m.k, m.inside, m.cubic
    points, ne, size = inside + 2, m.k + 2, m.n + 2
    x, weight, S, Sx, Sxx, place = m.x, m.weight, m.S.T.copy(), m.Sx.T.copy(), m.Sxx.T.copy(), m.place
    EA, rho, beta, length, s2b0 = m.EA, m.rho, m.beta, m.length, m.s2b0
    stiffness, rest, sprung = m.stiffness, m.rest, np.array(SPRUNG)
    added_mass, weights = m.added_mass, m.weights
    njit = numba.njit(fastmath=True, error_model="numpy")
    ride = njit(profile)

    @njit
    def point(p, L, Ld, sigma, e, ed, W, Wd, M, h, J, G):
        """Adds one point: mass and forces inside, what flows over the end at a node."""
        inverse = 1 / L
        Rx, Rxx, Rxd, X, Xx, Xd = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(k):
            Rx += W[i] * Sx[p, i]
            Rxx += W[i] * Sxx[p, i]
            Rxd += Wd[i] * Sx[p, i]
            scale = 1.0
            if cubic and i >= 2:
                scale = L
                X += S[p, i] * e[i]
                Xx += Sx[p, i] * e[i] * inverse
                Xd += S[p, i] * ed[i]
            J[i], G[i] = scale * S[p, i], scale * inverse * Sx[p, i]
        slope, bend = Rx * inverse, Rxx * inverse * inverse
        J[k], J[k + 1] = -(1 - x[p]) * slope - X, -x[p] * slope + X
        G[k] = -(1 - x[p]) * bend + slope * inverse - Xx
        G[k + 1] = -x[p] * bend - slope * inverse + Xx
        strain = sigma * slope - 1
        if p < inside:
            strain_rate = 0.0
            for i in range(ne):
                strain_rate += G[i] * ed[i]
            gamma = ((1 - x[p]) * ed[k] + x[p] * ed[k + 1]) * inverse
            convective = gamma * (Rxx * gamma - 2 * Rxd + 2 * Ld * slope) + 2 * Ld * Xd
            dm = rho * L * weight[p]
            body = dm * (convective + GRAVITY)
            stress = L * weight[p] * EA * (sigma * strain + beta * strain_rate)
            for i in range(ne):
                h[i] -= body * J[i] + stress * G[i]
                scaled = dm * J[i]
                for l in range(i + 1):
                    M[i, l] += scaled * J[l]
        else:
            s, outward = k + p - inside, 2.0 * (p - inside) - 1.0
            v = 0.0
            for i in range(ne):
                v += J[i] * ed[i]
            momentum = outward * rho * ed[s] * v
            for i in range(ne):
                h[i] -= momentum * J[i]
            h[s] += outward * (0.5 * rho * v * v - 0.5 * EA * strain * strain)

    @njit
    def add_span(j, Q, Qd, full, force, e, ed, W, Wd, M, h, J, G):
        for i in range(ne):
            e[i], ed[i] = Q[place[j, i]], Qd[place[j, i]]
        if j == 3:
            e[k + 1] = length
        L, Ld = e[k + 1] - e[k], ed[k + 1] - ed[k]
        for i in range(k):
            W[i], Wd[i] = e[i], ed[i]
            if cubic and i >= 2:
                W[i], Wd[i] = L * e[i], L * ed[i] + Ld * e[i]
        M[:], h[:] = 0.0, 0.0
        for p in range(points):
            point(p, L, Ld, 1.0 if j % 2 else -1.0, e, ed, W, Wd, M, h, J, G)
        for i in range(ne):
            a = place[j, i]
            force[a] += h[i]
            for l in range(i + 1):
                b = place[j, l]
                full[max(a, b), min(a, b)] += M[i, l]

    @njit
    def solve_in_place(A, b):
        """Cholesky of the lower triangle."""
        for i in range(n):
            for j in range(i + 1):
                total = A[i, j]
                for l in range(j):
                    total -= A[i, l] * A[j, l]
                A[i, j] = np.sqrt(total) if i == j else total / A[j, j]
            for l in range(i):
                b[i] -= A[i, l] * b[l]
            b[i] /= A[i, i]
        for i in range(n - 1, -1, -1):
            b[i] /= A[i, i]
            for l in range(i):
                b[l] -= A[i, l] * b[i]

    @njit
    def compiled_rate(t, y, f, work):
        Q, Qd, full, force = work[:4]
        travel, speed, acceleration = ride(t)
        Q[:n], Q[n] = y[:n], s2b0 - 2 * travel
        Qd[:n], Qd[n] = y[n:], -2 * speed
        full[:] = added_mass
        force[:] = weights
        for i in range(len(sprung)):
            c = sprung[i]
            force[c] -= stiffness[i] * (Q[c] - rest[i] + beta * Qd[c])
        for j in range(4):
            add_span(j, *work)
        for i in range(n):
            force[i] += 2 * acceleration * full[n, i]
        solve_in_place(full, force)
        f[:n] = y[n:]
        f[n:] = force[:n]

    shapes = (size, size, (size, size), size, ne, ne, k, k, (ne, ne), ne, ne, ne)
    return compiled_rate, tuple(np.zeros(shape) for shape in shapes)
