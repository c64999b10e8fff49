#!/usr/bin/env python3
"""How close the duplicates of a race came: first to last handler entry, from the reference server's log.

usage: docs/overlap.py reports/target/samekey/reference-server.log
"""
import json
import statistics
import sys
from collections import defaultdict
from datetime import datetime

entries = defaultdict(list)
for text in open(sys.argv[1]):
    line = json.loads(text)
    if line.get("idempotency_key") and line.get("duration_ms") is not None:
        written = datetime.strptime(line["timestamp"][:26], "%Y-%m-%dT%H:%M:%S.%f").timestamp() * 1000
        entries[line["idempotency_key"]].append(written - line["duration_ms"])
races = [max(times) - min(times) for times in entries.values() if len(times) == 20]
print(f"{len(races)} races of 20; first to last handler entry in ms: "
      f"least {min(races):.1f}, median {statistics.median(races):.1f}, most {max(races):.1f}")
