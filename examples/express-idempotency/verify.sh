#!/usr/bin/env bash
# Judges express-idempotency with the built samekey.jar and compares the verdict of each clause in expected.txt.
# Exit code 0: as expected. Needs Node 20, npm and a build (mvn verify) before.
cd "$(dirname "$0")"
. ../verify.bash
judge_clauses target.yaml expected.txt "${1:-../../reports/target/express-idempotency}"
