#!/usr/bin/env bash
# Becomes restate-server, with its ingress on PORT, its data in DATA, and the services of SERVICE_PORT registered.
cd "$(dirname "$0")" || exit 2
binary=$(echo node_modules/@restatedev/restate-server-*/bin/restate-server)
export RESTATE_BASE_DIR=$DATA RESTATE_CLUSTER_NAME=samekey RESTATE_NODE_NAME=one RESTATE_LISTEN_MODE=tcp DO_NOT_TRACK=1
export RESTATE_INGRESS__BIND_ADDRESS=127.0.0.1:$PORT RESTATE_ADMIN__BIND_ADDRESS=127.0.0.1:$((PORT + 20))
export RESTATE_BIND_ADDRESS=127.0.0.1:$((PORT + 30)) RESTATE_LOG_FILTER=warn
for ((tries = 0; tries < 100; tries++)); do
  curl -fsS -m 5 -o /dev/null --json "{\"uri\":\"http://127.0.0.1:$SERVICE_PORT\",\"force\":true}" \
    "http://127.0.0.1:$((PORT + 20))/deployments" 2> /dev/null && break
  sleep 0.1
done &
exec "$binary" --no-logo
