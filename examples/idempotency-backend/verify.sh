#!/usr/bin/env bash
# Judges idempotency-backend with the built samekey.jar and compares the verdicts with expected.txt. Exit code 0: as expected.
# Needs Node 20, npm and a build (mvn verify) before.
cd "$(dirname "$0")"
. ../verify.bash
export DATA=$work/data
mkdir "$DATA"
judge target.yaml expected.txt "${1:-../../reports/target/idempotency-backend}"
