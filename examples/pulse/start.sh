#!/bin/sh
# DEFECT=name VARIANT=name ./start.sh: both replicas in the foreground; state and log are in the folder run
cd "$(dirname "$0")" || exit 1
mkdir -p run/data
exec node server.js --port 18401 --replicas 2 --data run/data --log run/pulse.log --wait-ms 600 \
  ${DEFECT:+--defect "$DEFECT"} ${VARIANT:+--variant "$VARIANT"}
