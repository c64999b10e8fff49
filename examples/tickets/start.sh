#!/bin/sh
# DEFECT=name VARIANT=name ./start.sh : both replicas, fresh database
cd "$(dirname "$0")" || exit 1
PORT_A=${PORT_A:-18301}; PORT_B=${PORT_B:-18302}
if [ -f run/a.pid ] || [ -f run/b.pid ]; then ./stop.sh; fi
rm -rf run logs; mkdir -p run logs
export DB_FILE="$PWD/run/tickets.db" DEFECT VARIANT
nice -n 10 python3 server.py --init || exit 1
REPLICA=a PORT=$PORT_A LOG_FILE=logs/replica-a.jsonl nohup nice -n 10 python3 server.py </dev/null >run/a.out 2>&1 & echo $! > run/a.pid
REPLICA=b PORT=$PORT_B LOG_FILE=logs/replica-b.jsonl nohup nice -n 10 python3 server.py </dev/null >run/b.out 2>&1 & echo $! > run/b.pid
for port in $PORT_A $PORT_B; do
  i=0
  until python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$port/healthz', timeout=1)" 2>/dev/null; do
    i=$((i+1)); [ $i -gt 50 ] && { echo "replica on $port did not start" >&2; cat run/*.out >&2; exit 1; }
    sleep 0.1
  done
done
echo "ready: http://127.0.0.1:$PORT_A http://127.0.0.1:$PORT_B defect=${DEFECT:-none} variant=${VARIANT:-none}"
