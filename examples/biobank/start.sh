#!/usr/bin/env bash
# DEFECT=name VARIANT=name ./start.sh: both replicas in the foreground; stores and log are in the folder run.
# The first start of a run makes clean data. A later one, after a crash, keeps it.
set -u
cd "$(dirname "$0")" || exit 1
export ALIQUOT_DIR="$PWD/run" ALIQUOT_PORTS="${ALIQUOT_PORTS:-19400,19401}"
mkdir -p run
if [ "$(cat run/parent 2>/dev/null)" != "$PPID" ]; then
  rm -rf run; mkdir run; echo $PPID > run/parent
fi
exec setpriv --pdeathsig TERM python3 server.py supervise >>run/server.log 2>&1 </dev/null
