# The client protocol (docs/client-protocol.md), for all adapters of this folder.
import json, os, sys, threading

URL = os.environ.get("SAMEKEY_URL")


def serve(perform):
    """Does the operations of standard input, as they come: perform(payload) gives what is reported beside the id."""

    def report(task):
        try:
            if "resume" in task:
                raise ValueError("this client keeps no operation")
            outcome = perform(task["payload"])
        except Exception as failure:
            outcome = {"error": {"message": repr(failure)}}
        sys.stdout.write(json.dumps({"id": task["id"], **outcome}) + "\n")
        sys.stdout.flush()

    for line in sys.stdin:
        threading.Thread(target=report, args=[json.loads(line)], daemon=True).start()


def outcome(response, attempts=None):
    """What a response of requests means."""
    if response.ok:
        return {"result": response.json(), "attempts": attempts}
    try:
        code = response.json().get("code")
    except ValueError:
        code = None
    return {"error": {"status": response.status_code, "code": code}, "attempts": attempts}
