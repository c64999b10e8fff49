#!/usr/bin/env bash
# Runs the test of the shop twice: with the bug CON-1 must fail, and fixed everything must pass. Exit code 0: as expected.
# Needs a build (mvn package) before, and the network for what Maven has not fetched yet. Arguments go to Maven.
cd "$(dirname "$0")"
. ../repository.bash
shop() { mvn -B -ntp -Dmaven.repo.local="$repository" "$@" test; }
said=$repository/said.txt

if shop "$@" > "$said"; then
  echo "verify.sh: the test passes, although the shop has the bug" >&2
  exit 1
fi
sentence='Effects of [0-9]* simultaneous requests for a payment under one key: expected 1, got [0-9]*'
grep -m 1 -o "$sentence" "$said" || { tail -50 "$said" >&2; echo "verify.sh: CON-1 does not say what is expected" >&2; exit 1; }
echo "spring-boot: the test fails with the bug"

shop "$@" -Dspring.profiles.active=fixed > "$said" || { tail -80 "$said" >&2; echo "verify.sh: the fixed shop does not pass" >&2; exit 1; }
grep 'Tests run' "$said" | tail -1
echo "spring-boot: the test passes with the fix"
