#!/usr/bin/env bash
# serve.sh PORT1 PORT2: two replicas on a clean store; prints "ready"; ends all on SIGTERM.
set -u
here=$(cd "$(dirname "$0")" && pwd)
p1=${1:?usage: serve.sh PORT1 PORT2}; p2=${2:?usage: serve.sh PORT1 PORT2}
run=${FREIGHT_RUN:-$here/run-$p1}
rm -rf "$run"; mkdir -p "$run"
provider_port=${PROVIDER_PORT:-$((p2 + 1))}
{
  printf 'export FREIGHT_DB=%q\n' "$run/freight.sqlite"
  printf 'export PROVIDER_URL=%q\n' "${PROVIDER_URL:-http://127.0.0.1:$provider_port}"
  printf 'export DEFECT=%q VARIANT=%q\n' "${DEFECT:-}" "${VARIANT:-}"
  [ -n "${FREIGHT_WEBHOOK_SECRET:-}" ] && printf 'export FREIGHT_WEBHOOK_SECRET=%q\n' "$FREIGHT_WEBHOOK_SECRET"
  printf 'PORT1=%q PORT2=%q\n' "$p1" "$p2"
} > "$run/env"

finish() {
  trap - TERM INT
  for f in "$run"/*.pid; do [ -f "$f" ] && kill "$(cat "$f")" 2>/dev/null; done
  [ -n "${nap:-}" ] && kill "$nap" 2>/dev/null
  exit 0
}
trap finish TERM INT

if [ -z "${PROVIDER_URL:-}" ]; then
  python3 "$here/provider.py" "$provider_port" >>"$run/provider.err" 2>&1 &
  echo $! > "$run/provider.pid"
  until (exec 3<>"/dev/tcp/127.0.0.1/$provider_port") 2>/dev/null; do sleep 0.05; done
fi
"$here/restart.sh" "$run" 1 >/dev/null && "$here/restart.sh" "$run" 2 >/dev/null || { echo "start failed" >&2; finish; }
echo ready
while :; do sleep 3600 & nap=$!; wait $nap; done
