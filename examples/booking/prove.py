#!/usr/bin/env python3
"""Every defect is observable by its probe; the clean server and the variants pass all probes."""
import copy, http.client, json, os, signal, socket, subprocess, sys, threading, time, urllib.error, urllib.request, uuid
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__))
ANN, BOB = "tok-ann-7f3a", "tok-bob-91c2"
BOOK = {"guest": {"name": "Zoe", "address": {"city": "Bern"}}, "room": "DLX", "nights": 5, "price": {"amount": 12000, "currency": "EUR"},
        "card": "tok_visa", "extras": ["breakfast", "parking"], "note": "late"}
CANC = {"nights": 1, "reason": "ill"}
INV = {"billing": {"name": "ACME"}, "lines": [{"text": "stay", "amount": 100}]}


class Api:
    def __init__(self, port, ttl):
        self.port, self.ttl = port, ttl

    def call(self, method, path, body=None, key=None, token=ANN, tenant="alpine", r=1, raw=None, timeout=15, **h):
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        q = urllib.request.Request("http://127.0.0.1:%d%s" % (self.port + r - 1, path), data=data, method=method)
        q.add_header("Authorization", "Bearer " + token)
        q.add_header("X-Tenant", tenant)
        if data is not None:
            q.add_header("Content-Type", "application/json")
        if key:
            q.add_header("Idempotency-Key", key)
        for k, v in h.items():
            q.add_header(k.replace("_", "-"), v)
        try:
            with urllib.request.urlopen(q, timeout=timeout) as a:
                return R(a.status, a.headers, a.read())
        except urllib.error.HTTPError as e:
            return R(e.code, e.headers, e.read())

    def create(self, key=None, body=None, **k):
        return self.call("POST", "/v1/bookings", body or BOOK, key or new(), **k)

    def list(self, path, **k):
        time.sleep(1.0)
        return self.call("GET", path, **k).body["items"]


class R:
    def __init__(self, s, h, b):
        self.s, self.h, self.body = s, h, json.loads(b)
        if isinstance(self.body, dict):
            self.body.pop("trace_id", None)
        self.replayed = h.get("Idempotent-Replayed") == "true"
        self.code = self.body.get("code") if isinstance(self.body, dict) else None


def new():
    return "k-" + uuid.uuid4().hex


def var(**k):
    b = copy.deepcopy(BOOK)
    b.update(k)
    return b


def ok(c, *what):
    if not c:
        raise AssertionError(" ".join(str(w) for w in what))


def same(a, b):
    ok(b.replayed and not a.replayed, "not replayed", b.s, b.code)
    ok(a.s == b.s and a.body == b.body, "other answer", a.s, b.s, b.body)
    for n in ("ETag", "Location"):
        ok(a.h.get(n) == b.h.get(n), n, a.h.get(n), b.h.get(n))


def reused(r):
    ok(r.s == 422 and r.code == "idempotency_key_reused", "expected 422, got", r.s, r.code)


def background(f):
    out = {}
    def run():
        try:
            out["r"] = f()
        except Exception as e:
            out["e"] = e
    t = threading.Thread(target=run)
    t.start()
    out["t"] = t
    return out


def busy(r, first):
    if r.s == 409:
        ok(r.code == "idempotency_in_progress" and r.h.get("Retry-After") == "1", "409 without Retry-After", r.code, r.h.get("Retry-After"))
        return None
    ok(r.replayed, "executed while the first runs", r.s, r.code)


# ------------------------------------------------------------ probes, named as the defects
def p_key_case_insensitive(a):
    k = "Abcd-" + uuid.uuid4().hex
    x, y = a.create(k), a.create(k.swapcase())
    ok(y.s == 201 and not y.replayed and x.body["id"] != y.body["id"], "other key replayed")

def p_key_truncated_32(a):
    k = "k" * 8 + uuid.uuid4().hex
    x, y = a.create(k + "-one"), a.create(k + "-two")
    ok(y.s == 201 and not y.replayed, "other key replayed")

def p_scope_ignores_user(a):
    k = new()
    x, y = a.create(k), a.create(k, token=BOB)
    ok(y.s == 201 and not y.replayed, "other user's key replayed")

def p_scope_ignores_path_id(a):
    k, x, y = new(), a.create().body["id"], a.create().body["id"]
    a.call("POST", "/v1/bookings/%s/cancellations" % x, CANC, k)
    r = a.call("POST", "/v1/bookings/%s/cancellations" % y, CANC, k)
    ok(r.s == 201 and not r.replayed and r.body["booking_id"] == y, "other booking's cancellation replayed")

def p_compare_top_level(a):
    k = new()
    a.create(k)
    reused(a.create(k, var(price={"amount": 99, "currency": "EUR"})))

def p_compare_array_order(a):
    k = new()
    a.create(k)
    reused(a.create(k, var(extras=["parking", "breakfast"])))

def p_compare_null_absent(a):
    k = new()
    a.create(k)
    reused(a.create(k, var(check_in=None)))

