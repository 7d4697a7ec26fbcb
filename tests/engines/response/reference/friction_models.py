"""The models of the reference: matrices, modes, contacts."""
import json
import os

import numpy as np

from friction_element import Contact, element

HERE = os.path.dirname(os.path.abspath(__file__))

def longdouble_modes(flexibility_scaled):
    """Eigenvalues and vectors of a symmetric matrix by cyclic Jacobi rotations in extended precision."""
    a = np.array(flexibility_scaled, np.longdouble)
    n = len(a)
    v = np.eye(n, dtype=np.longdouble)
    for _ in range(30):
        off = np.sqrt((np.tril(a, -1) ** 2).sum())
        if off < 1e-22 * np.abs(np.diag(a)).max():
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if a[p, q] == 0:
                    continue
                theta = (a[q, q] - a[p, p]) / (2 * a[p, q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + np.sqrt(theta * theta + 1))
                c = 1 / np.sqrt(t * t + 1)
                s = t * c
                ap, aq = a[p].copy(), a[q].copy()
                a[p], a[q] = c * ap - s * aq, s * ap + c * aq
                ap, aq = a[:, p].copy(), a[:, q].copy()
                a[:, p], a[:, q] = c * ap - s * aq, s * ap + c * aq
                vp, vq = v[:, p].copy(), v[:, q].copy()
                v[:, p], v[:, q] = c * vp - s * vq, s * vp + c * vq
    return np.diag(a), v


def beam_matrices(n=20, length=0.2, width=0.01, height=0.01, young=210e9, density=7830.0):
    """Euler-Bernoulli cantilever with cubic elements: mass, stiffness (without the clamped node)
    and flexibility, which for nodal loads is exactly that of the beam."""
    le, inertia, mass = length / n, width * height**3 / 12, density * width * height
    ei = young * inertia
    ke = ei / le**3 * np.array([[12, 6 * le, -12, 6 * le], [6 * le, 4 * le**2, -6 * le, 2 * le**2],
                                [-12, -6 * le, 12, -6 * le], [6 * le, 2 * le**2, -6 * le, 4 * le**2]])
    me = mass * le / 420 * np.array([[156, 22 * le, 54, -13 * le], [22 * le, 4 * le**2, 13 * le, -3 * le**2],
                                     [54, 13 * le, 156, -22 * le], [-13 * le, -3 * le**2, -22 * le, 4 * le**2]])
    k, m = np.zeros((2 * n + 2, 2 * n + 2)), np.zeros((2 * n + 2, 2 * n + 2))
    for i in range(n):
        k[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += ke
        m[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += me
    f = np.zeros((2 * n, 2 * n), np.longdouble)
    node = (np.arange(1, n + 1, dtype=np.longdouble)) * np.longdouble(le)
    for j in range(n):
        for i in range(n):
            x, a = node[i], node[j]
            s = min(x, a)
            f[2 * i, 2 * j] = s * s * (3 * max(x, a) - s) / 6  # deflection at x of a force at a
            f[2 * i + 1, 2 * j] = s * a - s * s / 2 if x <= a else a * a / 2  # rotation at x of a force at a
            f[2 * j, 2 * i + 1] = f[2 * i + 1, 2 * j]
            f[2 * i + 1, 2 * j + 1] = s  # rotation at x of a moment at a
    return m[2:, 2:], k[2:, 2:], f / np.longdouble(ei)


class Model:
    """Matrices, their modes, contacts, the driven and monitored degree of freedom."""

    def __init__(self, m, k, damping, contacts, rows, driven, modes=None):
        self.m, self.k, self.beta, self.contacts, self.rows, self.driven = m, k, damping, contacts, np.atleast_2d(rows), driven
        if modes is None:
            lower = np.linalg.cholesky(m)
            inverse = np.linalg.inv(lower)
            om2, v = np.linalg.eigh(inverse @ k @ inverse.T)
            modes = om2, inverse.T @ v
        self.om2, self.shape = modes
        self.d, self.c = damping * self.om2, damping * k
        self.at_contact = self.rows @ self.shape
        self.at_driven = self.shape[driven]
        self.nc = len(self.rows)
        self.unit = contacts[0].mu * contacts[0].n0 / contacts[0].kt

    def respond(self, left, right, w, nh, xi=0.0):
        """Complex receptances left x right per harmonic and their derivatives with respect to w and xi."""
        h = np.arange(1, nh + 1)[:, None]
        den = self.om2 - (h * w) ** 2 + 1j * h * w * (self.d - xi)
        inv = 1.0 / den
        dw = -(inv**2) * (-2.0 * h * h * w + 1j * h * (self.d - xi))
        dxi = inv**2 * (1j * h * w)
        r = lambda c: np.einsum("am,hm,bm->hab", left, c, right)
        return r(inv), r(dw), r(dxi)

    def fundamental(self, force, w, xi):
        """Q1^H M Q1 of the motion due to complex contact forces, and Q1 of the driven
        coordinate."""
        modal = (self.at_contact.T @ force) / (self.om2 - w * w + 1j * w * (self.d - xi))
        return float((np.abs(modal) ** 2).sum()), self.at_driven @ modal

    def forces(self, u, nh):
        """u real [coordinate][2 nh]: contact forces in the same layout and their Jacobian."""
        n = 2 * nh
        f, jac, states = np.zeros(self.nc * n), np.zeros((self.nc * n, self.nc * n)), []
        at = 0
        for c in self.contacts:
            width = 2 if c.normal else 1
            s = slice(at * n, (at + width) * n)
            x = u[at * n : (at + 1) * n]
            y = u[(at + 1) * n : (at + 2) * n] if c.normal else None
            f[s], jac[s, s], pieces = element(c, x, y)
            states.append(sequence(pieces))
            at += width
        return f, jac, states


def sequence(pieces):
    """The cyclic sequence of states of a period, with adjacent pieces of one state joined."""
    s = []
    for p in pieces:
        if not s or s[-1] != p[2]:
            s.append(p[2])
    if len(s) > 1 and s[0] == s[-1]:
        s.pop()
    start = min(range(len(s)), key=lambda i: tuple(s[i:] + s[:i]))
    return tuple(s[start:] + s[:start])


def expand(blocks):
    """Complex [h][a][b] to the real matrix on coordinate-major [a][c1, s1, ...] coefficients."""
    nh, na, nb = blocks.shape
    out = np.zeros((na, 2 * nh, nb, 2 * nh))
    for i in range(nh):
        out[:, 2 * i, :, 2 * i] = out[:, 2 * i + 1, :, 2 * i + 1] = blocks[i].real
        out[:, 2 * i, :, 2 * i + 1] = blocks[i].imag
        out[:, 2 * i + 1, :, 2 * i] = -blocks[i].imag
    return out.reshape(na * 2 * nh, nb * 2 * nh)


_beam = {}


def cantilever(pad_node=5):
    if not _beam:
        m, k, f = beam_matrices()
        lower = np.linalg.cholesky(m)  # refined below: L L^T = M to extended precision
        lower = np.array(lower, np.longdouble)
        n = len(lower)
        for j in range(n):
            lower[j, j] = np.sqrt(np.longdouble(m[j, j]) - (lower[j, :j] ** 2).sum())
            lower[j + 1 :, j] = (np.array(m[j + 1 :, j], np.longdouble) - lower[j + 1 :, :j] @ lower[j, :j]) / lower[j, j]
        value, v = longdouble_modes(lower.T @ f @ lower)
        order = np.argsort(-value)
        value, v = value[order], v[:, order]
        shape = np.zeros_like(v)
        for i in range(n - 1, -1, -1):  # L^T shape = v
            shape[i] = (v[i] - lower[i + 1 :, i] @ shape[i + 1 :]) / lower[i, i]
        _beam["m"], _beam["k"] = m, k
        _beam["modes"] = (np.array(1 / value, float), np.array(shape, float))
    row = np.zeros(40)
    row[2 * (pad_node - 1)] = 1.0
    return Model(_beam["m"], _beam["k"], 5e-6, [Contact(2e8, 0.0, 0.3, 40.0, False)], row, 38, _beam["modes"])


def blades(beta=1.5e-5):
    with open(os.path.join(HERE, "blade_matrices.json")) as file:
        data = json.load(file)
    contacts = [Contact(1e5, 1e5, 0.3, 50.0, True) for _ in range(2)]
    return Model(np.array(data["M"]), np.array(data["K"]), beta, contacts, np.array(data["B"]), 7)
