#!/usr/bin/env python3
"""proof.py [clean|defects|variants|all] [NAME ...]
Own check of the server: the clean server and every variant must pass all checks; every defect must fail its check."""
import hashlib
import hmac
import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
P1, P2 = 18481, 18482
ANNA, BERT, CLEO = "tok_acme_anna", "tok_acme_bert", "tok_boreal_cleo"
SECRET = b"whsec_demo_carrier"


class Resp:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, {k.lower(): v for k, v in headers}, body
        try:
            self.doc = json.loads(body)
        except ValueError:
            self.doc = None

    def code(self):
        return self.doc["error"]["code"]


def key(n=20):
    return ("k" + secrets.token_hex(40))[:n]


class S:
    def __init__(self, defect="", variant=""):
        self.lag = 1.05 if variant == "lagging_lists" else 0
        self.waits = variant == "wait_inflight"
        self.run = os.path.join(HERE, "run-check")
        env = dict(os.environ, DEFECT=defect, VARIANT=variant, FREIGHT_RUN=self.run)
        env.pop("PROVIDER_URL", None)
        self.proc = subprocess.Popen([HERE + "/serve.sh", str(P1), str(P2)], env=env, stdout=subprocess.PIPE, text=True)
        assert self.proc.stdout.readline().strip() == "ready"

    def stop(self):
        self.proc.send_signal(signal.SIGTERM)
        self.proc.wait(5)
        time.sleep(0.15)

    def restart(self, n):
        subprocess.run([HERE + "/restart.sh", self.run, str(n)], check=True, stdout=subprocess.DEVNULL)

    def call(self, method, path, body=None, k=None, tok=ANNA, r=1, aid=None, raw=None, **h):
        headers = {"Authorization": "Bearer " + tok} if tok else {}
        if k:
            headers["Freight-Once-Key"] = k
        if aid:
            headers["Freight-Staging"] = aid
        if body is not None and raw is None:
            raw = json.dumps(body).encode()
        if raw is not None:
            headers["Content-Type"] = "application/json"
        headers.update({n.replace("_", "-"): v for n, v in h.items()})
        c = http.client.HTTPConnection("127.0.0.1", P1 if r == 1 else P2, timeout=15)
        try:
            c.request(method, path, raw, headers)
            a = c.getresponse()
            return Resp(a.status, a.getheaders(), a.read())
        finally:
            c.close()

    def bg(self, *a, **kw):
        box = []

        def go():
            try:
                box.append(self.call(*a, **kw))
            except Exception as e:
                box.append(e)
        t = threading.Thread(target=go)
        t.start()
        box_join = lambda: (t.join(), box[0])[1]
        return box_join

    def items(self, path, tok=ANNA):
        time.sleep(self.lag)
        return self.call("GET", path, tok=tok).doc["items"]

    def ref_count(self, ref, tok=ANNA):
        return len(self.items("/v1/shipments?client_ref=" + ref, tok))

    def ledger(self, ship, kind):
        return [e for e in self.items("/v1/ledger?shipment_id=" + ship) if e["kind"] == kind]

    def payments(self, ship):
        return [p for p in self.call("GET", "/_staging/provider/payments").doc["payments"] if p["shipment"] == ship]

    def calls(self, ship):
        return [p for p in self.call("GET", "/_staging/provider/payments").doc["calls"] if ship in p["ref"]]

    def advance(self, s):
        self.call("POST", "/_staging/clock", {"advance_s": s})

    def now(self):
        return self.call("GET", "/_staging/clock").doc["now"]

    def ship(self, tok=ANNA, **kw):
        a = self.call("POST", "/v1/shipments", booking(**kw), k=key(), tok=tok)
        assert a.status == 201, a.body
        return a.doc["id"]

    def event(self, doc, offset=0, secret=SECRET):
        raw = json.dumps(doc).encode()
        t = str(int(self.now() + offset))
        sig = hmac.new(secret, t.encode() + b"." + raw, hashlib.sha256).hexdigest()
        return self.call("POST", "/v1/webhooks/carrier", raw=raw, tok=None, Carrier_Signature="t=%s,v1=%s" % (t, sig))


