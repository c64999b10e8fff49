#!/usr/bin/env bash
# Judges parse-server with the built samekey.jar and compares the verdicts with expected.txt. Exit code 0: as expected. Needs
# Node 20, npm and a build (mvn verify) before. Postgres comes from npm.
cd "$(dirname "$0")"
. ../verify.bash
export STORE_DATA=$work/postgres
mkdir "$STORE_DATA"
STORE_PORT=3956 ./postgres.sh > "$work/store.log" 2>&1 &
store_pid=$!
trap 'kill -INT "$store_pid"; wait; rm -rf "$work"' EXIT
listening 3956
judge target.yaml expected.txt "${1:-../../reports/target/parse-server}"
