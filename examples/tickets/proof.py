#!/usr/bin/env python3
"""Proof: python3 proof.py [all|clean|variants|defects|matrix|NAME...].
Every check states one expectation; the clean server and the variants must keep all of them, the server with defect X must break check X."""
import hashlib, hmac, http.client, json, math, os, subprocess, sys, threading, time, uuid
from urllib.parse import urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
A, B = int(os.environ.get("PORT_A", 18301)), int(os.environ.get("PORT_B", 18302))
ALICE, BOB, OLGA, ALICE2 = "tok-aurora-alice", "tok-aurora-bob", "tok-aurora-olga", "tok-borealis-alice"
CHECKS = {}


class Violation(Exception):
    pass


def must(ok, text):
    if not ok:
        raise Violation(text)


class R:
    def __init__(self, st, hd, raw):
        self.st, self.raw = st, raw
        self.h = {k.lower(): v for k, v in hd}
        try:
            self.b = json.loads(raw)
        except ValueError:
            self.b = None
        if isinstance(self.b, dict):
            self.b.pop("meta", None)
        self.replayed = self.h.get("idempotency-replayed") == "true"

    @property
    def code(self):
        e = (self.b or {}).get("error")
        return e["code"] if isinstance(e, dict) else (self.b or {}).get("code")

    def __repr__(self):
        return "%s%s %s" % (self.st, " replayed" if self.replayed else "", (self.raw or b"")[:160].decode(errors="replace"))


