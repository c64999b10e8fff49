#!/usr/bin/env bash
# Judges the Idempotent Receiver of Spring Integration with the built samekey.jar and compares the verdicts with expected.txt.
# Exit code 0: as expected. Needs Maven, Node.js for the comparison, and a build (mvn verify) before.
cd "$(dirname "$0")"
mvn -B -ntp -q package
. ../verify.bash
judge target.yaml expected.txt "${1:-../../reports/target/spring-integration}"
