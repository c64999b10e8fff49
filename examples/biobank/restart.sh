#!/usr/bin/env bash
# Kills the second replica and comes back when its process has ended. The supervisor starts it again within about a second.
set -euo pipefail
pid=$(python3 -c 'import json, urllib.request as web
print(json.load(web.urlopen("http://127.0.0.1:19401/sandbox/replica", timeout=5))["pid"])')
kill -9 "$pid"
for ((tries = 0; tries < 100; tries++)); do
  kill -0 "$pid" 2> /dev/null || exit 0
  sleep 0.05
done
echo "restart.sh: the replica $pid did not end" >&2
exit 1
