#!/usr/bin/env bash
# shellcheck disable=SC2016,SC2154
# usage: gpu_check.sh BUILD_FOLDER
# tools/gpu_check with programs in place of the real ones, which pass, fail, skip, take too long: outcomes, what a later
# call repeats, a kill; and its page, whose numbers are those of tables made by hand.
root=$(cd "${CHATTER_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../../..}" && pwd)
[ -x "$root/tools/gpu_check" ] || { echo "skipped: the tools are not there"; exit 77; }
. "$(dirname "$0")/../../program.sh"
program() { mkdir -p "$(dirname "$1")" && { echo '#!/usr/bin/env bash'; cat; } >"$1" && chmod +x "$1"; }
program smi/nvidia-smi <<<'case $1 in *name*) echo "NVIDIA H100 80GB HBM3";; *) echo 580.1;; esac'
program build/chatter <<<'echo "chatter 9"'
program build/tests/machines/cuda/tests <<<'[ $# = 0 ] && { echo real_gpu_equality; echo other; exit 0; }; echo "$1" >>'"$work"'/ran; [ $1 != other ] || { echo "off by one bit"; exit 1; }'
program build/bench/bench_gpu_counted <<'X'
cat >"$2" <<Y
kernel,team,precision,modes,points,layout,batch,steps,seconds,steps_per_s,first_seconds
leapfrog,1,double,20,3,1,1024,1,1,5e9,1
moreau,1,double,12,2,1,1024,1,1,4e9,1
coulomb,1,double,1,0,0,1024,1,1,3e6,1
sliding,8,double,7,45,0,1024,1,1,7e6,1
Y
X
program build/bench/bench_gpu_ceilings <<<'exit 77'
program build/bench/bench_gpu_many <<<'sleep 30'
program build/bench/bench_gpu_kernels </dev/null
program build/bench/bench_gpu_lab </dev/null
cat >predicted.csv <<'X'
# synthetic tables
kernel,team,precision,modes,points,layout,batch,gpu,steps_per_s,limit,warp,differ,lost
leapfrog,1,double,20,3,1,1024,H100,1e10,latency,1,0,0
leapfrog,1,double,20,3,1,1024,A100,1,latency,1,0,0
moreau,1,double,12,2,1,1024,H100,2e9,latency,1,0,0
coulomb,1,double,1,0,0,1024,H100,3e6,fp64,1,0,0
X
check() { CHATTER_PREDICTED=$work/predicted.csv BUILD=$work/build PATH=$work/smi:$PATH "$root/tools/gpu_check" "$@" >said 2>&1; }

steps='counted|ceilings|^test_|lab'
check -s "$steps" results
[ $? = 1 ] || say "a failed step: exit code is not 1: $(cat said)"
for row in '| counted | passed |' '| ceilings | skipped |' '| test_machines_cuda_other | failed |' 'off by one bit' 'GPU: NVIDIA H100' 'last call: 20' \
  '| leapfrog | 1 | double | 20, 3, 1 | 1024 | 1e+10 | latency | 5e+09 | 0.50 |' '| sliding | 8 | double | 7, 45, 0 | 1024 | | | 7e+06 | |' \
  '| latency | 2 | 1.00 | 0.50 | 2.00 |' '| fp64 | 1 | 1.00 | 1.00 | 1.00 |'; do
  grep -qF "$row" results/page.md || say "the page lacks '$row': $(cat results/page.md)"
done
cp ran before
check -s "$steps" results
cmp -s ran before || say "a later call repeats what was done"

# Cut off by the time limit: left for the next call, or failed if a call begins with it.
check -m 0.03 -s random short
[ $? = 1 ] && grep -q 'failed random' said || say "a first step that is too long: $(cat said)"
check -m 0.03 -s 'counted|random' later
[ $? = 75 ] && grep -q '1 steps are left' said && [ ! -e later/random_10_million.step ] || say "cut off: $(cat said)"
[ -e later/page.md ] || say "no page of what was done"

# Killed: the step is repeated.
CHATTER_PREDICTED=$work/predicted.csv BUILD=$work/build PATH=$work/smi:$PATH "$root/tools/gpu_check" -s 'counted|random' killed >said 2>&1 &
pid=$!
wait_until ended_or $pid [ -e killed/random_10_million.log ]
kill -TERM $pid
wait $pid
[ $? = 130 ] && [ -e killed/counted.step ] && [ ! -e killed/random_10_million.step ] || say "killed: $(cat said)"

# Another machine does not continue it.
program smi/nvidia-smi <<<'echo Other'
check -s "$steps" results
[ $? = 6 ] && grep -q 'of another machine' said || say "another machine: $(cat said)"
check -s counted other
grep -q 'No prediction is for this GPU (Other): those of an H100' other/page.md || say "an unknown GPU: $(cat other/page.md)"
PATH=/usr/bin:/bin "$root/tools/gpu_check" -m x 2>/dev/null
[ $? = 2 ] || say "-m x is taken"
finish