def booking(ref=None, note="fragile", quantity=10, weight=900, city="Kiel"):
    return {"client_ref": ref or key(), "service": "standard", "note": note,
            "from": {"name": "Depot", "city": "Bremen", "postcode": "28195"},
            "to": {"name": "Shop", "city": city, "postcode": "24103"},
            "parcels": [{"description": "box", "quantity": quantity, "weight_g": weight}]}


def same(a, b):
    assert a.status == b.status, (a.status, b.status, b.body)
    assert a.body == b.body, (a.body, b.body)
    for h in ("location", "etag", "content-type", "freight-once-expires"):
        assert a.headers.get(h) == b.headers.get(h), h
    assert b.headers.get("freight-once-outcome") == "replayed", b.headers


def twice(s, *a, r2=1, aid2=None, tok2=None, **kw):
    x = s.call(*a, **kw)
    kw["r"] = r2
    if tok2:
        kw["tok"] = tok2
    y = s.call(*a, **kw)
    same(x, y)
    return x


CHECKS, EXTRA = {}, {}


def check(f):
    CHECKS[f.__name__] = f
    return f


def extra(f):
    EXTRA[f.__name__] = f
    return f


# ---- one condition

@check
def change_not_remembered(s):
    sh = s.ship()
    x = twice(s, "PATCH", "/v1/shipments/" + sh, {"note": "new"}, k=key(), If_Match='"v1"')
    assert x.status == 200 and s.call("GET", "/v1/shipments/" + sh).headers["etag"] == '"v2"'


@check
def late_status_applied(s):
    sh = s.ship()
    for n, st, want in ((5, "in_transit", "applied"), (3, "picked_up", "stale"), (5, "other", "stale")):
        a = s.event({"event_id": key(), "shipment_id": sh, "type": "status", "sequence": n, "status": st})
        assert a.status == 200 and a.doc["result"] == want, a.body
    assert s.call("GET", "/v1/shipments/" + sh).doc["status"] == "in_transit"


@check
def accepted_not_remembered(s):
    sh = s.ship()
    x = twice(s, "POST", "/v1/shipments/%s/labels" % sh, {"format": "pdf"}, k=key())
    assert x.status == 202 and len(s.items("/v1/label-jobs?shipment_id=" + sh)) == 1


@check
def fresh_provider_reference(s):
    sh, k = s.ship(), key()
    x = s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k, aid="provider=lost")
    assert x.status == 502 and x.headers["retry-after"]
    y = s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k)
    assert y.status == 201 and y.headers["freight-once-outcome"] == "executed"
    assert len(s.payments(sh)) == 1 and len(s.ledger(sh, "charge")) == 1


@check
def provider_failure_remembered(s):
    sh, k = s.ship(), key()
    assert s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k, aid="provider=fail").status == 502
    assert s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k).status == 201


@check
def decline_not_remembered(s):
    sh, k = s.ship(), key()
    x = s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k, aid="provider=decline")
    y = s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=k)
    assert x.status == 402 and len(s.calls(sh)) == 1
    same(x, y)


@check
def scope_global(s):
    k, b = key(), booking()
    x = s.call("POST", "/v1/shipments", b, k=k)
    y = s.call("POST", "/v1/shipments", b, k=k, tok=CLEO)
    assert y.status == 201 and y.headers["freight-once-outcome"] == "executed" and x.doc["id"] != y.doc["id"]


@check
def scope_user(s):
    b = booking()
    twice(s, "POST", "/v1/shipments", b, k=key(), tok2=BERT)
    assert s.ref_count(b["client_ref"]) == 1


@check
def fp_shallow(s):
    k, b = key(), booking()
    s.call("POST", "/v1/shipments", b, k=k)
    b["parcels"][0]["quantity"] = 11
    y = s.call("POST", "/v1/shipments", b, k=k)
    assert y.status == 422 and y.code() == "once_key_reused"


@check
def lifetime_slides(s):
    k, b = key(), booking()
    x = s.call("POST", "/v1/shipments", b, k=k)
    s.advance(70)
    same(x, s.call("POST", "/v1/shipments", b, k=k))
    s.advance(55)
    y = s.call("POST", "/v1/shipments", b, k=k)
    assert y.headers["freight-once-outcome"] == "executed" and y.doc["id"] != x.doc["id"]


