#!/usr/bin/env bash
# DEFECT=name VARIANT=name ./start.sh: both replicas in the foreground; store, logs and pids are in the folder run.
# The first start of a run makes a clean store and a payment provider. A later one, after a crash, keeps both.
set -u
cd "$(dirname "$0")" || exit 1
one=18421 two=18422 provider=18423
ended() { [ -f "run/$1.pid" ] && kill -9 "$(cat "run/$1.pid")" 2>/dev/null; rm -f "run/$1.pid"; }
listens() { until (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; do sleep 0.05; done; }
mkdir -p run
ended replica1; ended replica2
if [ "$(cat run/parent 2>/dev/null)" != "$PPID" ]; then
  ended provider
  rm -rf run; mkdir run; echo $PPID > run/parent
  # As nobody's child it outlives a kill of the replicas. It ends with whoever started this.
  (setsid bash -c 'python3 provider.py "$1" & echo $! > run/provider.pid
    while kill -0 "$2" 2>/dev/null; do sleep 0.5; done; kill $!' _ $provider $PPID >>run/provider.err 2>&1 </dev/null &)
  listens $provider
fi
for n in 1 2; do
  [ $n = 1 ] && port=$one || port=$two
  FREIGHT_DB=run/freight.sqlite PROVIDER_URL=http://127.0.0.1:$provider \
    FREIGHT_PORT=$port FREIGHT_REPLICA=$n FREIGHT_LOG=run/replica$n.jsonl \
    setpriv --pdeathsig KILL python3 freight.py >>run/replica$n.err 2>&1 </dev/null &
  echo $! > run/replica$n.pid
  listens $port
done
# A race sends more than 100 writes a second.
for tenant in acme boreal; do
  curl -s -o /dev/null http://127.0.0.1:$one/_staging/rate -d "{\"tenant\": \"$tenant\", \"limit\": 100000, \"window_s\": 1}"
done
trap 'kill -9 $(cat run/replica?.pid) 2>/dev/null; exit 0' TERM INT
wait
