# The samples of preload.yaml: awk -f preload.awk > preload.csv. Both flanks have the normal load of the design in common;
# friction and stiffness scatter by themselves on either. Points of Halton's sequence.
function halton(i, base,    part, sum) {
  for (part = 1; i > 0; i = int(i / base)) sum += (part /= base) * (i % base)
  return sum
}
function normal(i, a, b) { return sqrt(-2 * log(halton(i, a))) * cos(6.283185307179586 * halton(i, b)) }
BEGIN {
  n = 1024
  print "contact.0.preload,contact.1.preload,contact.0.friction,contact.1.friction," \
        "contact.0.tangential_stiffness,contact.1.tangential_stiffness,reduction.rayleigh.stiffness"
  for (i = 1; i <= n; i++) {
    load = sprintf("%.4g", 5 * exp(log(100) * halton(i, 2)))
    printf "%s,%s,%.3f,%.3f,%.4g,%.4g,%s\n", load, load, 0.3 * exp(0.15 * normal(i, 3, 5)), 0.3 * exp(0.15 * normal(i, 7, 11)),
           1e5 * exp(0.2 * normal(i, 13, 17)), 1e5 * exp(0.2 * normal(i, 19, 23)), sprintf("%.2ge-6", 2 + 0.1 * int(21 * halton(i, 29)))
  }
}
