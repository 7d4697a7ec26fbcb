#!/usr/bin/env bash
# A build with the transient engine alone: it compiles with all remaining tests, a study of it runs
# as in the full build, a study of a missing engine ends with 3 and its name, and no word of a
# missing engine remains in schema and commands. The tests that depend on the engines of a build
# pass: those of the engine itself, of schema, commands and figures. (All remaining tests:
# transient_only_all.)
. "$(dirname "$0")/../program.sh"
source=$(cd "${CHATTER_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
[ -e "$source/CMakeLists.txt" ] || skip "the sources are not here"
command -v cmake >/dev/null && command -v ninja >/dev/null || skip "cmake or ninja is not installed"
[ -e "$build/kernels.cmake" ] || skip "not a build of all kernels"
other=$build-transient # as deep as the other one: ccache knows what is the same
cmake -S "$source" -B "$other" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCHATTER_ENGINES=transient -DCHATTER_CUDA=off \
  -DCHATTER_RELEASE_BUILD="$build" >configure.txt 2>&1 || { cat configure.txt; say "it cannot be configured"; finish; }
ninja -C "$other" -j "$(nproc)" >build.txt 2>&1 || { tail -40 build.txt; say "it does not build"; finish; }

cat >chain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [1.0e4]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}
excitation: {node: 1, amplitude: 3.0, frequency: 20.0}
integrator: {scheme: moreau, steps_per_period: 50, periods: 4}
outputs: {tip: {node: 1, reduce: max}, force: {quantity: impulse, reduce: max}}
YAML
for program in "$chatter" "$other/chatter"; do
  "$program" eval chain.yaml -q --device cpu || say "$program: the transient study failed"
done >values.txt
[ "$(sort -u values.txt | wc -l)" = 2 ] || say "other values than the full build's: $(cat values.txt)"

refused() { # words: exit code 3, and the kind's name with those there are
  "$other/chatter" "$@" >out.txt 2>err.txt
  [ $? = 3 ] && grep -qF "no engine 'regimes' (it has: transient)" err.txt && [ "$(wc -l <err.txt)" = 1 ] || say "chatter $*: $(cat err.txt)"
}
refused run "$models/coulomb/ground1.yaml"
refused check "$models/coulomb/two-contacts.yaml"
refused eval chain.yaml --set study=regimes
"$other/chatter" boundaries "$models/coulomb/ground1.yaml" 2>err.txt
[ $? = 2 ] && grep -q "unknown command 'boundaries'" err.txt || say "boundaries: $(cat err.txt)"
for page in "schema" "schema --markdown" "--help" "--man" "--completion"; do
  # shellcheck disable=SC2086
  "$other/chatter" $page >page.txt || say "chatter $page failed"
  [ -s page.txt ] || say "chatter $page is empty"
  grep -nwE 'regimes|regime|stops_per_cycle|boundaries' page.txt && say "chatter $page names the engine that is not there"
done

left=$(ctest --test-dir "$other" -N -L quick | sed -n 's/^Total Tests: //p')
[ "${left:-0}" -ge 60 ] || say "only ${left:-0} quick tests are left"
ctest --test-dir "$other" -N | grep -q engines/regimes && say "tests of the missing engine are left"
ran=$(ctest --test-dir "$other" -LE '^all$' -E '_long$' -R "${TRANSIENT_ONLY_TESTS-^(engines/transient/(bands|inclusion|leapfrog|linear_response|moreau|refused|several_loads|start)|study/|cli/|plot/)}" \
  -j "$(nproc)" --output-on-failure 2>&1) || { tail -60 <<<"$ran"; say "tests that are left failed"; }
[ "$(grep -c 'Passed' <<<"$ran")" -ge 20 ] || say "few of the tests that are left have run: $ran"
finish
