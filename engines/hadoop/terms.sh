#!/bin/bash
# The mapper of the first job: places count on from where this split of this file begins. Each record
# takes more than a byte, so no two have one place.
set -euo pipefail
path="/${mapreduce_map_input_file#*://*/}"
before=$(awk -F '\t' -v path="$path" '$1 == path { print $2 }' neardup-files.tsv)
exec $NEARDUP batch terms --recipe neardup-recipe.json --counters \
  --first $((before + mapreduce_map_input_start)) ${NEARDUP_TERMS:+--store "$NEARDUP_TERMS"}
