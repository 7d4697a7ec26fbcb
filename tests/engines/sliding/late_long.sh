#!/usr/bin/env bash
# The part of the run from 2.4 s to 3.05 s with squeal, started in the sliding equilibrium of 2.4 s:
# smooth, compared with the windows of an independent program (reference/late.csv); rough, compared
# with known properties of the bursts; and the longest rows of reference/transient.csv.
. "$(dirname "$0")/../../program.sh"
reference=${CHATTER_SOURCE:-$(dirname "$models")}/tests/engines/sliding/reference
study=$models/beam-on-beam/slide.yaml
sed -e '/^inputs:/,$d' -e 's/start: .*/start: 0.078/' -e 's/^sliding: .*/sliding: {duration: 0.65, step: 5.0e-8, windows: 65}/' "$study" >late.yaml
cat >>late.yaml <<'TEXT'
roughness: {band: [20, 20000]}
ensemble: {design: {type: file, file: rows.csv}}
outputs:
  tip: {quantity: acceleration, node: target.303, direction: y, reduce: window_rms}
  low: {quantity: acceleration, node: target.303, direction: y, band: [3300, 3700], reduce: window_rms}
  below: {quantity: acceleration, node: target.303, direction: y, band: [3440, 3520], reduce: window_rms}
  above: {quantity: acceleration, node: target.303, direction: y, band: [3530, 3610], reduce: window_rms}
  seven: {quantity: acceleration, node: target.303, direction: y, band: [6500, 7500], reduce: window_rms}
  high: {quantity: acceleration, node: target.303, direction: y, band: [10400, 10900], reduce: window_rms}
  force_min: {quantity: normal_force, reduce: window_min}
  force_max: {quantity: normal_force, reduce: window_max}
  slip: {quantity: slip_velocity, reduce: window_min}
  velocity_min: {quantity: contact_velocity, reduce: window_min}
  velocity_max: {quantity: contact_velocity, reduce: window_max}
TEXT
cat >rows.csv <<'TEXT'
sample_id,slider.friction,roughness.deviation,roughness.seed
smooth,0.3,0,0
rough,0.3,0.005,1
mild,0.1,0.005,1
TEXT
"$chatter" run late.yaml -o late.h5 --quiet --device cpu && "$chatter" export late.h5 -o late.csv >log 2>&1 || say "the runs fail"
[ "$(grep -c ',ok,' late.csv)" = 3 ] || say "not all ran through: $(cat late.csv)"

# Smooth. Each burst grows from the remains of an earlier one: an error of 1e-6 of the largest
# acceleration so far, where rounding of accelerations is 1e-7 in both programs, plus 1e-5 of its
# own.
paste -d, "$reference/late.csv" <(awk -F, 'NR == 1 || $1 == 0' late-window.csv) >both.csv
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) if (i > 7) at[$i] = i; else want[$i] = i; next }
  function off(x, y) { return x > y ? x - y : y - x }
  {
    tip = $want["tip_rms"]; if (tip > most) most = tip
    if (!(off($at["tip"], tip) <= 1e-5 * tip + 1e-6 * most)) { print "tip", $1, $at["tip"], tip; bad = 1 }
    n = split("force_min,force_max,velocity_min,velocity_max", names, ",")
    for (i = 1; i <= n; i++) # a force of one step at a passed node: transient.sh
      if (!(off($at[names[i]], $want[names[i]]) <= 2e-6 * $want[names[i]])) { print names[i], $1, $at[names[i]], $want[names[i]]; bad = 1 }
    rows++
  }
  END { if (rows != 65) print rows " windows"; exit bad || rows != 65 }' both.csv >errors.txt || say "smooth: $(cat errors.txt)"