@check
def no_marker_on_replayed_error(s):
    sh = s.ship()
    x = twice(s, "POST", "/v1/shipments/%s/cancellations" % sh, {"line": 1, "quantity": 11}, k=key())
    assert x.status == 409 and x.code() == "not_enough_parcels"


@check
def replay_without_location_etag(s):
    x = twice(s, "POST", "/v1/shipments", booking(), k=key())
    assert x.headers["location"] and x.headers["etag"]


@check
def event_dedupe_by_delivery(s):
    sh, e = s.ship(), key()
    doc = {"event_id": e, "shipment_id": sh, "type": "surcharge", "amount_cents": 50}
    assert s.event(doc).doc["result"] == "applied"
    a = s.event(doc, offset=20)
    assert a.status == 200 and a.doc["result"] == "duplicate"
    assert len(s.ledger(sh, "surcharge")) == 1


@check
def same_put_new_version(s):
    doc = {"date": "2030-01-02", "window": "08-12", "address": {"name": "A", "city": "B", "postcode": "1"}}
    p = "/v1/pickups/" + key()
    x, y = s.call("PUT", p, doc), s.call("PUT", p, doc, r=2)
    assert (x.status, y.status) == (201, 200) and x.headers["etag"] == y.headers["etag"] == '"p1"'
    assert s.call("PUT", p, dict(doc, window="12-16")).headers["etag"] == '"p2"'


@check
def key_unbound_after_5xx(s):
    k, b = key(), booking()
    x = s.call("POST", "/v1/shipments", b, k=k, aid="fail-store")
    assert x.status == 503 and s.ref_count(b["client_ref"]) == 0
    y = s.call("POST", "/v1/shipments", dict(b, note="other"), k=k)
    assert y.status == 422 and y.code() == "once_key_reused", y.body
    assert s.call("POST", "/v1/shipments", b, k=k).status == 201


@check
def lease_never_ends(s):
    k, b = key(), booking()
    r = s.bg("POST", "/v1/shipments", b, k=k, aid="crash=claimed")()
    assert isinstance(r, Exception), r
    s.restart(1)
    y = s.call("POST", "/v1/shipments", b, k=k)
    assert y.status == 409 and y.code() == "once_in_progress" and int(y.headers["retry-after"]) <= 4
    s.advance(4)
    z = s.call("POST", "/v1/shipments", b, k=k)
    assert z.status == 201 and z.headers["freight-once-outcome"] == "recovered"
    assert s.ref_count(b["client_ref"]) == 1
    same(z, s.call("POST", "/v1/shipments", b, k=k))


# ---- several conditions

@check
def second_replica_ignores_inflight(s):
    k, b = key(), booking()
    first = s.bg("POST", "/v1/shipments", b, k=k, aid="pause-before=1400")
    time.sleep(0.4)
    y = s.call("POST", "/v1/shipments", b, k=k, r=2)
    x = first()
    assert x.status == 201 and y.status == 409 and y.code() == "once_in_progress" and y.headers["retry-after"]
    assert s.ref_count(b["client_ref"]) == 1
    same(x, s.call("POST", "/v1/shipments", b, k=k, r=2))


@check
def cancel_forgotten_after_change(s):
    sh, k, p = s.ship(), key(), {"line": 1, "quantity": 2}
    path = "/v1/shipments/%s/cancellations" % sh
    x = s.call("POST", path, p, k=k)
    assert s.call("PATCH", "/v1/shipments/" + sh, {"note": "n"}, k=key(), If_Match="*").status == 200
    same(x, s.call("POST", path, p, k=k))
    assert len(s.items(path)) == 1


@check
def inflight_across_tenants(s):
    k, b = key(), booking()
    first = s.bg("POST", "/v1/shipments", b, k=k, aid="pause-before=1400")
    time.sleep(0.4)
    y = s.call("POST", "/v1/shipments", b, k=k, tok=CLEO)
    assert first().status == 201 and y.status == 201


@check
def refusals_lost_on_restart(s):
    sh, k = s.ship(quantity=3), key()
    path, p = "/v1/shipments/%s/charge" % sh, {}
    x = s.call("POST", path, p, k=k, aid="provider=decline")
    s.restart(1)
    y = s.call("POST", path, p, k=k)
    assert x.status == 402
    same(x, y)


