#!/usr/bin/env python3
"""Hotel booking API: two replicas over one SQLite database.  See README.md for the contract.

  server.py --port 8100 [--db FILE] [--defect NAME] [--variant NAME] [--list]
"""
import argparse, hashlib, json, os, random, re, select, socket, sqlite3, sys, tempfile, threading, time, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEFECTS = """key_case_insensitive key_truncated_32 scope_ignores_user scope_ignores_path_id compare_top_level
compare_array_order compare_null_absent compare_number_string replay_current_body replay_etag_current expiry_sliding
store_5xx_cancel validation_stored mismatch_drops_record record_after_response race_2ms
m_replica_unicode m_user_after_cancel m_retry_after_replica2 m_cancel_replay_again m_patch_ignores_tenant m_claim_local
m_cache_ignores_expiry m_failed_patch_kept m_cached_mismatch m_decline_local m_invoice_replay_running m_lease_short""".split()
VARIANTS = """compact_replay trace_ids slow_300 eventual_listing numeric_ids waiting_losers member_order
lowercase_headers""".split()

TTL = float(os.environ.get("KEY_TTL_SECONDS", "86400"))
LEASE = 30.0
SLOW = 1.5
INVOICE_SECONDS = 0.4
TOKENS = {"tok-ann-7f3a": ("ann", ("alpine", "bay")), "tok-bob-91c2": ("bob", ("alpine",)),
          "tok-dee-55e0": ("dee", ("bay",))}
KEY_RE = re.compile(r"[A-Za-z0-9._:-]{8,64}\Z")
DEFECT = VARIANT = None
DBFILE = None
OFFSET = 0.0
local = threading.local()

SCHEMA = """
CREATE TABLE IF NOT EXISTS booking(id TEXT PRIMARY KEY, tenant TEXT, user TEXT, doc TEXT, remaining INT, version INT, created REAL, seq INTEGER);
CREATE TABLE IF NOT EXISTS cancellation(id TEXT PRIMARY KEY, tenant TEXT, user TEXT, booking TEXT, nights INT, doc TEXT, created REAL, seq INTEGER);
CREATE TABLE IF NOT EXISTS charge(id TEXT PRIMARY KEY, tenant TEXT, user TEXT, doc TEXT, created REAL, seq INTEGER);
CREATE TABLE IF NOT EXISTS invoice(id TEXT PRIMARY KEY, tenant TEXT, user TEXT, booking TEXT, op TEXT, doc TEXT, ready REAL, seq INTEGER);
CREATE TABLE IF NOT EXISTS idem(scope TEXT, key TEXT, fp TEXT, state TEXT, token TEXT, replica INT, status INT, headers TEXT,
  body TEXT, created REAL, lease REAL, PRIMARY KEY(scope, key));
CREATE TABLE IF NOT EXISTS failed(scope TEXT, key TEXT, PRIMARY KEY(scope, key));
CREATE TABLE IF NOT EXISTS counter(n INTEGER);
"""


def clock():
    return time.time() + OFFSET


def db():
    c = getattr(local, "c", None)
    if c is None:
        c = sqlite3.connect(DBFILE, timeout=20, isolation_level=None, check_same_thread=False)
        c.row_factory = sqlite3.Row
        c.execute("PRAGMA journal_mode=WAL")
        c.execute("PRAGMA synchronous=OFF")
        local.c = c
    return c


class Tx:
    def __enter__(self):
        db().execute("BEGIN IMMEDIATE")
        return db()

    def __exit__(self, kind, *_):
        db().execute("ROLLBACK" if kind else "COMMIT")
        return False


class Problem(Exception):
    def __init__(self, status, code, detail, headers=None):
        self.status, self.code, self.detail, self.headers = status, code, detail, headers or {}

    def body(self):
        return {"type": "https://hotel.example/problems/" + self.code, "title": self.code.replace("_", " "),
                "status": self.status, "code": self.code, "detail": self.detail}


def next_seq(c):
    row = c.execute("SELECT n FROM counter").fetchone()
    n = (row[0] if row else 1000) + 1
    c.execute("UPDATE counter SET n=?" if row else "INSERT INTO counter VALUES(?)", (n,))
    return n


