#!/usr/bin/env bash
# Judges restate-server with the built samekey.jar and compares the verdicts with expected.txt. Exit code 0: as expected. Needs
# Node 20, npm, curl and a build (mvn verify) before.
cd "$(dirname "$0")"
. ../verify.bash
export DATA=$work/data
mkdir "$DATA"
SERVICE_PORT=3935 node services.js > "$work/services.log" 2>&1 &
pids+=("$!")
listening 3935
judge target.yaml expected.txt "${1:-../../reports/target/restate}"
