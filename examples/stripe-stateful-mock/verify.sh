#!/usr/bin/env bash
# Judges stripe-stateful-mock with the built samekey.jar and compares the verdicts with expected.txt. Exit code 0: as expected.
# Needs Node 20, npm and a build (mvn verify) before.
cd "$(dirname "$0")"
. ../verify.bash
judge target.yaml expected.txt "${1:-../../reports/target/stripe-stateful-mock}"
