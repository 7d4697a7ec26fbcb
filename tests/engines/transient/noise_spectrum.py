"""Noise as time series from a file (a column each, equal steps) against the one-sided power spectral density
of another (frequency, power; straight in double logarithmic scale between its rows): Welch's estimate, the mean
square, the shares beyond two and three standard deviations, the kurtosis and the correlation of columns.
Everything within 4.5 standard errors, which are those of Gaussian noise of that spectrum. Written from the
definitions alone. Usage: noise_spectrum.py SERIES STEP SPECTRUM"""
import cmath
import math
import sys


def read(path):
    rows = [line.split(",") for line in open(path)]
    return [[float(cell) for cell in row] for row in rows[1:]]


def density(table, f):
    for (a, x), (b, y) in zip(table, table[1:]):
        if a <= f <= b:
            return x * (f / a) ** (math.log(y / x) / math.log(b / a))
    return 0.0


def integral(table, function, n=20000):
    low, high = table[0][0], table[-1][0]
    h = (high - low) / n
    return sum(function(low + (i + 0.5) * h) for i in range(n)) * h


def fourier(x):
    if len(x) == 1:
        return x
    even, odd = fourier(x[::2]), fourier(x[1::2])
    n = len(x)
    turned = [cmath.exp(-2j * math.pi * k / n) * odd[k] for k in range(n // 2)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def welch(columns, step, length):
    window = [0.5 - 0.5 * math.cos(2 * math.pi * i / length) for i in range(length)]
    scale = 2 * step / sum(w * w for w in window)
    total, count = [0.0] * (length // 2), 0
    for x in columns:
        for first in range(0, len(x) - length + 1, length // 2):
            y = fourier([w * v for w, v in zip(window, x[first:first + length])])
            total = [t + scale * abs(v) ** 2 for t, v in zip(total, y)]
            count += 1
    return [t / count for t in total], count


def main():
    rows, step, table = read(sys.argv[1]), float(sys.argv[2]), read(sys.argv[3])
    columns = [list(c) for c in zip(*rows)]
    n, time = len(columns), len(rows) * step
    power = integral(table, lambda f: density(table, f))
    spread = integral(table, lambda f: density(table, f) ** 2)  # of a mean square over T: spread /
                                                                # T
    wrong = []

    def near(what, value, expected, error):
        if not abs(value - expected) < 4.5 * error:
            wrong.append("%s: %g, not %g +- %g" % (what, value, expected, error))

    square = sum(v * v for x in columns for v in x) / (n * len(rows))
    near("mean square", square, power, math.sqrt(spread / (n * time)))
    length = 4096
    estimate, count = welch(columns, step, length)
    # With half overlap, Hann's windows count as 1 / (1 + 2/36) of their number.
    error = math.sqrt((1 + 2 / 36) / count)
    df = 1 / (length * step)
    inside = [k for k in range(length // 2) if table[0][0] + 3 * df < k * df < table[-1][0] - 3 * df]
    for k in inside:  # a chi-square of many degrees has a longer tail above
        ratio = estimate[k] / density(table, k * df)
        if not -4.5 * error < ratio - 1 < 5.5 * error:
            wrong.append("%g Hz: %g of its density, +- %g" % (k * df, ratio, error))
    for part in range(8):  # neighbouring values of Hann's window are correlated: 1.94 times the
                           # variance
        bins = inside[part * len(inside) // 8:(part + 1) * len(inside) // 8]
        ratio = sum(estimate[k] / density(table, k * df) for k in bins) / len(bins)
        near("part %d" % part, ratio, 1, error * math.sqrt(1.94 / len(bins)))
    above = sum(estimate[k] for k in range(length // 2) if k * df > 1.1 * table[-1][0]) * df
    if above > 1e-4 * power:
        wrong.append("%g of the power above the spectrum" % (above / power))
    # The number of independent values follows from a variance of this error: power² T / spread of
    # half a square.
    independent = 2 * power * power * n * time / spread
    fourth = sum(v ** 4 for x in columns for v in x) / (n * len(rows)) / square ** 2
    near("kurtosis", fourth, 3, math.sqrt(24 / independent))
    for size, share in ((2, 0.04550026), (3, 0.0026998)):
        beyond = sum(abs(v) > size * math.sqrt(power) for x in columns for v in x) / (n * len(rows))
        near("beyond %d" % size, beyond, share, math.sqrt(share / independent * 2))
    for i in range(n):
        for j in range(i):
            together = sum(a * b for a, b in zip(columns[i], columns[j])) / len(rows) / power
            near("columns %d, %d" % (j, i), together, 0, math.sqrt(spread / (2 * time)) / power)
    print("\n".join(wrong) if wrong else "mean square %.4f of the spectrum's, kurtosis %.3f" % (square / power, fourth))
    return bool(wrong)


sys.exit(main())