def new_id(prefix, seq):
    if VARIANT == "numeric_ids":
        return str(seq)
    return prefix + "_" + uuid.uuid4().hex[:16]


def show_id(i):
    return int(i) if VARIANT == "numeric_ids" else i


def booking_view(r):
    d = json.loads(r["doc"])
    return {"id": show_id(r["id"]), "reference": d.get("reference"), "room": d["room"], "guest": d["guest"],
            "check_in": d.get("check_in"), "nights": d["nights"], "remaining_nights": r["remaining"],
            "price": d["price"], "extras": d.get("extras") or [], "note": d.get("note"),
            "status": "confirmed" if r["remaining"] else "cancelled", "version": r["version"],
            "booked_by": r["user"], "created_at": stamp(r["created"])}


def stamp(t):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(t)) + ".%03dZ" % int(t % 1 * 1000)


def etag(version):
    return '"v%d"' % version


# ---------------------------------------------------------------- payload
def no_dups(pairs):
    d = {}
    for k, v in pairs:
        if k in d:
            raise ValueError("duplicate member " + k)
        d[k] = v
    return d


def bad_const(x):
    raise ValueError(x)


def parse(raw):
    try:
        v = json.loads(raw.decode("utf-8"), object_pairs_hook=no_dups, parse_constant=bad_const)
        json.dumps(v, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, RecursionError) as e:
        raise Problem(400, "invalid_json", "the body is not one well-formed JSON value: %s" % e)
    if not isinstance(v, dict):
        raise Problem(400, "invalid_json", "the body must be an object")
    return v


def canon(v, top=True):
    if isinstance(v, dict):
        items = v.items()
        if DEFECT == "compare_null_absent":
            items = [(k, x) for k, x in items if x is not None]
        if DEFECT == "compare_top_level":
            items = [(k, "*" if isinstance(x, (dict, list)) else x) for k, x in items]
        return {k: canon(x, False) for k, x in items}
    if isinstance(v, list):
        out = [canon(x, False) for x in v]
        return sorted(out, key=lambda x: json.dumps(x, sort_keys=True)) if DEFECT == "compare_array_order" else out
    if isinstance(v, float) and v.is_integer():
        v = int(v)
    if DEFECT == "compare_number_string" and isinstance(v, (int, float)) and not isinstance(v, bool):
        return str(v)
    return v