def p_compare_number_string(a):
    k = new()
    a.create(k)
    reused(a.create(k, var(nights="5")))

def p_replay_current_body(a):
    k = new()
    x = a.create(k)
    a.call("PATCH", "/v1/bookings/%s" % x.body["id"], {"note": "changed"}, new(), If_Match="*")
    same(x, a.create(k))

def p_replay_etag_current(a):
    u, k = "/v1/bookings/%s" % a.create().body["id"], new()
    x = a.call("PATCH", u, {"note": "one"}, k, If_Match='"v1"')
    a.call("PATCH", u, {"note": "two"}, new(), If_Match='"v2"')
    same(x, a.call("PATCH", u, {"note": "one"}, k, If_Match='"v1"'))

def p_expiry_sliding(a):
    k = new()
    x = a.create(k)
    time.sleep(a.ttl - 1.2)
    same(x, a.create(k))
    time.sleep(1.6)
    y = a.create(k)
    ok(y.s == 201 and not y.replayed, "replayed after the lifetime")

def p_store_5xx_cancel(a):
    u, k = "/v1/bookings/%s/cancellations" % a.create().body["id"], new()
    b = dict(CANC, simulate="fail_once")
    ok(a.call("POST", u, b, k).s == 503)
    r = a.call("POST", u, b, k)
    ok(r.s == 201 and not r.replayed, "5xx replayed", r.s)

def p_validation_stored(a):
    k = new()
    ok(a.create(k, var(nights=0)).s == 400)
    r = a.create(k)
    ok(r.s == 201, "key burnt", r.s, r.code)

def p_mismatch_drops_record(a):
    k = new()
    x = a.create(k)
    reused(a.create(k, var(note="other")))
    same(x, a.create(k))

def p_record_after_response(a):
    k, b = new(), var(simulate="drop_response", reference=new())
    try:
        a.create(k, b)
        ok(False, "an answer came")
    except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
        pass
    a.create(k, b)
    ok(len(a.list("/v1/bookings?reference=" + b["reference"])) == 1, "two bookings")

def p_race_2ms(a):
    for i in range(8):
        k, b = new(), var(reference=new())
        with ThreadPoolExecutor(8) as ex:
            rs = list(ex.map(lambda n: a.create(k, b, r=1 + n % 2), range(8)))
        for r in rs:
            if r.s == 409:
                busy(r, None)
        ok(sum(r.s == 201 and not r.replayed for r in rs) == 1, "executed", [(r.s, r.replayed) for r in rs])
        if i == 0:
            ok(len(a.list("/v1/bookings?reference=" + b["reference"])) == 1, "two bookings")

def p_m_replica_unicode(a):
    k = new()
    x = a.create(k, var(note="Zürich"))
    same(x, a.create(k, var(note="Zürich"), r=2))

def p_m_user_after_cancel(a):
    x = a.create()
    a.call("POST", "/v1/bookings/%s/cancellations" % x.body["id"], CANC, new())
    k = new()
    a.create(k)
    y = a.create(k, token=BOB)
    ok(y.s == 201 and not y.replayed, "other user's key")

def p_m_retry_after_replica2(a):
    k, b = new(), var(simulate="slow")
    t = background(lambda: a.create(k, b))
    time.sleep(0.6)
    busy(a.create(k, b, r=2), t)
    t["t"].join()
    ok(t["r"].s == 201)

def p_m_cancel_replay_again(a):
    x = a.create().body["id"]
    u, k = "/v1/bookings/%s/cancellations" % x, new()
    f = a.call("POST", u, CANC, k)
    a.call("POST", u, CANC, new())
    same(f, a.call("POST", u, CANC, k))
    n = a.call("GET", "/v1/bookings/%s" % x).body["remaining_nights"]
    ok(n == 3, "remaining", n)

def p_m_patch_ignores_tenant(a):
    u, k = "/v1/bookings/%s" % a.create().body["id"], new()
    a.call("PATCH", u, {"note": "one"}, k, If_Match="*")
    r = a.call("PATCH", u, {"note": "one"}, k, tenant="bay", If_Match="*")
    ok(r.s == 404, "other tenant's answer", r.s)

def p_m_claim_local(a):
    k, b = new(), var(simulate="slow", reference=new())
    t = background(lambda: a.create(k, b))
    time.sleep(0.6)
    busy(a.create(k, b, r=2), t)
    t["t"].join()
    ok(len(a.list("/v1/bookings?reference=" + b["reference"])) == 1, "two bookings")

def p_m_cache_ignores_expiry(a):
    k = new()
    x = a.create(k)
    same(x, a.create(k))
    time.sleep(a.ttl + 0.4)
    y = a.create(k)
    ok(y.s == 201 and not y.replayed, "replayed after the lifetime")

def p_m_failed_patch_kept(a):
    u, k = "/v1/bookings/%s" % a.create().body["id"], new()
    b = {"note": "one", "simulate": "fail_once"}
    ok(a.call("PATCH", u, b, k, If_Match='"v1"').s == 503)
    r = a.call("PATCH", u, b, k, If_Match='"v1"')
    ok(r.s == 200 and r.body["version"] == 2, "failed attempt had an effect", r.s)

