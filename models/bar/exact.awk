#!/usr/bin/awk -f
# The lower end of the continuous bar over time, 200 values a second: awk -v seconds=100 -f exact.awk (s, m)
# Period 16/3 s: fall, contact, flight with a wave running up and down, contact, rise.
BEGIN {
  v = 10; g = 10; wave = 2 / 3
  for (i = 0; i <= 200 * seconds; i++) {
    t = i / 200; s = t - 16 / 3 * int(t / (16 / 3)); x = 0
    if (s < 1) x = 5 - g * s * s / 2
    else if (s >= 1 + wave && s < 3 + wave) {
      s -= 1 + wave; tau = s - wave * int(s / wave)
      x = v * s - g * s * s / 2 - g * wave * tau + g * tau * tau
    } else if (s >= 3 + 2 * wave) { s -= 3 + 2 * wave; x = v * s - g * s * s / 2 }
    printf "%.3f,%.9g\n", t, x
  }
}
