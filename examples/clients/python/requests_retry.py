# requests with the Retry of urllib3. Its documentation names what is switched on: POST in allowed_methods, status_forcelist,
# backoff_factor (no delay before the first retry, then 0.2 s times 2), backoff_jitter, backoff_max, respect_retry_after_header (on
# by default), and raise_on_status off, so that the last response is returned. It knows nothing of keys, so the key is made here,
# once for each operation. urllib3 keeps a history of what it repeated.
import uuid

import requests
from protocol import URL, outcome, serve
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

retry = Retry(
    total=4,
    allowed_methods={"POST"},
    status_forcelist=[429, 500, 502, 503, 504],
    backoff_factor=0.1,
    backoff_jitter=0.1,
    backoff_max=2,
    raise_on_status=False,
)
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=retry, pool_maxsize=200))


def perform(payload):
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    response = session.post(f"{URL}/payments", json=payload, headers=headers, timeout=1)
    return outcome(response, 1 + len(response.raw.retries.history))


serve(perform)
