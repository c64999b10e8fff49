#!/usr/bin/env bash
# restart.sh RUNDIR 1|2: kill -9 that replica if it lives, start it again on the same store.
set -u
here=$(cd "$(dirname "$0")" && pwd)
run=$(cd "${1:?usage: restart.sh RUNDIR 1|2}" && pwd); n=${2:?usage: restart.sh RUNDIR 1|2}
. "$run/env"
[ "$n" = 1 ] && port=$PORT1 || port=$PORT2
if [ -f "$run/replica$n.pid" ]; then
  old=$(cat "$run/replica$n.pid")
  kill -9 "$old" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$old" 2>/dev/null || break; sleep 0.05; done
fi
FREIGHT_PORT=$port FREIGHT_REPLICA=$n FREIGHT_LOG="$run/replica$n.jsonl" \
  nohup python3 "$here/freight.py" >>"$run/replica$n.err" 2>&1 </dev/null &
echo $! > "$run/replica$n.pid"
for _ in $(seq 1 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && { echo "ready"; exit 0; }
  sleep 0.05
done
echo "replica $n did not start" >&2; exit 1
