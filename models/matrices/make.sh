#!/bin/sh
# Makes the example matrices from cantilever.inp with CalculiX and awk, and shows by it what the files hold:
#   K.mtx, M.mtx   Matrix Market, symmetric, N/m and kg
#   dof.csv        eq,node,dof: what each row is (equations from 1; dof 1, 2, 3 or x, y, z)
#   nodes.csv      id,x,y,z,sets: m; `sets` (may be left out) names the node sets a node belongs to
#   contact.csv    id,node,partner,nx,ny,nz,gap,area: partner is a node or `ground`, the normal points from the
#                  partner to the node, gap in m, area in m² (gap and area may be left out)
set -e
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed '/^\*STEP/,$d' cantilever.inp > "$folder/c.inp"
printf '*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n*END STEP\n' >> "$folder/c.inp"
(cd "$folder" && ccx c > log)
n=$(wc -l < "$folder/c.dof")
for pair in sti:K mas:M; do
  awk -v n="$n" '$3 != 0 { line[++entries] = $2 " " $1 " " $3 }
    END {
      print "%%MatrixMarket matrix coordinate real symmetric"
      print n, n, entries
      for (i = 1; i <= entries; i++) print line[i]
    }' "$folder/c.${pair%:*}" > "${pair#*:}.mtx"
done
awk -F. 'BEGIN { print "eq,node,dof" } { print NR "," $1 + 0 "," $2 + 0 }' "$folder/c.dof" > dof.csv
awk -F, 'BEGIN { print "id,x,y,z,sets" } /^\*/ { in_nodes = /^\*NODE/; next }
  in_nodes { print $1 "," $2 "," $3 "," $4 "," ($2 == 0.24 ? ($3 == 0 ? "TIP LOWER" : "TIP UPPER") : "") }' \
  cantilever.inp > nodes.csv
printf 'id,node,partner,nx,ny,nz,gap,area\n1,25,ground,0,1,0,1e-4,2e-4\n2,27,ground,0,1,0,1e-4,2e-4\n' > contact.csv
