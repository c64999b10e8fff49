# Speaks the client protocol (docs/client-protocol.md) for the client in pay.py. Needs Python 3.8 or later, and no packages.
import json, sys, threading
from pay import pay  # your client


def perform(task):
    outcome = pay(task["payload"])  # {"result"} or {"error"}, and "attempts" and "key" where they are known
    sys.stdout.write(json.dumps({"id": task["id"], **outcome}) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    threading.Thread(target=perform, args=[json.loads(line)]).start()
