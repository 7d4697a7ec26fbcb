# One of many scattered systems: awk -v seed=N -f scattered.awk writes the study N to the standard output, and beside it, in the
# current folder, matrices where it has any. 1 to 6 masses in a line between walls, along x, or in the plane, where each moves
# along x and y; 1 to 6 elements to the ground or between neighbours: elastic friction under a constant load, with normal motion,
# unilateral springs pressed or with a gap, cubic springs; 1 to 7 harmonics; a load on one mass, over three decades.
function uniform(from, to) { state = state * 16807 % 2147483647; return from + (to - from) * state / 2147483647 } # Lehmer's
function whole(from, to) { return from + int(uniform(0, 1) * (to - from + 1)) }
function decades(from, to) { return exp(log(from) + uniform(0, 1) * log(to / from)) }
BEGIN {
  state = seed * 7919 + 1
  for (i = 0; i < 20; i++) uniform(0, 1)
  n = whole(1, 6); elements = whole(1, 6); plane = uniform(0, 1) < 0.6
  for (i = 1; i <= n; i++) mass[i] = decades(0.5, 2)
  for (i = 1; i <= n + 1; i++) {
    spring[i] = decades(0.5, 2); dashpot[i] = decades(0.005, 0.05)
    angle[i] = uniform(0, 1.5); across[i] = uniform(0.3, 0.8)
  }
  for (e = 1; e <= elements; e++) {
    for (tries = 0; tries < 50; tries++) { # a pair of nodes has a direction in one element only
      node = whole(1, n); partner = node < n && uniform(0, 1) < 0.4 ? node + 1 : 0
      kind = plane ? whole(1, 5) : whole(1, 2); along = plane && uniform(0, 1) < 0.5 ? "y" : "x"
      across_it = along == "x" ? "y" : "x"
      own = kind != 1 || !plane ? along : across_it; other = kind > 2 ? across_it : own
      if (!((node, partner, own) in taken) && !((node, partner, other) in taken)) break
    }
    if (tries == 50) break
    taken[node, partner, own] = taken[node, partner, other] = 1
    line = "  - {nodes: " node (partner ? ", partner: " partner : "")
    stiff = decades(1, 40); limit = decades(0.1, 3); friction = uniform(0.2, 1); normal = decades(1, 40)
    direction = plane ? ", normal: " along : ""
    if (kind == 1) # friction under a constant load
      line = line sprintf(", law: elastic%s, tangential_stiffness: %.4g, friction: %.3g, preload: %.4g", direction, stiff, friction, limit / friction)
    else if (kind == 2)
      line = line sprintf(", law: cubic%s, cubic_stiffness: %.4g", direction, decades(0.1, 5))
    else if (kind == 3) # friction with normal motion
      line = line sprintf(", law: elastic%s, tangential_stiffness: %.4g, normal_stiffness: %.4g, friction: %.3g, preload: %.4g", direction, stiff, normal, friction, limit)
    else { # a unilateral spring, pressed (4) or with a gap (5): without friction its tangent does
           # nothing
      line = line sprintf(", law: elastic%s, tangential_stiffness: 1, friction: 0, normal_stiffness: %.4g, ", direction, normal)
      line = line sprintf(kind == 4 ? "preload: %.4g" : "gap: %.4g", decades(0.05, 2))
      lifts = 1
    }
    entry[++count] = line "}"
  }
  loaded = whole(1, n); load = decades(0.01, 10); harmonics = whole(1, 7)
  low = uniform(0.3, 0.7) / 6.283185307; high = uniform(1.6, 3) / 6.283185307; down = uniform(0, 1) < 0.25
  printf "study: response\ntitle: Scattered system %d\n", seed
  if (!plane) {
    printf "model: {type: chain, masses: ["
    for (i = 1; i <= n; i++) printf "%s%.4g", (i > 1 ? ", " : ""), mass[i]
    printf "], springs: ["
    for (i = 1; i <= n + 1; i++) printf "%s%.4g", (i > 1 ? ", " : ""), spring[i]
    printf "], dashpots: ["
    for (i = 1; i <= n + 1; i++) printf "%s%.4g", (i > 1 ? ", " : ""), dashpot[i]
    printf "]}\n"
  } else {
    printf "model: {type: matrices, stiffness: %d-K.mtx, mass: %d-M.mtx, damping: %d-C.mtx, dof: %d-dof.csv}\n", seed, seed, seed, seed
    print "reduction: {method: modal}"
    matrices()
  }
  print "contact:"
  for (e = 1; e <= count; e++) print entry[e]
  printf "excitation: {node: %d, %samplitude: %.4g, phase: cos}\n", loaded, plane ? "direction: " (uniform(0, 1) < 0.7 ? "x" : "y") ", " : "", load
  printf "response: {from: %.4g, to: %.4g, harmonics: %d, points: 20000%s}\n", down ? high : low, down ? low : high, harmonics, lifts && uniform(0, 1) < 0.7 ? ", static: yes" : ""
  printf "outputs: {x: {node: %d%s}}\n", loaded, plane ? ", direction: x" : ""
}
# Adds springs at an angle to x, `across` times as stiff perpendicularly, with their dashpots.
function add(block, i, j, x) {
  if (i < 1 || j < 1 || i > 2 * n || j > 2 * n || j > i) return
  matrix[block, i, j] += x
}
function put(block, s, size,   c, w, xx, xy, yy, a, b) {
  c = cos(angle[s]); w = sin(angle[s])
  xx = size * (c * c + across[s] * w * w); yy = size * (w * w + across[s] * c * c); xy = size * c * w * (1 - across[s])
  a = 2 * (s - 2); b = 2 * (s - 1) # before the rows of nodes s - 1 and s
  if (s > 1) { add(block, a + 1, a + 1, xx); add(block, a + 2, a + 1, xy); add(block, a + 2, a + 2, yy) }
  if (s <= n) { add(block, b + 1, b + 1, xx); add(block, b + 2, b + 1, xy); add(block, b + 2, b + 2, yy) }
  if (s > 1 && s <= n) { add(block, b + 1, a + 1, -xx); add(block, b + 2, a + 1, -xy); add(block, b + 1, a + 2, -xy); add(block, b + 2, a + 2, -yy) }
}
function matrices(   s, i, j, k, names, name, text, count, file) {
  for (s = 1; s <= n + 1; s++) { put("K", s, spring[s]); put("C", s, dashpot[s]) }
  for (i = 1; i <= 2 * n; i++) add("M", i, i, mass[int((i + 1) / 2)])
  split("K C M", names, " ")
  for (k = 1; k <= 3; k++) {
    name = names[k]; text = ""; count = 0
    for (i = 1; i <= 2 * n; i++)
      for (j = 1; j <= i; j++)
        if ((name, i, j) in matrix) { text = text sprintf("%d %d %.6g\n", i, j, matrix[name, i, j]); count++ }
    file = seed "-" name ".mtx"
    printf "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n%s", 2 * n, 2 * n, count, text >file
    close(file)
  }
  file = seed "-dof.csv"
  print "eq,node,dof" >file
  for (i = 1; i <= 2 * n; i++) printf "%d,%d,%s\n", i, int((i + 1) / 2), i % 2 ? "x" : "y" >file
  close(file)
}
