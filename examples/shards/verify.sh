#!/usr/bin/env bash
# Judges the bundled server twice: in five processes whose reports «merge» joins, and in one. Both must have the same verdict on
# each clause, the same tests with the same outcomes, and the same exit code. Then it merges four of the five, which must fail.
# Exit code 0: as expected. Needs a build (mvn package) before, and takes about five minutes. Arguments go to each «verify», such
# as --defect check-then-act, or --clauses RPL,CON-1 for less.
set -euo pipefail
cd "$(dirname "$0")"
jar=${SAMEKEY_JAR:-../../reports/target/samekey.jar}
[ -f "$jar" ] || { echo "verify.sh: build first: mvn package" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
of=5

samekey() { # samekey FILE EXPECTED-CODES ARGUMENT...: runs it, and puts what it says into the file
  local said=$1 expected=$2 code=0
  shift 2
  java -jar "$jar" "$@" > "$said" 2>&1 || code=$?
  [[ " $expected " == *" $code "* ]] || { tail -40 "$said" >&2; echo "verify.sh: exit code $code of samekey $*" >&2; exit 1; }
  echo "$code" > "$said.code"
}
clauses() { # the verdict on each clause, of the table that was printed
  sed -nE 's/^([A-Z]+-[0-9]+) +(MUST|SHOULD|MAY) +([A-Z_]+) .*/\1 \3/p' "$1" | sort
}
tests() { # each test with its outcome, of a junit.xml
  tr -d '\n' < "$1/junit.xml" | sed 's/<testcase /\n&/g' | awk '/^<testcase / {
    outcome = /<failure/ ? "failed" : /<error/ ? "error" : /<skipped/ ? "skipped" : "passed"
    match($0, / name="[^"]*"/); name = substr($0, RSTART, RLENGTH)
    match($0, / classname="[^"]*"/); print substr($0, RSTART, RLENGTH) name, outcome }' | sort
}
same() { # same WHAT ONE OTHER
  [ -s "$2" ] || { echo "verify.sh: no $1 were found" >&2; exit 1; }
  diff -u "$2" "$3" >&2 || { echo "verify.sh: the $1 of one run and of $of shards differ" >&2; exit 1; }
  echo "shards: the same $(wc -l < "$2") $1"
}

# One after another: each has a server of its own, but all of them share the processors of this machine.
for ((number = 1; number <= of; number++)); do
  samekey "$work/shard-$number.txt" 0 verify --shard "$number/$of" --run-id shards --out "$work/shards/$number" "$@"
  grep "^shard $number of $of: " "$work/shard-$number.txt"
done
samekey "$work/merged.txt" "0 1" merge "$work/shards" --out "$work/merged"
samekey "$work/one.txt" "0 1" verify --color never --out "$work/one" "$@"

for run in one merged; do
  clauses "$work/$run.txt" > "$work/$run.clauses"
  tests "$work/$run" > "$work/$run.tests"
done
same clauses "$work/one.clauses" "$work/merged.clauses"
same tests "$work/one.tests" "$work/merged.tests"
same "exit codes" "$work/one.txt.code" "$work/merged.txt.code"

rm -r "$work/shards/3"
samekey "$work/four.txt" 1 merge "$work/shards" --out "$work/four"
grep -m 1 "shard 3 of $of is missing" "$work/four.txt"
echo "shards: $of of them are as one run, and a missing one fails the gate"
