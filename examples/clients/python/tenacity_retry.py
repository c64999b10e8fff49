# tenacity around requests. Its documentation names what is switched on: stop_after_attempt, stop_after_delay,
# wait_random_exponential (full jitter), retry_if_exception_type and retry_if_result. It knows no HTTP: the key is made here,
# once for each operation, and what is worth a retry is decided here.
import uuid

import requests
from protocol import URL, outcome, serve
from tenacity import Retrying, retry_if_exception_type, retry_if_result, stop_after_attempt, stop_after_delay, wait_random_exponential

TRANSIENT = {429, 500, 502, 503, 504}


def perform(payload):
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    retrying = Retrying(
        stop=stop_after_attempt(5) | stop_after_delay(10),
        wait=wait_random_exponential(multiplier=0.2, max=2),
        retry=retry_if_exception_type(requests.RequestException)
        | retry_if_result(lambda response: response.status_code in TRANSIENT),
        retry_error_callback=lambda state: state.outcome.result(),
    )
    send = lambda: requests.post(f"{URL}/payments", json=payload, headers=headers, timeout=1)
    try:
        return outcome(retrying(send), retrying.statistics["attempt_number"])
    except requests.RequestException as failure:
        return {"error": {"message": repr(failure)}, "attempts": retrying.statistics["attempt_number"]}


serve(perform)
