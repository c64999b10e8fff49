#!/usr/bin/env bash
# Judges idempotent with the built samekey.jar and compares the verdict of each clause in expected.txt.
# Exit code 0: as expected. Needs Maven and a build (mvn verify) before.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../../reports/target/samekey.jar
out=${1:-$here/../../reports/target/idempotent}
[ -f "$jar" ] || { echo "verify.sh: build first: mvn verify" >&2; exit 2; }
(cd "$here" && mvn -B -ntp -q package)
code=0
java -jar "$jar" verify --target "$here/target.yaml" --out "$out" || code=$?
[ "$code" = 1 ] || { echo "verify.sh: expected exit code 1, got $code" >&2; exit 1; }
sed -n 's/^| \([A-Z]*-[0-9]*\) | [A-Z]* | . \([a-z ]*\) |.*/\1 \2/p' "$out/contract-matrix.md" | sort > "$out/clauses.txt"
# A clause that is newer than expected.txt is not compared.
grep -wFf <(cut -d " " -f 1 "$here/expected.txt") "$out/clauses.txt" | diff -u "$here/expected.txt" - && echo "idempotent: each verdict is as expected"
