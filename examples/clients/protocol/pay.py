"""A client that retries as the playbook says. It stands for yours."""
import http.client, json, os, random, time, uuid
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit


def pay(payload):
    key, attempts, begun = str(uuid.uuid4()), 0, time.monotonic()  # one key for all attempts
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    while True:
        attempts, retry, asked = attempts + 1, True, 0  # without a response: retry
        connection = http.client.HTTPConnection(urlsplit(os.environ["SAMEKEY_URL"]).netloc, timeout=1)
        try:
            connection.request("POST", "/payments", json.dumps(payload), headers)
            response = connection.getresponse()
            body = json.load(response)
            if response.status < 300:
                return {"result": body, "attempts": attempts, "key": key}
            error = {"status": response.status, "code": body.get("code")}
            retry = response.status in (429, 500, 502, 503, 504) or body.get("code") == "CONFLICT.idempotency.in_progress"
            asked = seconds(response.getheader("Retry-After", ""))
        except (OSError, ValueError, http.client.HTTPException) as failure:
            error = {"message": repr(failure)}
        finally:
            connection.close()
        longest = min(0.2 * 2 ** (attempts - 1), 2)
        delay = max(random.uniform(longest / 2, longest), asked)
        total = time.monotonic() - begun + delay + 1  # with the next attempt
        if not retry or attempts == 5 or total > 10:
            return {"error": error, "attempts": attempts, "key": key}
        time.sleep(delay)


def seconds(retry_after):
    if retry_after.isdigit():
        return int(retry_after)
    try:
        return parsedate_to_datetime(retry_after).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0  # neither seconds nor a date
