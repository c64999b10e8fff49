#!/usr/bin/env bash
# Builds the shop twice: with the bug the build must fail with the sentence of CON-1, and fixed it must pass. Exit code 0: as
# expected. Needs a build (mvn package -Prelease) before, and the network for what Maven has not fetched yet.
cd "$(dirname "$0")"
. ../repository.bash
jar=$root/reports/maven-plugin/target/samekey-maven-plugin-$version.jar
[ -f "$jar" ] || { echo "verify.sh: build first: mvn package -Prelease" >&2; exit 2; }
lay samekey-maven-plugin "$root/reports/maven-plugin/pom.xml" "$jar"
shop() { mvn -B -ntp -Dmaven.repo.local="$repository" "$@" verify; }
said=$repository/said.txt

if shop "$@" > "$said"; then
  echo "verify.sh: the build passes, although the shop has the bug" >&2
  exit 1
fi
grep '^\[ERROR\] CON-1 Effects of [0-9]* simultaneous requests for an order under one key: expected 1, got [0-9]*' "$said" \
  || { tail -60 "$said" >&2; echo "verify.sh: the build does not fail for CON-1" >&2; exit 1; }
echo "maven-plugin: the build fails with the bug"

SHOP_FIXED=yes shop "$@" > "$said" || { tail -60 "$said" >&2; echo "verify.sh: the fixed shop does not pass" >&2; exit 1; }
grep 'gate: passed' "$said"
echo "maven-plugin: the build passes with the fix"