@check
def fp_first_4k(s):
    k, b = key(), booking(note="n" * 5000)
    s.call("POST", "/v1/shipments", b, k=k)
    b["to"]["city"] = "Husum"
    y = s.call("POST", "/v1/shipments", b, k=k)
    assert y.status == 422 and y.code() == "once_key_reused"


@check
def label_vendor_media_unkeyed(s):
    sh = s.ship()
    twice(s, "POST", "/v1/shipments/%s/labels" % sh, {"format": "zpl"}, k=key(),
          Content_Type="application/vnd.freight.v1+json")
    assert len(s.items("/v1/label-jobs?shipment_id=" + sh)) == 1


@check
def third_repeat_books_again(s):
    k, b = key(), booking()
    x = s.call("POST", "/v1/shipments", b, k=k)
    for _ in range(4):
        same(x, s.call("POST", "/v1/shipments", b, k=k))
    assert s.ref_count(b["client_ref"]) == 1


@check
def maxlen_case_folded(s):
    k, b = key(64), booking()
    x = s.call("POST", "/v1/shipments", b, k=k)
    y = s.call("POST", "/v1/shipments", b, k=k.upper())
    assert x.status == y.status == 201 and x.doc["id"] != y.doc["id"]


@check
def recovery_elsewhere_new_reference(s):
    sh, k = s.ship(), key()
    path = "/v1/shipments/%s/charge" % sh
    r = s.bg("POST", path, {}, k=k, aid="crash=before-commit")()
    assert isinstance(r, Exception), r
    s.restart(1)
    s.advance(4)
    y = s.call("POST", path, {}, k=k, r=2)
    assert y.status == 201 and y.headers["freight-once-outcome"] == "recovered"
    assert len(s.payments(sh)) == 1 and len(s.ledger(sh, "charge")) == 1


@check
def stale_precondition_rechecked(s):
    sh, k = s.ship(), key()
    x = s.call("PATCH", "/v1/shipments/" + sh, {"note": "b"}, k=k, If_Match='"v2"')
    assert x.status == 412
    assert s.call("PATCH", "/v1/shipments/" + sh, {"note": "a"}, k=key(), If_Match='"v1"').status == 200
    same(x, s.call("PATCH", "/v1/shipments/" + sh, {"note": "b"}, k=k, If_Match='"v2"'))
    assert s.call("GET", "/v1/shipments/" + sh).doc["note"] == "a"


@check
def surcharge_remembers_last_event(s):
    sh = s.ship()
    docs = [{"event_id": key(), "shipment_id": sh, "type": "surcharge", "amount_cents": 50 + n} for n in (1, 2)]
    for d in docs:
        assert s.event(d).doc["result"] == "applied"
    assert s.event(docs[0]).doc["result"] == "duplicate"
    assert len(s.ledger(sh, "surcharge")) == 2


@check
def credit_again_on_other_replica(s):
    sh, k = s.ship(), key()
    assert s.call("POST", "/v1/shipments/%s/charge" % sh, {}, k=key()).status == 201
    x = twice(s, "POST", "/v1/shipments/%s/cancellations" % sh, {"line": 1, "quantity": 2}, k=k, r2=2)
    assert x.doc["credit_cents"] > 0 and len(s.ledger(sh, "credit")) == 1


# ---- further rules of the contract, for the clean server and the variants

@extra
def key_rules(s):
    b = booking()
    for k, code in ((None, "once_key_missing"), ("short", "once_key_malformed"), ("x" * 65, "once_key_malformed"),
                    ("abc def ghi jkl", "once_key_malformed")):
        a = s.call("POST", "/v1/shipments", b, k=k)
        assert a.status == 400 and a.code() == code
    assert s.ref_count(b["client_ref"]) == 0
    assert s.call("POST", "/v1/shipments", b, k=key(10)).status == 201
    assert s.call("POST", "/v1/shipments", b, k=key(), tok="nope").status == 401