def fingerprint(body, if_match, replica):
    text = json.dumps([canon(body), if_match], sort_keys=True)
    if DEFECT == "m_replica_unicode" and replica.no == 2 and not json.dumps(body, ensure_ascii=False).isascii():
        text = json.dumps([canon(body), if_match], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def need(ok, detail):
    if not ok:
        raise Problem(400, "validation_failed", detail)


def is_int(v, lo, hi):
    return isinstance(v, (int, float)) and not isinstance(v, bool) and float(v).is_integer() and lo <= v <= hi


def check_common(b):
    need(b.get("simulate") in (None, "slow", "fail_once", "drop_response"), "simulate: slow, fail_once or drop_response")


def is_text(v, lo, hi):
    return isinstance(v, str) and lo <= len(v) <= hi


def check_editable(b):
    if b.get("guest") is not None:
        need(isinstance(b["guest"], dict) and is_text(b["guest"].get("name"), 1, 80), "guest.name: 1 to 80 characters")
    need(b.get("extras") is None or isinstance(b["extras"], list) and all(is_text(x, 1, 40) for x in b["extras"]),
         "extras: a list of texts")
    need(b.get("note") is None or is_text(b["note"], 0, 500), "note: a text")
    need(b.get("check_in") is None or is_text(b["check_in"], 10, 10), "check_in: YYYY-MM-DD")


def check_create(b):
    need(isinstance(b.get("guest"), dict), "guest: required")
    check_editable(b)
    need(is_text(b.get("room"), 1, 20), "room: 1 to 20 characters")
    need(is_int(b.get("nights"), 1, 30), "nights: whole number from 1 to 30")
    p = b.get("price")
    need(isinstance(p, dict) and is_int(p.get("amount"), 1, 10**9) and is_text(p.get("currency"), 3, 3), "price: amount, currency")
    need(is_text(b.get("card"), 3, 40), "card: required")
    need(b.get("reference") is None or is_text(b["reference"], 1, 80), "reference: 1 to 80 characters")
    check_common(b)


def check_cancel(b):
    need(is_int(b.get("nights"), 1, 30), "nights: whole number from 1 to 30")
    need(b.get("reason") is None or is_text(b["reason"], 0, 500), "reason: a text")
    check_common(b)


def check_patch(b):
    check_editable(b)
    need(any(k in b for k in ("guest", "extras", "note", "check_in")), "nothing to change")
    check_common(b)


def check_invoice(b):
    need(isinstance(b.get("billing"), dict) and is_text(b["billing"].get("name"), 1, 80), "billing.name: 1 to 80 characters")
    ls = b.get("lines")
    need(isinstance(ls, list) and ls and all(isinstance(x, dict) and is_text(x.get("text"), 1, 80) and is_int(x.get("amount"), 1, 10**9)
                                             for x in ls), "lines: text and amount")
    check_common(b)


# ---------------------------------------------------------------- effects (inside a transaction)
def get_booking(c, tenant, bid):
    r = c.execute("SELECT * FROM booking WHERE id=? AND tenant=?", (bid, tenant)).fetchone()
    if r is None:
        raise Problem(404, "not_found", "no such booking")
    return r


def do_create(c, x, b):
    seq, now = next_seq(c), time.time()
    ok = b["card"] != "tok_declined"
    charge = {"reference": b.get("reference"), "amount": b["price"]["amount"], "currency": b["price"]["currency"],
              "outcome": "approved" if ok else "declined"}
    c.execute("INSERT INTO charge VALUES(?,?,?,?,?,?)", (new_id("ch", seq), x.tenant, x.user, json.dumps(charge), now, seq))
    if not ok:
        p = Problem(402, "card_declined", "the card was declined")
        return 402, {}, p.body()
    seq = next_seq(c)
    bid = new_id("bk", seq)
    doc = {k: b.get(k) for k in ("reference", "room", "guest", "check_in", "nights", "price", "extras", "note")}
    doc["nights"] = int(doc["nights"])
    c.execute("INSERT INTO booking VALUES(?,?,?,?,?,?,?,?)", (bid, x.tenant, x.user, json.dumps(doc), doc["nights"], 1, now, seq))
    r = get_booking(c, x.tenant, bid)
    return 201, {"Location": "/v1/bookings/" + bid, "ETag": etag(1)}, booking_view(r)


def do_cancel(c, x, b):
    r, n, now = get_booking(c, x.tenant, x.bid), int(b["nights"]), time.time()
    if n > r["remaining"]:
        return 409, {}, Problem(409, "nights_exceeded", "only %d nights are left" % r["remaining"]).body()
    seq = next_seq(c)
    cid = new_id("cn", seq)
    view = {"id": show_id(cid), "booking_id": show_id(x.bid), "nights": n, "remaining_nights": r["remaining"] - n,
            "reason": b.get("reason"), "cancelled_by": x.user, "created_at": stamp(now)}
    c.execute("UPDATE booking SET remaining=remaining-?, version=version+1 WHERE id=?", (n, x.bid))
    c.execute("INSERT INTO cancellation VALUES(?,?,?,?,?,?,?,?)", (cid, x.tenant, x.user, x.bid, n, json.dumps(view), now, seq))
    return 201, {"Location": "/v1/bookings/%s/cancellations/%s" % (x.bid, cid)}, view


def do_patch(c, x, b):
    r = get_booking(c, x.tenant, x.bid)
    if x.if_match not in ("*", etag(r["version"])):
        raise Problem(412, "precondition_failed", "the booking was changed", {"ETag": etag(r["version"])})
    d = json.loads(r["doc"])
    for k in ("guest", "extras", "note", "check_in"):
        if k in b and not (k == "guest" and b[k] is None):
            d[k] = b[k]
    c.execute("UPDATE booking SET doc=?, version=version+1 WHERE id=?", (json.dumps(d), x.bid))
    r = get_booking(c, x.tenant, x.bid)
    return 200, {"ETag": etag(r["version"])}, booking_view(r)


def add_invoice(c, x, b, op, ready):
    seq = next_seq(c)
    iid = new_id("in", seq)
    view = {"id": show_id(iid), "booking_id": show_id(x.bid), "billing": b["billing"], "lines": b["lines"],
            "total": sum(int(l["amount"]) for l in b["lines"]), "reference": b.get("reference")}
    c.execute("INSERT INTO invoice VALUES(?,?,?,?,?,?,?,?)", (iid, x.tenant, x.user, x.bid, op, json.dumps(view), ready, seq))


def do_invoice(c, x, b):
    get_booking(c, x.tenant, x.bid)
    op = new_id("op", next_seq(c))
    add_invoice(c, x, b, op, time.time() + INVOICE_SECONDS)
    url = "/v1/operations/" + op
    return 202, {"Location": url}, {"operation_id": show_id(op), "status": "running", "status_url": url}


ROUTES = [("POST", re.compile(r"/v1/bookings\Z"), "create", check_create, do_create),
          ("POST", re.compile(r"/v1/bookings/([^/]+)/cancellations\Z"), "cancel", check_cancel, do_cancel),
          ("PATCH", re.compile(r"/v1/bookings/([^/]+)\Z"), "patch", check_patch, do_patch),
          ("POST", re.compile(r"/v1/bookings/([^/]+)/invoices\Z"), "invoice", check_invoice, do_invoice)]


class Replica:
    def __init__(self, no):
        self.no, self.cache, self.claims, self.lock = no, {}, {}, threading.Lock()


REPLICAS = []


class X:  # one request's context
    pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "hotel/1"
    disable_nagle_algorithm = True

    def log_message(self, *a):
        pass

    # ------------------------------------------------------------ output
    def reply(self, status, headers, body, replayed=False):
        if VARIANT == "slow_300":
            time.sleep(0.3)
        h = {"Content-Type": "application/problem+json" if status >= 400 else "application/json"}
        h.update(headers)
        if replayed:
            h["Idempotent-Replayed"] = "true"
        if VARIANT == "trace_ids":
            t = uuid.uuid4().hex
            h["X-Trace-Id"] = t
            h["Server-Timing"] = "app;dur=%d" % random.randint(1, 99)
            if isinstance(body, dict):
                body = dict(body, trace_id=t)
        if VARIANT == "member_order" and replayed:
            body = shuffle(body)
        if VARIANT == "compact_replay":
            data = json.dumps(body, separators=(",", ":")) if replayed else json.dumps(body, indent=2)
        else:
            data = json.dumps(body, ensure_ascii=False)
        data = data.encode()
        if VARIANT == "lowercase_headers":
            h["Content-Type"] += "; charset=utf-8"
            h = {k.lower(): v for k, v in h.items()}
            h["connection"] = "close"
        self.send_response(status)
        for k, v in h.items():
            self.send_header(k, v)
        self.send_header("Content-Length", str(len(data)))
        self._headers_buffer.append(b"\r\n" + data)
        self.flush_headers()

    def problem(self, p, replayed=False):
        self.reply(p.status, p.headers, p.body(), replayed)

    # ------------------------------------------------------------ input
    def auth(self):
        h = self.headers.get("Authorization", "")
        who = TOKENS.get(h[7:]) if h.startswith("Bearer ") else None
        if who is None:
            raise Problem(401, "unauthorized", "bearer token needed", {"WWW-Authenticate": "Bearer"})
        tenant = self.headers.get("X-Tenant")
        if tenant not in who[1]:
            raise Problem(403, "forbidden", "the user is no member of the tenant named in X-Tenant")
        return tenant, who[0]

    def do_any(self):
        self.replica = self.server.replica
        try:
            n = int(self.headers.get("Content-Length") or 0)
            raw = self.rfile.read(n) if n else b""
            path = self.path.split("?")[0]
            if path == "/sandbox/health":
                return self.reply(200, {}, {"status": "up", "replica": self.replica.no})
            if path == "/sandbox/reset" and self.command == "POST":
                with Tx() as c:
                    for t in "booking cancellation charge invoice idem failed".split():
                        c.execute("DELETE FROM " + t)
                for r in REPLICAS:
                    r.cache.clear()
                return self.reply(200, {}, {"status": "reset"})
            if path == "/sandbox/clock" and self.command == "POST":  # moves the clock of the keys
                global OFFSET
                OFFSET += int(json.loads(raw)["ms"]) / 1000
                return self.reply(200, {}, {"status": "moved"})
            x = X()
            x.tenant, x.user = self.auth()
            if self.command == "GET":
                return self.read(x, path)
            for method, rx, name, check, do in ROUTES:
                m = rx.match(path)
                if m and method == self.command:
                    x.op, x.check, x.do, x.bid = name, check, do, m.group(1) if m.groups() else None
                    return self.write(x, path, raw)
            if any(rx.match(path) for _, rx, *_ in ROUTES):
                raise Problem(405, "method_not_allowed", "not this method")
            raise Problem(404, "not_found", "no such resource")
        except Problem as p:
            self.problem(p)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except Exception as e:
            print("ERROR %r" % e, file=sys.stderr, flush=True)
            self.close_connection = True
            self.problem(Problem(500, "internal", "unexpected"))

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_any

    # ------------------------------------------------------------ reading
    def read(self, x, path):
        c, t = db(), x.tenant
        lag = time.time() - 0.5 if VARIANT == "eventual_listing" else time.time() + 1
        def items(rows):
            rows = list(rows)
            m = re.search(r"[?&]reference=([^&]*)", self.path)
            if m:
                from urllib.parse import unquote_plus
                rows = [r for r in rows if r.get("reference") == unquote_plus(m.group(1))]
            self.reply(200, {}, {"items": rows, "count": len(rows)})
        if path == "/v1/bookings":
            return items(booking_view(r) for r in c.execute("SELECT * FROM booking WHERE tenant=? AND created<=? ORDER BY seq", (t, lag)))
        if path == "/v1/charges":
            return items(dict(json.loads(r["doc"]), id=show_id(r["id"]))
                         for r in c.execute("SELECT * FROM charge WHERE tenant=? AND created<=? ORDER BY seq", (t, lag)))
        p = path.split("/")[1:]
        if p[:2] == ["v1", "operations"] and len(p) == 3:
            r = c.execute("SELECT * FROM invoice WHERE op=? AND tenant=? ORDER BY seq", (p[2], t)).fetchone()
            if r is None:
                raise Problem(404, "not_found", "no such operation")
            if r["ready"] > time.time():
                return self.reply(200, {"Retry-After": "1"}, {"operation_id": show_id(p[2]), "status": "running"})
            return self.reply(200, {}, {"operation_id": show_id(p[2]), "status": "succeeded", "invoice_id": show_id(r["id"]),
                                        "invoice_url": "/v1/bookings/%s/invoices/%s" % (r["booking"], r["id"])})
        if p[:2] == ["v1", "bookings"] and len(p) >= 3:
            r = get_booking(c, t, p[2])
            if len(p) == 3:
                return self.reply(200, {"ETag": etag(r["version"])}, booking_view(r))
            if p[3] in ("cancellations", "invoices") and len(p) <= 5:
                if p[3] == "cancellations":
                    rows = c.execute("SELECT * FROM cancellation WHERE booking=? AND created<=? ORDER BY seq",
                                     (p[2], lag if len(p) == 4 else time.time() + 1))
                else:
                    now = time.time()
                    rows = c.execute("SELECT * FROM invoice WHERE booking=? AND ready<=? ORDER BY seq",
                                     (p[2], min(now, lag) if len(p) == 4 else now))
                rows = [json.loads(r["doc"]) for r in rows]
                if len(p) == 4:
                    return items(rows)
                for v in rows:
                    if str(v["id"]) == p[4]:
                        return self.reply(200, {}, v)
        raise Problem(404, "not_found", "no such resource")

    # ------------------------------------------------------------ writing
    def write(self, x, path, raw):
        if self.headers.get_content_type() != "application/json":
            raise Problem(415, "unsupported_media_type", "application/json only")
        keys = self.headers.get_all("Idempotency-Key") or []
        key = keys[0].strip() if keys else None
        if len(keys) > 1 or key is not None and not KEY_RE.match(key):
            raise Problem(400, "idempotency_key_invalid", "Idempotency-Key: one value, 8 to 64 characters of A-Z a-z 0-9 . _ : -")
        if key is None and self.command == "POST":
            raise Problem(400, "idempotency_key_missing", "Idempotency-Key is required")
        body = parse(raw)
        x.if_match = self.headers.get("If-Match") if x.op == "patch" else None
        if key is None:
            self.rules(db(), x, body)
            if body.get("simulate") == "fail_once":
                raise Problem(503, "temporarily_unavailable", "sandbox: failed as asked")
            if body.get("simulate") == "slow":
                time.sleep(SLOW)
            with Tx() as c:
                out = x.do(c, x, body)
            if body.get("simulate") == "drop_response":
                return self.hang_up()
            return self.reply(*out)
        if DEFECT == "key_case_insensitive":
            key = key.lower()
        if DEFECT == "key_truncated_32":
            key = key[:32]
        route = path
        if DEFECT == "scope_ignores_path_id" and x.bid:
            route = path.replace(x.bid, "{id}")
        tenant, user = x.tenant, x.user
        if DEFECT == "scope_ignores_user":
            user = "*"
        if DEFECT == "m_patch_ignores_tenant" and x.op == "patch":
            tenant = "*"
        x.scope = json.dumps([tenant, user, self.command, route])
        x.key = key
        x.fp = fingerprint(body, x.if_match, self.replica)
        rec = self.claim(x, body)
        if rec is not None:
            return self.replay(x, body, rec)
        self.execute(x, body)

    def rules(self, c, x, body):
        if x.bid is not None:
            get_booking(c, x.tenant, x.bid)
        if x.op == "patch" and x.if_match is None:
            raise Problem(428, "precondition_required", "If-Match is required")
        x.check(body)

    def mismatch(self):
        return Problem(422, "idempotency_key_reused", "this Idempotency-Key was used with another payload")

    def claim(self, x, body):
        """None: this request owns the key now.  Otherwise the finished record, to be replayed."""
        deadline = time.time() + 10
        while True:
            try:
                return self.claim_once(x, body)
            except Problem as p:
                if VARIANT == "waiting_losers" and p.code == "idempotency_in_progress" and time.time() < deadline:
                    time.sleep(0.02)
                    continue
                raise

    def claim_once(self, x, body):
        rep, ck, now = self.replica, (x.scope, x.key), clock()
        rec = rep.cache.get(ck) if DEFECT != "mismatch_drops_record" else None
        if rec is not None:
            if rec["created"] + TTL > now or DEFECT == "m_cache_ignores_expiry":
                if rec["fp"] != x.fp and DEFECT != "m_cached_mismatch":
                    raise self.mismatch()
                return rec
            rep.cache.pop(ck, None)
        if DEFECT == "m_claim_local":
            with rep.lock:
                held = rep.claims.get(ck)
                if held is None:
                    rep.claims[ck] = x.fp
            if held is not None:
                if held != x.fp:
                    raise self.mismatch()
                raise self.in_progress(rep.no)
            try:
                return self.claim_db(x, body, now)
            except Problem:
                rep.claims.pop(ck, None)
                raise
        return self.claim_db(x, body, now)

    def in_progress(self, owner):
        h = {"Retry-After": "1"}
        if DEFECT == "m_retry_after_replica2" and self.replica.no == 2 and owner != 2:
            h = {}
        return Problem(409, "idempotency_in_progress", "the first request with this key is still running", h)

    def find(self, c, x):
        row = c.execute("SELECT * FROM idem WHERE scope=? AND key=?", (x.scope, x.key)).fetchone()
        if row is None and DEFECT == "m_user_after_cancel" and x.op == "create":
            for other in c.execute("SELECT * FROM idem WHERE key=? AND state='done'", (x.key,)).fetchall():
                s = json.loads(other["scope"])
                if s[0] == x.tenant and s[2:] == json.loads(x.scope)[2:] and c.execute(
                        "SELECT 1 FROM cancellation WHERE tenant=? AND user=?", (s[0], s[1])).fetchone():
                    return other
        return row

    def claim_db(self, x, body, now):
        rep, ck = self.replica, (x.scope, x.key)
        x.token = uuid.uuid4().hex
        insert = ("INSERT OR REPLACE INTO idem(scope,key,fp,state,token,replica,created,lease) VALUES(?,?,?,?,?,?,?,?)",
                  (x.scope, x.key, x.fp, "running", x.token, rep.no, now, now + (1.0 if DEFECT == "m_lease_short" else LEASE)))
        if DEFECT == "race_2ms":
            c = db()
            rec = self.judge(c, x, body, now)
            if rec is None:
                time.sleep(0.002)
                c.execute(*insert)
            return rec
        if DEFECT == "mismatch_drops_record":
            try:
                with Tx() as c:
                    rec = self.judge(c, x, body, now)
                    if rec is None:
                        c.execute(*insert)
                    return rec
            except Problem as p:
                if p.status == 422:
                    db().execute("DELETE FROM idem WHERE scope=? AND key=? AND state='done'", ck)
                    for r in REPLICAS:
                        r.cache.pop(ck, None)
                raise
        try:
            with Tx() as c:
                rec = self.judge(c, x, body, now)
                if rec is None and DEFECT != "m_claim_local":
                    c.execute(*insert)
        except Problem as p:
            if DEFECT == "validation_stored" and p.code == "validation_failed":
                with Tx() as c:
                    c.execute(*insert)
                    c.execute("UPDATE idem SET state='done', status=?, headers='{}', body=? WHERE scope=? AND key=?",
                              (p.status, json.dumps(p.body()), x.scope, x.key))
            raise
        if rec is not None:
            if DEFECT == "m_claim_local":
                rep.claims.pop(ck, None)
            rep.cache[ck] = rec
            if len(rep.cache) > 20000:
                rep.cache.clear()
        return rec

    def judge(self, c, x, body, now):
        row = self.find(c, x)
        if row is not None:
            over = row["lease"] <= now if row["state"] == "running" else row["created"] + TTL <= now
            if not over:
                if row["fp"] != x.fp:
                    raise self.mismatch()
                if row["state"] == "running":
                    raise self.in_progress(row["replica"])
                if DEFECT == "expiry_sliding":
                    c.execute("UPDATE idem SET created=? WHERE scope=? AND key=?", (now, x.scope, x.key))
                return {"fp": row["fp"], "created": now if DEFECT == "expiry_sliding" else row["created"],
                        "status": row["status"], "headers": json.loads(row["headers"]), "body": json.loads(row["body"])}
        self.rules(c, x, body)
        return None

    def execute(self, x, body):
        rep, ck, sim = self.replica, (x.scope, x.key), body.get("simulate")
        own = ("SELECT 1 FROM idem WHERE scope=? AND key=? AND state='running' AND token=?", (x.scope, x.key, x.token))
        free = ("DELETE FROM idem WHERE scope=? AND key=? AND state='running' AND token=?", (x.scope, x.key, x.token))
        done = ("INSERT OR REPLACE INTO idem(scope,key,fp,state,token,replica,status,headers,body,created,lease) "
                "VALUES(?,?,?,'done',?,?,?,?,?,?,0)")
        began = clock()
        finished = False
        try:
            if sim == "fail_once":
                with Tx() as c:
                    first = c.execute("INSERT OR IGNORE INTO failed VALUES(?,?)", (x.scope, x.key)).rowcount
                    p = Problem(503, "temporarily_unavailable", "sandbox: failed as asked")
                    if first and DEFECT == "m_failed_patch_kept" and x.op == "patch":
                        x.do(c, x, body)
                    if first and DEFECT == "store_5xx_cancel" and x.op == "cancel":
                        c.execute(done, (x.scope, x.key, x.fp, x.token, rep.no, 503, "{}", json.dumps(p.body()), began))
                if first:
                    raise p
            if sim == "slow":
                time.sleep(SLOW)
            with Tx() as c:
                if sim == "drop_response" and not c.execute("INSERT OR IGNORE INTO failed VALUES(?,?)", ck).rowcount:
                    sim = None
                if DEFECT not in ("race_2ms", "m_claim_local", "m_lease_short") and not c.execute(*own).fetchone():
                    raise Problem(503, "claim_lost", "the claim on the key was lost; nothing was done")
                status, headers, out = x.do(c, x, body)
                rec = (x.scope, x.key, x.fp, x.token, rep.no, status, json.dumps(headers), json.dumps(out), began)
                if DEFECT == "m_decline_local" and status == 402:
                    c.execute(*free)
                    rep.cache[ck] = {"fp": x.fp, "created": began, "status": status, "headers": headers, "body": out}
                elif DEFECT != "record_after_response":
                    c.execute(done, rec)
            if DEFECT == "record_after_response":
                if sim == "drop_response" or self.client_gone():
                    return self.hang_up()
                db().execute(done, rec)
            finished = True
        finally:
            if not finished:
                db().execute(*free)
            rep.claims.pop(ck, None)
        if sim == "drop_response":
            return self.hang_up()
        self.reply(status, headers, out)

    def client_gone(self):
        try:
            r, _, _ = select.select([self.connection], [], [], 0)
            return bool(r) and self.connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def replay(self, x, body, rec):
        status, headers, out = rec["status"], dict(rec["headers"]), rec["body"]
        if DEFECT == "expiry_sliding":
            db().execute("UPDATE idem SET created=? WHERE scope=? AND key=?", (clock(), x.scope, x.key))
            for r in REPLICAS:
                r.cache.pop((x.scope, x.key), None)
        if DEFECT == "replay_current_body" and x.op == "create" and status == 201:
            out = booking_view(get_booking(db(), x.tenant, headers["Location"].split("/")[-1]))
        if DEFECT == "replay_etag_current" and x.op == "patch" and status == 200:
            headers["ETag"] = etag(get_booking(db(), x.tenant, x.bid)["version"])
        if DEFECT == "m_cancel_replay_again" and x.op == "cancel" and status == 201:
            with Tx() as c:
                last = c.execute("SELECT id FROM cancellation WHERE booking=? ORDER BY seq DESC", (x.bid,)).fetchone()
                if last and last[0] != str(out["id"]):
                    c.execute("UPDATE booking SET remaining=max(0,remaining-?) WHERE id=?", (out["nights"], x.bid))
        if DEFECT == "m_invoice_replay_running" and x.op == "invoice" and status == 202:
            with Tx() as c:
                r = c.execute("SELECT ready FROM invoice WHERE op=?", (str(out["operation_id"]),)).fetchone()
                if r and r[0] > time.time():
                    add_invoice(c, x, body, str(out["operation_id"]), time.time() + INVOICE_SECONDS)
        self.reply(status, headers, out, True)


def shuffle(v):
    if isinstance(v, dict):
        ks = list(v)
        random.shuffle(ks)
        return {k: shuffle(v[k]) for k in ks}
    return [shuffle(a) for a in v] if isinstance(v, list) else v


class Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


def main():
    global DEFECT, VARIANT, DBFILE
    ap = argparse.ArgumentParser()
    ap.add_argument("--port", type=int, default=8100, help="replica 1; replica 2 listens on the next one")
    ap.add_argument("--db")
    ap.add_argument("--defect", choices=DEFECTS)
    ap.add_argument("--variant", choices=VARIANTS)
    ap.add_argument("--list", action="store_true")
    a = ap.parse_args()
    if a.list:
        print("\n".join(DEFECTS + ["variant " + v for v in VARIANTS]))
        return
    DEFECT, VARIANT = a.defect, a.variant
    tmp = tempfile.mkdtemp(prefix="hotel-") if not a.db else None
    DBFILE = a.db or os.path.join(tmp, "hotel.db")
    db().executescript(SCHEMA)
    servers = []
    for no in (1, 2):
        s = Server(("127.0.0.1", a.port + no - 1), Handler)
        s.replica = Replica(no)
        REPLICAS.append(s.replica)
        servers.append(s)
    for s in servers:
        threading.Thread(target=s.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    print("replicas on http://127.0.0.1:%d and http://127.0.0.1:%d" % (a.port, a.port + 1), flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
