#!/usr/bin/env bash
# Judges idempotent with the built samekey.jar and compares the verdict of each clause in expected.txt.
# Exit code 0: as expected. Needs Maven and a build (mvn verify) before.
cd "$(dirname "$0")"
. ../verify.bash
mvn -B -ntp -q package
judge_clauses target.yaml expected.txt "${1:-../../reports/target/idempotent}"