@extra
def unkept_refusals(s):
    k, b = key(), booking()
    assert s.call("POST", "/v1/shipments", dict(b, service="x"), k=k).code() == "body_invalid"
    assert s.call("POST", "/v1/shipments", raw=b"{", k=k).code() == "json_malformed"
    assert s.call("POST", "/v1/shipments", raw=b"{}", k=k, Content_Type="text/plain").status == 415
    assert s.call("POST", "/v1/shipments", raw=b" " * 66000, k=k).status == 413
    x = s.call("POST", "/v1/shipments", b, k=k)
    assert x.status == 201 and x.headers["freight-once-outcome"] == "executed"
    raw = json.dumps(dict(reversed(list(b.items()))), indent=2).encode()
    same(x, s.call("POST", "/v1/shipments", raw=raw, k=k, r=2, Content_Type="application/vnd.freight.v1+json"))
    assert s.call("PATCH", "/v1/shipments/" + x.doc["id"], {"note": "q"}, k=key()).status == 428


@extra
def inflight_same_replica(s):
    k, b = key(), booking()
    js = [s.bg("POST", "/v1/shipments", b, k=k, r=1 + n % 2, aid="pause-before=300") for n in range(6)]
    out = [j() for j in js]
    assert all(a.status in (201, 409) for a in out) and any(a.status == 201 for a in out)
    assert s.ref_count(b["client_ref"]) == 1
    other = s.call("POST", "/v1/shipments", dict(b, note="z"), k=k)
    assert other.code() == "once_key_reused"


@extra
def lost_answer_and_crash_after(s):
    for aid in ("drop-response", "crash=after-commit"):
        k, b = key(), booking()
        assert isinstance(s.bg("POST", "/v1/shipments", b, k=k, aid=aid)(), Exception)
        if "crash" in aid:
            s.restart(1)
        y = s.call("POST", "/v1/shipments", b, k=k)
        assert y.status == 201 and y.headers["freight-once-outcome"] == "replayed", y.body
        assert s.ref_count(b["client_ref"]) == 1


@extra
def overtaken_worker(s):
    k, b = key(), booking()
    first = s.bg("POST", "/v1/shipments", b, k=k, aid="pause-before=1200")
    time.sleep(0.3)
    s.advance(5)
    y = s.call("POST", "/v1/shipments", b, k=k, r=2)
    x = first()
    assert y.status == 201 and y.headers["freight-once-outcome"] == "recovered"
    assert x.status == 409 or (s.waits and x.status == 201), x.body
    assert s.ref_count(b["client_ref"]) == 1


@extra
def charge_hang_and_again(s):
    sh, k = s.ship(), key()
    path = "/v1/shipments/%s/charge" % sh
    assert s.call("POST", path, {}, k=k, aid="provider=hang").status == 504
    assert s.call("POST", "/v1/shipments/%s/cancellations" % sh, {"line": 1, "quantity": 1}, k=key()).code() == \
        "charge_pending"
    y = s.call("POST", path, {}, k=k, r=2)
    assert y.status == 201 and len(s.payments(sh)) == 1
    same(y, s.call("POST", path, {}, k=k))
    z = s.call("POST", path, {}, k=key())
    assert z.status == 409 and z.code() == "already_charged" and len(s.ledger(sh, "charge")) == 1
    assert s.call("DELETE", "/v1/shipments/" + sh).status == 409
    js = s.ship()
    out = [j() for j in [s.bg("POST", "/v1/shipments/%s/charge" % js, {}, k=key(), r=1 + n % 2, aid="provider=slow")
                         for n in range(3)]]
    assert sorted(a.status for a in out) == [201, 409, 409] and len(s.payments(js)) == 1
    assert len(s.ledger(js, "charge")) == 1


@extra
def delete_put_quote(s):
    x = twice(s, "POST", "/v1/shipments", (b := booking()), k=(k := key()))
    sh = x.doc["id"]
    for _ in range(2):
        assert s.call("DELETE", "/v1/shipments/" + sh).status == 204
    assert s.call("GET", "/v1/shipments/" + sh).status == 404
    same(x, s.call("POST", "/v1/shipments", b, k=k))
    assert s.call("DELETE", "/v1/shipments/shp_none").status == 404
    assert s.call("DELETE", "/v1/shipments/" + s.ship(), tok=CLEO).status == 404
    q = {"client_ref": key(), "service": "express", "weight_g": 500, "quantity": 2}
    a, b2 = s.call("POST", "/v1/quotes", q), s.call("POST", "/v1/quotes", q, r=2)
    assert (a.status, b2.status) == (201, 200) and a.doc["id"] == b2.doc["id"]
    assert s.call("POST", "/v1/quotes", dict(q, quantity=3)).code() == "client_ref_taken"
    assert s.call("POST", "/v1/quotes", dict(q, quantity=3), tok=CLEO).status == 201


