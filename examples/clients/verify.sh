#!/usr/bin/env bash
# Judges published clients with the built samekey.jar, prints a table client x clause, and compares the verdicts with
# expected.txt: ./verify.sh [NAME…], by default each target file of this folder. Exit code 0: as expected.
# Needs Node 20, npm, Maven, Python 3.8 and a build (mvn verify) before.
set -euo pipefail
cd "$(dirname "$0")"
jar=${SAMEKEY_JAR:-../../reports/target/samekey.jar}
out=${SAMEKEY_OUT:-../../reports/target/clients}
[ -f "$jar" ] || { echo "verify.sh: build first: mvn verify" >&2; exit 2; }
[ -d npm/node_modules ] || (cd npm && npm ci --no-audit --no-fund > /dev/null)
[ -d java/target/lib ] || (cd java && mvn -B -ntp -q compile)
[ -d python/venv ] || { python3 -m venv python/venv && python/venv/bin/pip install -q -r python/requirements.txt; }

names=("$@")
[ $# -gt 0 ] || for file in *.yaml; do [[ $file == *.dialect.yaml ]] || names+=("${file%.yaml}"); done
mkdir -p "$out"
for name in "${names[@]}"; do
  code=0
  java -jar "$jar" client --target "$name.yaml" --out "$out/$name" > "$out/$name.log" 2>&1 || code=$?
  # A clause that is inconclusive makes exit code 2, and the run is complete all the same.
  [ "$code" -le 1 ] || grep -q '^  "complete" : true,' "$out/$name/verdict.json" || { cat "$out/$name.log" >&2; echo "verify.sh: $name was not judged, exit code $code" >&2; exit 2; }
  node table.js verdicts "$out/$name" "$name" > "$out/$name.txt"
  echo "$name: judged"
done
node table.js table "${names[@]/#/$out/}"
# What a busy machine leaves inconclusive is no difference.
differences=0
for name in "${names[@]}"; do
  node table.js differences expected.txt "$out/$name.txt" || differences=1
done
[ "$differences" = 0 ] && echo "each verdict is as expected"
exit "$differences"
