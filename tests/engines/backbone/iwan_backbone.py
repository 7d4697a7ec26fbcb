"""Backbone of maxima of a mass on a spring with Segalman's four-parameter Iwan element, m = 1, k = 100, d = 0.4, by one
harmonic. The element is the continuous distribution: first loading F(q) = K_T q - R q^(chi+2)/((chi+1)(chi+2)) below
phi_max, and Masing's rules make its loop; secant stiffness and loss of a period are integrals over that loop. Reads
lines of amplitudes A and prints of each A, omega and the load F whose response curve has its maximum there, the loss D
and, for small A, the power law D = 4 R A^(chi+3)/((chi+2)(chi+3)). Written from the element's definition alone."""
import math
import sys

limit, stiff, chi, beta = (float(a) for a in sys.argv[1:5])
most = limit * (1 + beta) / (stiff * (beta + (chi + 1) / (chi + 2)))
# Stiffness of all sliders except those at phi_max: stiff / (1 + beta) = R phi_max^(chi+1)/(chi+1)
density = stiff / (1 + beta) * (chi + 1) / most ** (chi + 1)


def first_loading(q):
    assert 0 <= q <= most
    return stiff * q - density * q ** (chi + 2) / ((chi + 1) * (chi + 2))


def loop(amplitude, x):
    """Force at x while q decreases from the amplitude."""
    return first_loading(amplitude) - 2 * first_loading((amplitude - x) / 2)


def fundamental(amplitude, n=4000):
    """Cosine and sine part of the force for q = A cos t, by the midpoint rule; the loading branch
    is the negative of the unloading one."""
    cosine = sine = 0.0
    for i in range(n):
        t = math.pi * (i + 0.5) / n
        force = loop(amplitude, amplitude * math.cos(t))
        cosine += force * math.cos(t)
        sine += force * math.sin(t)
    return 2 * cosine / n, 2 * sine / n


k, d = 100.0, 0.4
for line in sys.stdin:
    amplitude = float(line)
    cosine, sine = fundamental(amplitude)
    secant, lost = cosine / amplitude, -sine / amplitude  # the force on the mass is -F: -lost damps
    lost = abs(lost)
    # |F|² = A² ((k + s - w²)² + (d w + l)²) is minimal over w where the curve with this A has its
    # maximum.
    omega = math.sqrt(k + secant)
    for _ in range(100):
        omega = math.sqrt(k + secant - d * (d * omega + lost) / (2 * omega))
    load = amplitude * math.hypot(k + secant - omega**2, d * omega + lost)
    loss = math.pi * amplitude**2 * lost
    power = 4 * density * amplitude ** (chi + 3) / ((chi + 2) * (chi + 3))
    print("%.12g %.12g %.12g %.12g %.12g" % (amplitude, omega, load, loss, power))