@extra
def label_flow(s):
    sh, k = s.ship(), key()
    path = "/v1/shipments/%s/labels" % sh
    x = s.call("POST", path, {}, k=k)
    time.sleep(0.6)
    j = s.call("GET", x.headers["location"], r=2)
    assert j.doc["state"] == "done" and s.call("GET", j.doc["label_url"]).doc["tracking_no"]
    same(x, s.call("POST", path, {}, k=k))
    f = s.call("POST", path, {}, k=key(), aid="label=fail")
    time.sleep(0.6)
    assert s.call("GET", f.headers["location"]).doc["state"] == "failed"


@extra
def webhook_rules(s):
    sh = s.ship()
    d = {"event_id": key(), "shipment_id": sh, "type": "surcharge", "amount_cents": 10}
    assert s.event(d, secret=b"wrong").code() == "signature_invalid"
    assert s.event(d, offset=-320).code() == s.event(d, offset=320).code() == "signature_expired"
    assert s.event(dict(d, shipment_id="shp_nope")).status == 404
    assert s.event(d).doc["result"] == "applied"
    assert s.event(d, offset=-280).doc["result"] == "duplicate"


@extra
def rate_rules(s):
    s.call("POST", "/_staging/rate", {"tenant": "boreal", "limit": 1, "window_s": 600})
    k, b = key(), booking()
    a = s.call("POST", "/v1/shipments", b, k=k, tok=CLEO)
    c = s.call("POST", "/v1/shipments", b, k=k, tok=CLEO)
    s.call("POST", "/_staging/rate", {"tenant": "boreal", "limit": None})
    assert c.status == 429 and c.code() == "too_many_writes" and c.headers["retry-after"]
    same(a, s.call("POST", "/v1/shipments", b, k=k, tok=CLEO))


@extra
def log_and_metrics(s):
    k = key()
    x = twice(s, "POST", "/v1/shipments", booking(), k=k)
    h = hashlib.sha256(k.encode()).hexdigest()[:16]
    lines = [json.loads(l) for l in open(s.run + "/replica1.jsonl")]
    mine = [l for l in lines if l["key_hash"] == h]
    assert [l["once"] for l in mine] == ["executed", "replayed"]
    assert mine[0]["request_id"] == x.headers["freight-request-id"]
    m = s.call("GET", "/metrics").body.decode()
    assert 'freight_once_total{outcome="replayed"}' in m and 'freight_effects_total{kind="shipment"}' in m


VARIANTS = ["slow_answers", "member_order", "other_spelling", "extra_members", "chunked_answers", "jitter_ids",
            "lagging_lists", "wait_inflight"]
# with wait_inflight a duplicate may get the replay instead of 409 when the first ends within the wait


def run_all(title, variant=""):
    s, bad = S(variant=variant), 0
    t = time.time()
    try:
        for name, f in {**CHECKS, **EXTRA}.items():
            try:
                f(s)
            except Exception as e:
                bad += 1
                print("  FAIL %s %s: %r" % (title, name, e), flush=True)
    finally:
        s.stop()
    print("%-24s %d checks, %d failed, %.0f s" % (title, len(CHECKS) + len(EXTRA), bad, time.time() - t), flush=True)
    return bad


def main():
    what, names = (sys.argv[1:2] or ["all"])[0], sys.argv[2:]
    bad = 0
    if what in ("clean", "all"):
        bad += run_all("clean")
    if what in ("defects", "all"):
        shown = 0
        todo = names or list(CHECKS)
        for name in todo:
            s = S(defect=name)
            try:
                CHECKS[name](s)
                print("  NOT SHOWN", name, flush=True)
            except AssertionError as e:
                shown += 1
                print("  shown %-36s %s" % (name, str(e)[:90]), flush=True)
            except Exception as e:
                print("  BROKEN %s: %r" % (name, e), flush=True)
            finally:
                s.stop()
        print("%d of %d defects shown" % (shown, len(todo)), flush=True)
        bad += len(todo) - shown
    if what in ("variants", "all"):
        for v in names if what == "variants" and names else VARIANTS:
            bad += run_all(v, v)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
