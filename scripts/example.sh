# Shared by what needs a run to try.

# example ROOT: the contest and the model of the first command in the README of this tree.
example() { sed -n 's/.*scripts\/certify --contest \([^ ]*\) --dut rtl:\([a-z_0-9]*\).*/\1 \2/p' "$1/README.md" | head -n 1; }