# Rough, mu = 0.3: bursts near 2.55 s at 3.49 kHz, 2.85 s at 3.56 kHz and 2.9 to 3.0 s at 10.6 to
# 10.8 kHz, none at 7 kHz; mu = 0.1: none. A burst: three times the response to roughness alone of
# that band in any window of mu = 0.1, which is 1.2 m/s2 in the low band, 9 in the high one and 7
# around 7 kHz. The height of bursts differs between seeds by a factor of 3; seed 1 of this process
# has 26, 80 and 270 m/s2.
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { t = $1; w = $at["window"]; for (name in at) x[name, t, w] = $at[name] }
  function highest(name, t, from, to,  w, most) { # over the windows from ... to, in s after 2.4 s
    where = -1; most = -1e300
    for (w = 0; w < 65; w++) if (w / 100 > from - 0.005 && w / 100 < to - 0.005 && x[name, t, w] > most) { most = x[name, t, w]; where = 2.4 + w / 100 }
    return most
  }
  function expect(condition, text) { if (!condition) { print text; bad = 1 } }
  END {
    low = highest("low", 2, 0, 0.65); high = highest("high", 2, 0, 0.65); seven = highest("seven", 2, 0, 0.65)
    first = highest("low", 1, 0, 0.35); at_first = where
    second = highest("low", 1, 0.35, 0.65); at_second = where
    third = highest("high", 1, 0, 0.65); at_third = where
    expect(first > 3 * low && at_first > 2.53 && at_first < 2.60, "first burst: " first " at " at_first ", without " low)
    expect(second > 3 * low && at_second > 2.84 && at_second < 2.91, "second burst: " second " at " at_second ", without " low)
    expect(third > 3 * high && at_third > 2.89 && at_third < 3.0, "third burst: " third " at " at_third ", without " high)
    expect(highest("low", 1, 0, 0.1) < 3 * low && highest("low", 1, 0.6, 0.65) < 3 * low, "3.5 kHz before or behind the bursts")
    expect(highest("low", 1, 0.3, 0.4) < 3 * low, "3.5 kHz between the bursts: " highest("low", 1, 0.3, 0.4))
    expect(highest("seven", 1, 0, 0.65) < 3 * seven, "7 kHz: " highest("seven", 1, 0, 0.65) ", without " seven)
    # 3.49 and 3.56 kHz lie in different halves of the low band
    w = int((at_first - 2.4) * 100 + 0.5); expect(x["below", 1, w] > 2 * x["above", 1, w], "first burst: " x["below", 1, w] " below 3525 Hz, " x["above", 1, w] " above")
    w = int((at_second - 2.4) * 100 + 0.5); expect(x["above", 1, w] > 2 * x["below", 1, w], "second burst: " x["below", 1, w] " below 3525 Hz, " x["above", 1, w] " above")
    # mu = 0.1 vibrates evenly: no window exceeds the others by more than a factor of two
    least = 1e300; for (w = 0; w < 65; w++) if (x["tip", 2, w] < least) least = x["tip", 2, w]
    expect(highest("tip", 2, 0, 0.65) < 3 * least, "mu = 0.1: " highest("tip", 2, 0, 0.65) " and " least)
    for (t = 0; t < 3; t++) for (w = 0; w < 65; w++) expect(x["force_min", t, w] > 0 && x["slip", t, w] > 0, "trajectory " t ", window " w ": lambda " x["force_min", t, w] ", slip " x["slip", t, w])
    exit bad
  }' late-window.csv >errors.txt || say "$(cat errors.txt)"

# Twice as many steps of half the length as in transient.sh.
awk -F, 'NR == 1 || ($2 > 0.1 && $3 < 4e-8)' "$reference/transient.csv" >wanted.csv
awk -F, 'NR == 1 { print "sample_id," $1 "," $2 "," $3; next } { print NR "," $1 "," $2 "," $3 }' wanted.csv >samples.csv
"$chatter" eval "$study" -i samples.csv -o halved.csv --quiet --device cpu || say "eval fails"
paste -d, wanted.csv halved.csv | awk -F, '
  NR == 1 { next }
  { for (i = 4; i <= 9; i++) if (!((e = $(i + 8) / $i - 1) < 1e-6 && e > -1e-6)) { print "row " NR ", column " i ": " $(i + 8) " is not " $i; bad = 1 } rows++ }
  END { exit bad || rows != 2 }' >errors.txt || say "0.2 s: $(cat errors.txt)"
finish
