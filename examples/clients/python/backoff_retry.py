# backoff around requests. Its README names what is switched on: on_exception and on_predicate, expo with a factor and a
# max_value, full_jitter (its default), max_tries and max_time. It knows no HTTP: the key is made here, once for each operation,
# and what is worth a retry is decided here.
import uuid

import backoff
import requests
from protocol import URL, outcome, serve

TRANSIENT = {429, 500, 502, 503, 504}


class Transient(Exception):
    pass


def perform(payload):
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    attempts = 0
    last = None

    @backoff.on_exception(backoff.expo, (requests.RequestException, Transient), factor=0.2, max_value=2, max_tries=5, max_time=10)
    def send():
        nonlocal attempts, last
        attempts, last = attempts + 1, None
        last = requests.post(f"{URL}/payments", json=payload, headers=headers, timeout=1)
        if last.status_code in TRANSIENT:
            raise Transient()

    try:
        send()
    except Transient:
        pass
    except requests.RequestException as failure:
        return {"error": {"message": repr(failure)}, "attempts": attempts}
    return outcome(last, attempts)


serve(perform)