def call(port, method, path, body=None, token=ALICE, key=None, headers=None, form=None):
    hd = dict(headers or {})
    if token:
        hd["Authorization"] = "Bearer " + token
    if key:
        hd["Idempotency-Key"] = key
    data = None
    if form is not None:
        data, hd["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
    elif isinstance(body, bytes):
        data = body
    elif body is not None:
        data = json.dumps(body, ensure_ascii=False).encode()
        hd.setdefault("Content-Type", "application/json")
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        c.request(method, path, data, hd)
        r = c.getresponse()
        return R(r.status, r.getheaders(), r.read())
    finally:
        c.close()


def admin(method, path, body=None, port=A):
    r = call(port, method, "/_admin/" + path, body, token=None, headers={"X-Admin-Secret": "stage-door-3"})
    assert r.st == 200, r
    return r.b


def bg(fn, *a, **k):
    box = {}

    def run():
        try:
            box["r"] = fn(*a, **k)
        except Exception as e:
            box["e"] = e
    t = threading.Thread(target=run)
    t.start()

    def join():
        t.join()
        if "e" in box:
            raise box["e"]
        return box["r"]
    return join


nk = lambda: uuid.uuid4().hex
plan = lambda mode, calls=1, delay=0: admin("POST", "provider/plan", {"mode": mode, "calls": calls, "delay_ms": delay})
hours = lambda h: admin("POST", "clock", {"advance_seconds": h * 3600})


def listing(path, token=ALICE, port=A):
    time.sleep(0.4)                       # listings may lag by up to 500 ms
    r = call(port, "GET", path, token=token)
    must(r.st == 200, "listing %s: %s" % (path, r))
    return r.b["data"]


def order(port=A, key=None, token=ALICE, event="ev-jazz", **b):
    b = dict({"quantity": 1, "attendee": "P " + nk()[:8]}, **b)
    return call(port, "POST", "/events/%s/orders" % event, b, token, key or nk())


def new_order(**k):
    r = order(**k)
    must(r.st == 201 and not r.replayed, "a fresh order is executed: %s" % r)
    return r


def refund(o, key, port=A, amount=100, currency="EUR", token=ALICE, **b):
    return call(port, "POST", "/orders/%s/refunds" % o.b["id"], dict(amount=amount, currency=currency, **b), token, key)


def topup(rid, port=A, amount="25.00", currency="EUR", token=ALICE):
    return call(port, "POST", "/wallet/topups", token=token, form=[("request_id", rid), ("amount", amount), ("currency", currency)])


def balance(token=ALICE, cur="EUR"):
    return [w for w in call(A, "GET", "/wallet", token=token).b["wallets"] if w["currency"] == cur][0]["balance"]


def available(event, port=A):
    return call(port, "GET", "/events/" + event).b["available"]


def webhook(event_id, delivery_id, typ, data, port=A):
    raw = json.dumps({"event_id": event_id, "delivery_id": delivery_id, "type": typ, "data": data}).encode()
    sig = "sha256=" + hmac.new(b"whsec_three", raw, hashlib.sha256).hexdigest()
    return call(port, "POST", "/webhooks/payments", raw, token=None, headers={"Content-Type": "application/json", "X-Signature": sig})


def metric(port, **labels):
    want = "idempotency_requests_total{%s}" % ",".join('%s="%s"' % kv for kv in sorted(labels.items()))
    for line in call(port, "GET", "/metrics", token=None).raw.decode().splitlines():
        if line.startswith(want):
            return int(line.rsplit(" ", 1)[1])
    return 0


def in_progress_or_wait(r, what):
    must(r.st == 409 and r.code == "idempotency_in_progress" and int(r.h.get("retry-after", 0)) >= 1 or (WAITING and r.replayed), "%s: %s" % (what, r))


WAITING = False


def check(fn):
    CHECKS[fn.__name__] = fn
    return fn


# ---------------------------------------------------------------- general expectations, no defect of their own
@check
def base_contract():
    k, b = nk(), {"quantity": 2, "attendee": "Zo\u00eb", "note": "caf\u00e9"}
    r1 = call(A, "POST", "/events/ev-jazz/orders", b, ALICE, k)
    must(r1.st == 201 and not r1.replayed and r1.h["location"].startswith("/orders/"), "order: %s" % r1)
    r2 = call(B, "POST", "/events/ev-jazz/orders", dict(reversed(b.items()), category="standard"), ALICE, k)
    must(r2.st == 201 and r2.replayed and r2.b == r1.b and r2.h["location"] == r1.h["location"], "replay on the other replica: %s" % r2)
    for tok, path in ((OLGA, "/events/ev-jazz/orders"), (ALICE2, "/events/ev-jazz/orders"), (ALICE, "/events/ev-rock/orders")):
        r = call(A, "POST", path, b, tok, k)
        must(r.st == 201 and not r.replayed, "keys are scoped to user, tenant, path: %s" % r)
    k = nk()
    r = order(key=k, quantity=0)
    must(r.st == 400 and r.code == "validation_failed", "validation: %s" % r)
    must(order(key=k).st == 201, "validation errors are not stored")
    r = call(A, "POST", "/events/ev-jazz/orders", {"quantity": 1, "attendee": "x"}, ALICE)
    must(r.st == 400 and r.code == "idempotency_key_missing", "key needed: %s" % r)
    must(call(A, "POST", "/exports", {"kind": "statement", "month": "2026-10"}, "tok-borealis-axel", nk()).st == 403, "auditors cannot write")
    must(call(A, "GET", "/orders", token=None).st == 401, "401")
    k = nk()
    r1, r2 = [order(key=k, event="ev-tiny", quantity=9, attendee="d") for _ in "12"]
    must(r1.st == r2.st == 409 and r1.code == r2.code == "sold_out" and not r1.replayed and r2.replayed and r1.b == r2.b, "declines are stored: %s %s" % (r1, r2))
    k, a = nk(), "P " + nk()
    plan("slow", 1, 700)
    j = bg(order, key=k, attendee=a)
    time.sleep(0.4)
    in_progress_or_wait(order(B, key=k, attendee=a), "concurrent duplicate")
    must(j().st == 201 and order(B, key=k, attendee=a).replayed, "replay afterwards")
    o = new_order()
    must(refund(o, nk(), currency="SEK").st == 400, "currency")
    k = nk()
    r1, r2 = refund(o, k, amount=999999), refund(o, k, amount=999999)
    must(r1.st == 409 and r2.replayed and r2.code == "refund_exceeds_total", "refund decline is stored: %s %s" % (r1, r2))
    for tok in (ALICE,):
        rows, after = [], ""
        time.sleep(0.4)
        while True:
            p = call(A, "GET", "/wallet/ledger?currency=EUR&limit=200" + after, token=tok)
            rows += p.b["data"]
            if not p.b["has_more"]:
                break
            after = "&after=%s" % rows[-1]["id"]
        must(sum(x["amount"] for x in rows) == balance(tok), "the ledger's sum is the balance")
    k = nk()
    r1 = call(A, "POST", "/events/ev-jazz/holds", {"quantity": 1}, ALICE, k)
    r2 = call(B, "POST", "/events/ev-jazz/holds", {"quantity": 1}, ALICE, k)
    must(r1.st == 201 and r2.replayed and r1.b == r2.b, "keyed hold")


# ---------------------------------------------------------------- one condition
@check
def refund_claim_leak():
    o, k = new_order(), nk()
    plan("fail")
    r = refund(o, k)
    must(r.st == 502, "the provider failed: %s" % r)
    r = refund(o, k)
    must(r.st == 201 and not r.replayed, "a retry after a 502 is executed at once: %s" % r)
    must(len(listing("/orders/%s/refunds" % o.b["id"])) == 1, "one refund")


@check
def fingerprint_skips_category():
    k = nk()
    must(order(key=k, attendee="x", category="standard").st == 201, "order")
    r = order(key=k, attendee="x", category="vip")
    must(r.st == 422 and r.code == "idempotency_payload_mismatch", "another category is another payload: %s" % r)


@check
def webhook_dedupe_on_delivery_id():
    e, d = "evt_" + nk(), {"tenant": "aurora", "user": "alice", "amount": 700, "currency": "EUR"}
    b0 = balance()
    r1, r2 = webhook(e, nk(), "bank_transfer.received", d), webhook(e, nk(), "bank_transfer.received", d, B)
    must(r1.st == 200 and r1.b["duplicate"] is False and r2.st == 200, "deliveries: %s %s" % (r1, r2))
    must(len(listing("/wallet/ledger?ref=" + e)) == 1 and balance() == b0 + 700 and r2.b["duplicate"] is True, "one credit for an event delivered twice")


@check
def refund_replay_books_ledger():
    o, k = new_order(), nk()
    r1, r2 = refund(o, k), refund(o, k)
    must(r1.st == 201 and r2.replayed and r1.b == r2.b, "replay: %s" % r2)
    n = len(listing("/wallet/ledger?type=refund&ref=%s" % r1.b["id"]))
    must(n == 1, "one ledger row for a refund, found %d" % n)


@check
def hold_delete_frees_twice():
    a0 = available("ev-rock")
    h = call(A, "POST", "/events/ev-rock/holds", {"quantity": 3})
    must(h.st == 201 and available("ev-rock") == a0 - 3, "hold: %s" % h)
    s = [call(p, "DELETE", "/holds/%s" % h.b["id"]).st for p in (A, B, A)]
    must(s == [204, 204, 204], "DELETE is repeatable: %s" % s)
    must(available("ev-rock") == a0, "seats come back once: %d instead of %d" % (available("ev-rock"), a0))


def a_ticket():
    o = new_order()
    t = "/tickets/%s" % o.b["tickets"][0]
    return t, call(A, "GET", t).h["etag"]


def patch(t, tag, holder, key=None, port=A):
    return call(port, "PATCH", t, {"holder": holder}, ALICE, key, {"If-Match": tag})


@check
def etag_from_seconds():
    for _ in range(5):
        f = time.time() % 1
        if f > 0.1:
            time.sleep(1.02 - f)
        t, tag = a_ticket()
        r1 = patch(t, tag, "First")
        r2 = patch(t, tag, "Second")
        must(r1.st == 200, "patch: %s" % r1)
        must(r2.st == 412, "a stale If-Match is refused: %s" % r2)
        return


@check
def order_replay_rebuilt():
    k = nk()
    r1 = order(key=k, attendee="x")
    refund(r1, nk())
    r2 = order(B, key=k, attendee="x")
    must(r2.replayed and r2.b == r1.b, "the replay is the stored answer: %s" % r2)


@check
def export_replay_restarts_job():
    o, k = new_order(), nk()
    e = call(A, "POST", "/exports", {"kind": "invoice", "order_id": o.b["id"]}, ALICE, k)
    must(e.st == 202 and "location" in e.h, "export: %s" % e)

    def done():
        for _ in range(60):
            g = call(B, "GET", e.h["location"])
            if g.b["status"] == "finished":
                return g.b["invoice_number"]
            time.sleep(0.1)
        raise Violation("export does not finish")
    n1 = done()
    r = call(A, "POST", "/exports", {"kind": "invoice", "order_id": o.b["id"]}, ALICE, k)
    must(r.st == 202 and r.replayed and r.h.get("location") == e.h["location"], "replay: %s" % r)
    time.sleep(0.9)
    must(done() == n1, "a replay does not issue another invoice number: %s then %s" % (n1, done()))


@check
def cleanup_purges_topups_early():
    k, b0 = nk(), balance()
    r1 = topup(k)
    hours(2)
    admin("POST", "cleanup")
    r2 = topup(k)
    must(r2.replayed and r2.b == r1.b and balance() == b0 + 2500, "two hours later the top-up is still replayed: %s" % r2)


@check
def topup_claim_after_provider():
    k, b0 = nk(), balance()
    plan("slow", 2, 600)
    j = bg(topup, k)
    time.sleep(0.25)
    r2 = topup(k)
    r1 = j()
    must(r1.st == r2.st == 201, "both answered: %s %s" % (r1, r2))
    must(r1.b["id"] == r2.b["id"] and balance() == b0 + 2500, "one credit for concurrent duplicates: +%d" % (balance() - b0))


@check
def failed_order_keeps_seats():
    a0 = available("ev-rock")
    plan("fail")
    r = order(event="ev-rock", quantity=4)
    must(r.st == 502, "the provider failed: %s" % r)
    must(available("ev-rock") == a0, "a failed order leaves no seats taken: %d of %d" % (available("ev-rock"), a0))


@check
def precondition_before_replay():
    t, tag = a_ticket()
    k = nk()
    r1, r2 = patch(t, tag, "Ann", k), patch(t, tag, "Ann", k, B)
    must(r1.st == 200 and r2.st == 200 and r2.replayed and r2.h["etag"] == r1.h["etag"], "a keyed PATCH is replayed before If-Match is looked at: %s" % r2)


@check
def payout_out_of_order():
    o = new_order()
    w = lambda seq, st: webhook("evt_" + nk(), nk(), "payout.updated", {"tenant": "aurora", "order_id": o.b["id"], "sequence": seq, "payout_status": st})
    must(w(2, "paid").st == 200 and w(1, "scheduled").st == 200, "delivered")
    s = call(A, "GET", "/orders/%s" % o.b["id"]).b["payout_status"]
    must(s == "paid", "an older event does not overwrite a newer state: %s" % s)


@check
def mismatch_counted_as_replay():
    k = nk()
    order(key=k, attendee="x")
    m0, r0 = metric(A, op="order", outcome="mismatch"), metric(A, op="order", outcome="replayed")
    r = order(key=k, attendee="y")
    must(r.st == 422, "mismatch: %s" % r)
    time.sleep(0.1)
    got = metric(A, op="order", outcome="mismatch") - m0, metric(A, op="order", outcome="replayed") - r0
    must(got == (1, 0), "a 422 counts as mismatch, not as replayed: %s" % (got,))


@check
def webhook_marked_before_effect():
    e, d = "evt_" + nk(), {"tenant": "aurora", "user": "alice", "amount": 300, "currency": "EUR"}
    plan("fail")
    r = webhook(e, nk(), "bank_transfer.received", d)
    must(r.st == 502, "verification failed: %s" % r)
    r = webhook(e, nk(), "bank_transfer.received", d)
    must(r.st == 200 and r.b["duplicate"] is False and len(listing("/wallet/ledger?ref=" + e)) == 1, "a redelivery after a failure takes effect: %s" % r)


@check
def mismatch_drops_record():
    k = nk()
    r1 = order(key=k, attendee="x")
    must(order(key=k, attendee="y").st == 422, "mismatch")
    r3 = order(key=k, attendee="x")
    must(r3.replayed and r3.b == r1.b, "after a mismatch the first answer is still replayed: %s" % r3)


# ---------------------------------------------------------------- two or three conditions
@check
def response_cache_ignores_expiry():
    k, a = nk(), "P " + nk()
    r1 = order(A, key=k, attendee=a)
    hours(25)
    r2 = order(A, key=k, attendee=a)
    must(r2.st == 201 and not r2.replayed and r2.b["id"] != r1.b["id"], "after its lifetime a key is new, on every replica: %s" % r2)


@check
def refund_fingerprint_ascii():
    o, k = new_order(), nk()
    r1 = refund(o, k, reason="R\u00fcckgabe \u7968 A")
    r2 = refund(o, k, reason="R\u00fcckgabe \u5ea7 A")
    must(r1.st == 201 and r2.st == 422, "another reason is another payload: %s" % r2)


@check
def decline_revalidated():
    b = balance(BOB)
    n, k = b // 4200 + 1, nk()
    args = dict(key=k, token=BOB, event="ev-rock", quantity=n, attendee="Bob")
    r1 = order(A, **args)
    must(r1.st == 402 and r1.code == "insufficient_funds", "declined: %s" % r1)
    must(topup(nk(), token=BOB, amount="42.00").st == 201, "top-up")
    r2 = order(B, **args)
    must(r2.st == 402 and r2.replayed and r2.b == r1.b, "a stored decline is replayed: %s" % r2)


@check
def provider_ref_in_memory():
    k = nk()
    n0 = len(admin("GET", "provider/books")["data"])
    plan("lost")
    r = topup(k, A)
    must(r.st == 504, "the provider's answer was lost: %s" % r)
    r = topup(k, B)
    n = len(admin("GET", "provider/books")["data"]) - n0
    must(r.st == 201 and n == 1, "the card is charged once, found %d charges; %s" % (n, r))


@check
def replay_extends_lifetime():
    k, a = nk(), "P " + nk()
    r1 = order(key=k, attendee=a)
    hours(20)
    r2 = order(key=k, attendee=a)
    must(r2.replayed, "replay within the lifetime: %s" % r2)
    hours(5)
    r3 = order(key=k, attendee=a)
    must(r3.st == 201 and not r3.replayed and r3.b["id"] != r1.b["id"], "the lifetime counts from the first use: %s" % r3)


@check
def refund_lock_per_process():
    o, k = new_order(), nk()
    plan("slow", 2, 700)
    j = bg(refund, o, k, A)
    time.sleep(0.4)
    r2 = refund(o, k, B)
    r1 = j()
    admin("DELETE", "provider/plan")
    in_progress_or_wait(r2, "duplicate on the other replica")
    must(r1.st == 201 and len(listing("/orders/%s/refunds" % o.b["id"])) == 1, "one refund")


@check
def export_scope_without_tenant():
    k, b = nk(), {"kind": "statement", "month": "2026-10"}
    r1, r2 = call(A, "POST", "/exports", b, ALICE, k), call(A, "POST", "/exports", b, ALICE2, k)
    must(r1.st == r2.st == 202 and not r2.replayed and r1.b["id"] != r2.b["id"], "keys of two tenants do not meet: %s" % r2)
    must(call(A, "GET", r2.h["location"], token=ALICE2).st == 200, "own export is readable")


@check
def replay_refills_ticket_cache():
    t, tag1 = a_ticket()
    k = nk()
    r1 = patch(t, tag1, "Ann", k)
    r2 = patch(t, r1.h["etag"], "Ben")
    r3 = patch(t, tag1, "Ann", k)
    must((r1.st, r2.st, r3.st) == (200, 200, 200) and r3.replayed and r3.b == r1.b, "%s %s %s" % (r1, r2, r3))
    g = call(A, "GET", t)
    must(g.b["holder"] == "Ben" and g.h["etag"] == r2.h["etag"], "a replay does not bring back an old state: %s" % g)
    must(patch(t, r1.h["etag"], "Eve").st == 412, "the old ETag stays stale")


@check
def cleanup_drops_inflight():
    k, a = nk(), "P " + nk()
    plan("slow", 1, 1500)
    j = bg(order, A, key=k, attendee=a)
    time.sleep(0.5)
    admin("POST", "cleanup", port=B)
    r2 = order(B, key=k, attendee=a)
    r1 = j()
    in_progress_or_wait(r2, "duplicate of a running request after a cleanup")
    must(r1.st == 201, "order: %s" % r1)
    n = sum(x["attendee"] == a for x in listing("/orders?limit=20"))
    must(n == 1, "one order, found %d" % n)


@check
def waiters_skip_claim():
    k, b0 = nk(), balance()
    plan("fail", 1, 800)
    plan("slow", 2, 500)
    js = [bg(topup, k, A)]
    time.sleep(0.3)
    js += [bg(topup, k, A), bg(topup, k, B)]
    rs = [j() for j in js]
    admin("DELETE", "provider/plan")
    must(sorted(r.st for r in rs) == [201, 201, 502], "one failed, its waiters were served: %s" % rs)
    must(len({r.b["id"] for r in rs if r.st == 201}) == 1 and balance() == b0 + 2500, "one credit: +%d" % (balance() - b0))


DEFECTS = [n for n in CHECKS if n != "base_contract"]
VARIANTS = ["slow", "extra_headers", "integer_ids", "trace_in_body", "lagging_lists", "problem_json", "waiting_duplicates"]
bad = 0


class Server:
    def __init__(self, defect="", variant=""):
        self.env = dict(os.environ, DEFECT=defect, VARIANT=variant)

    def __enter__(self):
        subprocess.run([os.path.join(HERE, "start.sh")], env=self.env, check=True, stdout=subprocess.DEVNULL)

    def __exit__(self, *a):
        subprocess.run([os.path.join(HERE, "stop.sh")], check=True)


def line(ok, text):
    global bad
    bad += not ok
    print("PASS" if ok else "FAIL", text, flush=True)


def run(name):
    """-> None when the expectation is kept, else the violation"""
    admin("DELETE", "provider/plan")
    try:
        CHECKS[name]()
    except Violation as e:
        return str(e)
    except Exception as e:
        return "CRASH %r" % e


def keeps_all(label, variant=""):
    global WAITING
    WAITING = variant == "waiting_duplicates"
    with Server(variant=variant):
        for n in CHECKS:
            v = run(n)
            line(v is None, "%s keeps %s%s" % (label, n, "" if v is None else ": " + v))
    WAITING = False


def main(what):
    t0 = time.time()
    if what in (["all"], ["clean"]):
        keeps_all("clean")
    if what in (["all"], ["variants"]):
        for v in VARIANTS:
            keeps_all("variant " + v, v)
    ds = DEFECTS if what in (["all"], ["defects"]) else [w for w in what if w in DEFECTS]
    for d in ds:
        with Server(defect=d):
            v = run(d)
            line(v is not None and not v.startswith("CRASH"), "defect %s shows: %s" % (d, v))
    if what == ["matrix"]:
        for d in DEFECTS:
            with Server(defect=d):
                hit = [n for n in CHECKS if run(n) is not None]
                line(d in hit, "defect %s breaks: %s" % (d, " ".join(hit)))
    print("%d unexpected, %.0f s" % (bad, time.time() - t0))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:] or ["all"])