def p_m_cached_mismatch(a):
    k = new()
    a.create(k), a.create(k)
    reused(a.create(k, var(note="other")))

def p_m_decline_local(a):
    k, b = new(), var(card="tok_declined", reference=new())
    x = a.create(k, b)
    ok(x.s == 402)
    same(x, a.create(k, b, r=2))
    ok(len(a.list("/v1/charges?reference=" + b["reference"])) == 1, "two charges")

def p_m_invoice_replay_running(a):
    u, k = "/v1/bookings/%s/invoices" % a.create().body["id"], new()
    b = dict(INV, reference=new())
    x = a.call("POST", u, b, k)
    ok(x.s == 202)
    same(x, a.call("POST", u, b, k))
    n = len(a.list(u))
    ok(n == 1, "invoices", n)
    ok(a.call("GET", x.body["status_url"]).body["status"] == "succeeded")

def p_m_lease_short(a):
    k, b = new(), var(simulate="slow", reference=new())
    t = background(lambda: a.create(k, b))
    time.sleep(1.25)
    busy(a.create(k, b), t)
    t["t"].join()
    ok(len(a.list("/v1/bookings?reference=" + b["reference"])) == 1, "two bookings")

def p_general(a):
    k = new()
    x = a.create(k)
    same(x, a.create(k, raw=json.dumps(dict(reversed(list(BOOK.items()))), indent=1).replace("5,", "5.0,").encode()))
    ok(a.create("short").s == 400 and a.create("x" * 65).s == 400 and a.create("x" * 8 + " y" + new()).s == 400)
    ok(a.call("POST", "/v1/bookings", BOOK).code == "idempotency_key_missing")
    k2, b = new(), var(simulate="slow")
    t = background(lambda: a.create(k2, b))
    time.sleep(0.6)
    reused(a.create(k2, var(simulate="slow", note="x")))
    t0 = time.time()
    ok(a.create().s == 201 and time.time() - t0 < 0.8)
    t["t"].join()
    same(t["r"], a.create(k2, b, r=2))
    ok(a.create(raw=b'{"room":"a","room":"b"}').code == "invalid_json")
    y = a.create(k, tenant="bay")
    ok(y.s == 201 and not y.replayed)
    u = "/v1/bookings/%s" % x.body["id"]
    ok(a.call("PATCH", u, {"note": "n"}, new()).s == 428 and a.call("PATCH", u, {"note": "n"}, new(), If_Match='"v9"').s == 412)
    k3 = new()
    z = a.call("POST", u + "/cancellations", {"nights": 9}, k3)
    ok(z.code == "nights_exceeded")
    same(z, a.call("POST", u + "/cancellations", {"nights": 9}, k3))


PROBES = {n[2:]: f for n, f in list(globals().items()) if n.startswith("p_")}
TTL_PROBES = ("expiry_sliding", "m_cache_ignores_expiry")


class Running:
    def __init__(self, port, args, ttl):
        self.port, self.ttl = port, ttl
        self.p = subprocess.Popen([sys.executable, os.path.join(HERE, "server.py"), "--port", str(port)] + args,
                                  env=dict(os.environ, KEY_TTL_SECONDS=str(ttl)), stdout=subprocess.DEVNULL)
    def __enter__(self):
        for r in (0, 1):
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", self.port + r), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
        return Api(self.port, self.ttl)
    def __exit__(self, *a):
        self.p.kill()
        self.p.wait()


def probe(args, names, port):
    out = {}
    for ttl, group in ((3, [n for n in names if n in TTL_PROBES]), (60, [n for n in names if n not in TTL_PROBES])):
        if group:
            with Running(port, args, ttl) as a:
                for n in group:
                    try:
                        PROBES[n](a)
                        out[n] = None
                    except AssertionError as e:
                        out[n] = str(e) or "assertion"
    return out


def main():
    listed = subprocess.check_output([sys.executable, os.path.join(HERE, "server.py"), "--list"], text=True).split("\n")
    defects = [l for l in listed if l and not l.startswith("variant")]
    jobs = [("clean", [], list(PROBES))] + [(v, ["--variant", v[8:]], list(PROBES)) for v in listed if v.startswith("variant")]
    jobs += [(d, ["--defect", d], [d]) for d in defects]
    bad = 0
    with ThreadPoolExecutor(3) as ex:
        res = list(ex.map(lambda ij: probe(ij[1][1], ij[1][2], 18100 + 10 * ij[0]), enumerate(jobs)))
    for (name, args, names), out in zip(jobs, res):
        failing = {n: m for n, m in out.items() if m}
        good = bool(failing) if "--defect" in args else not failing
        bad += not good
        print("%-4s %-30s %s" % ("ok" if good else "BAD", name, failing if failing else "%d probes pass" % len(out)), flush=True)
    print("%d jobs, %d bad" % (len(jobs), bad))
    return 1 if bad else 0

if __name__ == "__main__":
    sys.exit(main())
