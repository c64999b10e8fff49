#!/usr/bin/env bash
# Judges Powertools with the built samekey.jar, on Redis and on DynamoDB, and compares the verdicts with redis.txt and
# dynamodb.txt: verify.sh [redis|dynamodb]. Exit code 0: as expected. Needs Node 20, npm, valkey-server or redis-server, and a
# build (mvn verify) before. Without Redis: verify.sh dynamodb.
cd "$(dirname "$0")"
. ../verify.bash
. ./store.bash
export DATA
for each in ${1:-redis dynamodb}; do
  port=$([ "$each" = redis ] && echo 3951 || echo 3952)
  store "$each" "$port"
  pids+=("$store_pid")
  listening "$port"
  DATA=$work/$each
  mkdir "$DATA"
  judge "target-$each.yaml" "$each.txt" "../../reports/target/powertools-idempotency-$each"
done
