#!/bin/sh
# ends exactly the two replicas started by start.sh
cd "$(dirname "$0")" || exit 1
for r in a b; do
  [ -f run/$r.pid ] || continue
  pid=$(cat run/$r.pid)
  if [ "$(readlink /proc/$pid/cwd 2>/dev/null)" = "$(pwd -P)" ] && tr '\0' ' ' < /proc/$pid/cmdline 2>/dev/null | grep -q 'server\.py'; then
    kill "$pid"
    i=0; while kill -0 "$pid" 2>/dev/null && [ $i -lt 50 ]; do sleep 0.05; i=$((i+1)); done
  fi
  rm -f run/$r.pid
done
