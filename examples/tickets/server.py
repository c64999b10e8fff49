#!/usr/bin/env python3
"""Ticket sales API, one replica.  Python 3 standard library only."""
import contextlib, hashlib, hmac, json, os, re, sqlite3, sys, threading, time, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
DB = os.environ.get("DB_FILE", os.path.join(HERE, "run", "tickets.db"))
LOG = os.environ.get("LOG_FILE")
REPLICA = os.environ.get("REPLICA", "a")
PORT = int(os.environ.get("PORT", "18301"))
TTL = int(os.environ.get("IDEMPOTENCY_TTL_S", "86400"))
DEFECT = os.environ.get("DEFECT", "")
VARIANT = os.environ.get("VARIANT", "")
ADMIN_SECRET = os.environ.get("ADMIN_SECRET", "stage-door-3")
WEBHOOK_SECRET = os.environ.get("WEBHOOK_SECRET", "whsec_three").encode()
LEASE_S = 30.0
WAIT_S = 12.0
CLEANUP_EVERY_S = 2.0
LIST_LAG_S = 0.3

D = lambda name: DEFECT == name
V = lambda name: VARIANT == name

TOKENS = {
    "tok-aurora-alice": ("aurora", "alice", "buyer"),
    "tok-aurora-bob": ("aurora", "bob", "buyer"),
    "tok-aurora-olga": ("aurora", "olga", "manager"),
    "tok-borealis-alice": ("borealis", "alice", "buyer"),
    "tok-borealis-dora": ("borealis", "dora", "manager"),
    "tok-borealis-axel": ("borealis", "axel", "auditor"),
}

SCHEMA = """
CREATE TABLE clock(id INTEGER PRIMARY KEY CHECK(id=1), offset_s REAL NOT NULL);
CREATE TABLE events(tenant TEXT, id TEXT, name TEXT, currency TEXT, price INTEGER, capacity INTEGER, available INTEGER, PRIMARY KEY(tenant,id));
CREATE TABLE wallets(tenant TEXT, user TEXT, currency TEXT, balance INTEGER, reserved INTEGER DEFAULT 0, PRIMARY KEY(tenant,user,currency));
CREATE TABLE ledger(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, currency TEXT, type TEXT, amount INTEGER, ref TEXT, created REAL, real REAL);
CREATE TABLE orders(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, event TEXT, quantity INTEGER, category TEXT, attendee TEXT, note TEXT,
  total INTEGER, currency TEXT, status TEXT, refunded INTEGER DEFAULT 0, payout_status TEXT DEFAULT 'none', payout_seq INTEGER DEFAULT 0, created REAL, real REAL);
CREATE TABLE tickets(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, order_id INTEGER, holder TEXT, email TEXT, version INTEGER, updated REAL, created REAL, real REAL);
CREATE TABLE ticket_cache(id INTEGER PRIMARY KEY, holder TEXT, email TEXT, version INTEGER);
CREATE TABLE refunds(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, order_id INTEGER, amount INTEGER, currency TEXT, reason TEXT, created REAL, real REAL);
CREATE TABLE holds(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, event TEXT, quantity INTEGER, status TEXT, created REAL, real REAL);
CREATE TABLE exports(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, user TEXT, kind TEXT, order_id INTEGER, month TEXT, status TEXT, invoice TEXT, created REAL, real REAL);
CREATE TABLE invoice_seq(id INTEGER PRIMARY KEY CHECK(id=1), n INTEGER);
CREATE TABLE idem(scope TEXT, key TEXT, op TEXT, fp TEXT, state TEXT, status INTEGER, headers TEXT, body BLOB, created REAL, expires REAL, lease REAL, who TEXT, PRIMARY KEY(scope,key));
CREATE TABLE provider_refs(scope TEXT, key TEXT, fp TEXT, ref TEXT, created REAL, PRIMARY KEY(scope,key,fp));
CREATE TABLE provider_plan(id INTEGER PRIMARY KEY AUTOINCREMENT, mode TEXT, remaining INTEGER, delay_ms INTEGER);
CREATE TABLE provider_calls(id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, ref TEXT, outcome TEXT);
CREATE TABLE provider_books(ref TEXT PRIMARY KEY, kind TEXT, amount INTEGER, currency TEXT);
CREATE TABLE webhook_events(dedupe TEXT PRIMARY KEY, created REAL);
CREATE INDEX orders_t ON orders(tenant,user);
CREATE INDEX tickets_o ON tickets(order_id);
"""


def init_db():
    c = sqlite3.connect(DB)
    c.execute("PRAGMA journal_mode=WAL")
    c.executescript(SCHEMA)
    c.execute("INSERT INTO clock VALUES(1,0)")
    c.execute("INSERT INTO invoice_seq VALUES(1,1000)")
    for t in ("aurora", "borealis"):
        for e, n, cur, price, cap in (("ev-jazz", "Jazz Night", "EUR", 1500, 20000), ("ev-rock", "Rock Open Air", "EUR", 4200, 20000),
                                      ("ev-nordic", "Nordic Folk", "SEK", 25000, 20000), ("ev-tiny", "Cellar Gig", "EUR", 500, 3)):
            c.execute("INSERT INTO events VALUES(?,?,?,?,?,?,?)", (t, e, n, cur, price, cap, cap))
    now = time.time()
    for t, u, role in TOKENS.values():
        for cur in ("EUR", "SEK"):
            amount = 1000 if u == "bob" else 50_000_000
            c.execute("INSERT INTO wallets(tenant,user,currency,balance) VALUES(?,?,?,?)", (t, u, cur, amount))
            c.execute("INSERT INTO ledger(tenant,user,currency,type,amount,ref,created,real) VALUES(?,?,?,?,?,?,?,?)",
                      (t, u, cur, "opening", amount, "opening", now, now))
    c.commit()
    c.close()


# ---------------------------------------------------------------- storage
_tl = threading.local()


def con():
    c = getattr(_tl, "con", None)
    if c is None:
        c = sqlite3.connect(DB, timeout=20, isolation_level=None, check_same_thread=False)
        c.row_factory = sqlite3.Row
        c.execute("PRAGMA synchronous=OFF")
        _tl.con = c
    return c


def close_con():
    c = getattr(_tl, "con", None)
    if c is not None:
        c.close()
        _tl.con = None


@contextlib.contextmanager
def tx():
    c = con()
    c.execute("BEGIN IMMEDIATE")
    try:
        yield c
    except BaseException:
        c.execute("ROLLBACK")
        raise
    c.execute("COMMIT")


def one(sql, *a):
    return con().execute(sql, a).fetchone()


def clock():
    return time.time() + one("SELECT offset_s FROM clock")[0]


def iso(t):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(t)) + ".%03dZ" % int((t % 1) * 1000)


def ledger(c, tenant, user, cur, typ, amount, ref):
    c.execute("INSERT INTO ledger(tenant,user,currency,type,amount,ref,created,real) VALUES(?,?,?,?,?,?,?,?)",
              (tenant, user, cur, typ, amount, ref, clock(), time.time()))


# ---------------------------------------------------------------- replies
class Reply(Exception):
    def __init__(self, status, body=None, headers=None, raw=None, ctype="application/json"):
        self.status, self.headers, self.ctype = status, dict(headers or {}), ctype
        self.body = raw if raw is not None else (b"" if body is None else json.dumps(body, ensure_ascii=False).encode())


class Err(Reply):
    def __init__(self, status, code, message, headers=None, outcome="rejected", extra=None):
        self.code, self.outcome = code, outcome
        if V("problem_json"):
            b = {"type": "https://errors.tickets.example/" + code, "title": message, "status": status, "code": code}
            b.update(extra or {})
            super().__init__(status, b, headers, ctype="application/problem+json")
        else:
            e = {"code": code, "message": message}
            e.update(extra or {})
            super().__init__(status, {"error": e}, headers)


class Decline(Err):
    pass


# ---------------------------------------------------------------- metrics, log
_m = {}
_mlock = threading.Lock()


def count(name, **labels):
    k = name + "{" + ",".join('%s="%s"' % kv for kv in sorted(labels.items())) + "}"
    with _mlock:
        _m[k] = _m.get(k, 0) + 1


_loglock = threading.Lock()
_logf = open(LOG, "a", buffering=1) if LOG else sys.stderr


def log(**kw):
    line = json.dumps(dict(ts=iso(time.time()), replica=REPLICA, **kw), ensure_ascii=False)
    with _loglock:
        _logf.write(line + "\n")


# ---------------------------------------------------------------- payment provider (simulated, its books are shared)
class ProviderError(Exception):
    pass


class ProviderLost(Exception):
    pass


def provider(kind, ref, amount=0, cur=""):
    """One call over the wire.  The provider itself executes a reference at most once."""
    with tx() as c:
        plan = c.execute("SELECT * FROM provider_plan WHERE remaining>0 ORDER BY id LIMIT 1").fetchone()
        if plan:
            c.execute("UPDATE provider_plan SET remaining=remaining-1 WHERE id=?", (plan["id"],))
    mode, delay = (plan["mode"], plan["delay_ms"]) if plan else ("ok", 0)
    if delay:
        time.sleep(min(delay, 8000) / 1000)
    with tx() as c:
        if mode != "fail" and kind != "verify":
            cur_row = c.execute("INSERT OR IGNORE INTO provider_books VALUES(?,?,?,?)", (ref, kind, amount, cur))
            outcome = "executed" if cur_row.rowcount else "deduplicated"
        else:
            outcome = "error" if mode == "fail" else "executed"
        c.execute("INSERT INTO provider_calls(kind,ref,outcome) VALUES(?,?,?)", (kind, ref, outcome + ("-reply-lost" if mode == "lost" else "")))
    count("provider_calls_total", kind=kind, result="lost" if mode == "lost" else outcome)
    if mode == "fail":
        raise ProviderError()
    if mode == "lost":
        raise ProviderLost()


_mem_refs = {}


def provider_ref(op, scope, key, fp):
    if D("provider_ref_in_memory") and op == "topup":
        return _mem_refs.setdefault((scope, key, fp), "pr_" + uuid.uuid4().hex[:16])
    with tx() as c:
        now = clock()
        r = c.execute("SELECT * FROM provider_refs WHERE scope=? AND key=? AND fp=?", (scope, key, fp)).fetchone()
        if r and r["created"] + TTL > now:
            return r["ref"]
        ref = "pr_" + uuid.uuid4().hex[:16]
        c.execute("INSERT OR REPLACE INTO provider_refs VALUES(?,?,?,?,?)", (scope, key, fp, ref, now))
        return ref


# ---------------------------------------------------------------- idempotency store
def fingerprint(op, body):
    b = dict(body)
    if D("fingerprint_skips_category") and op == "order":
        b = {k: v for k, v in b.items() if k in ("quantity", "attendee", "note")}
    text = json.dumps(b, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if D("refund_fingerprint_ascii") and op == "refund":
        return hashlib.sha256(text.encode("ascii", "ignore")).hexdigest()
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_resp_cache = {}
_local_busy = set()
_local_lock = threading.Lock()


class Ctx:
    def __init__(self, op, scope, key, fp):
        self.op, self.scope, self.key, self.fp = op, scope, key, fp
        self.token = uuid.uuid4().hex
        self.created = None

    def claim(self):
        """-> (what, row): run | replay | busy | mismatch"""
        local = D("refund_lock_per_process") and self.op == "refund"
        with tx() as c:
            now, wall = clock(), time.time()
            r = c.execute("SELECT * FROM idem WHERE scope=? AND key=?", (self.scope, self.key)).fetchone()
            if r and r["state"] == "done" and now >= r["expires"]:
                c.execute("DELETE FROM idem WHERE scope=? AND key=?", (self.scope, self.key))
                r = None
            if D("response_cache_ignores_expiry"):
                hit = _resp_cache.get((self.scope, self.key))
                if hit and r is None:
                    r = hit
            if r and D("decline_revalidated") and r["state"] == "done" and r["status"] == 402 and r["fp"] == self.fp:
                ten, usr = self.scope.split("|")[:2]
                if c.execute("SELECT 1 FROM ledger WHERE tenant=? AND user=? AND amount>0 AND created>?", (ten, usr, r["created"])).fetchone():
                    c.execute("DELETE FROM idem WHERE scope=? AND key=?", (self.scope, self.key))
                    r = None
            if r is None:
                self.created = now
                if local:
                    with _local_lock:
                        if (self.scope, self.key) in _local_busy:
                            return "busy", None
                        _local_busy.add((self.scope, self.key))
                    return "run", None
                if D("topup_claim_after_provider") and self.op == "topup":
                    return "run", None
                c.execute("INSERT INTO idem VALUES(?,?,?,?,?,?,?,?,?,?,?,?)",
                          (self.scope, self.key, self.op, self.fp, "in_progress", None, None, None, now, now + TTL, wall + LEASE_S, self.token))
                return "run", None
            if r["fp"] != self.fp:
                return "mismatch", r
            if r["state"] == "in_progress":
                if r["lease"] < wall:
                    self.created = r["created"]
                    c.execute("UPDATE idem SET lease=?, who=? WHERE scope=? AND key=?", (wall + LEASE_S, self.token, self.scope, self.key))
                    return "run", None
                return "busy", r
            if D("replay_extends_lifetime"):
                c.execute("UPDATE idem SET expires=? WHERE scope=? AND key=?", (now + TTL, self.scope, self.key))
            return "replay", r

    def state(self):
        r = one("SELECT state FROM idem WHERE scope=? AND key=?", self.scope, self.key)
        return r and r[0]

    def store(self, c, reply):
        row = dict(scope=self.scope, key=self.key, op=self.op, fp=self.fp, state="done", status=reply.status,
                   headers=json.dumps(dict(reply.headers, **{"Content-Type": reply.ctype})), body=reply.body, created=self.created,
                   expires=self.created + TTL, lease=0, who=self.token)
        c.execute("INSERT OR REPLACE INTO idem VALUES(:scope,:key,:op,:fp,:state,:status,:headers,:body,:created,:expires,:lease,:who)", row)
        if D("response_cache_ignores_expiry"):
            _resp_cache[(self.scope, self.key)] = row

    def release(self):
        with _local_lock:
            _local_busy.discard((self.scope, self.key))
        scope = self.scope
        if D("refund_claim_leak") and self.op == "refund":
            scope = scope.rsplit("/", 1)[0]          # built from the order's path, not the refund's
        with tx() as c:
            c.execute("DELETE FROM idem WHERE scope=? AND key=? AND who=? AND state='in_progress'", (scope, self.key, self.token))


def cleanup():
    with tx() as c:
        now = clock()
        n = c.execute("DELETE FROM idem WHERE state='done' AND expires<=?", (now,)).rowcount
        if D("cleanup_purges_topups_early"):
            n += c.execute("DELETE FROM idem WHERE op='topup' AND state='done' AND created<=?", (now - 3600,)).rowcount
        if D("cleanup_drops_inflight"):
            n += c.execute("DELETE FROM idem WHERE status IS NULL").rowcount
        c.execute("DELETE FROM provider_refs WHERE created<=?", (now - TTL,))
    return n


def cleanup_loop():
    while True:
        time.sleep(CLEANUP_EVERY_S)
        try:
            cleanup()
        except sqlite3.Error:
            pass


# ---------------------------------------------------------------- views
def I(prefix, n):
    return n if V("integer_ids") else "%s_%06d" % (prefix, n)


def unid(prefix, s):
    m = re.fullmatch(r"(?:%s_)?0*(\d{1,12})" % prefix, str(s))
    return int(m.group(1)) if m else -1


def v_order(r):
    o = {"id": I("ord", r["id"]), "event": r["event"], "buyer": r["user"], "quantity": r["quantity"], "category": r["category"], "attendee": r["attendee"],
         "note": r["note"], "total": r["total"], "currency": r["currency"], "status": r["status"], "refunded": r["refunded"],
         "payout_status": r["payout_status"], "created_at": iso(r["created"])}
    o["tickets"] = [I("tic", t[0]) for t in con().execute("SELECT id FROM tickets WHERE order_id=? ORDER BY id", (r["id"],))]
    return o


def v_refund(r):
    return {"id": I("ref", r["id"]), "order_id": I("ord", r["order_id"]), "amount": r["amount"], "currency": r["currency"], "reason": r["reason"],
            "requested_by": r["user"], "created_at": iso(r["created"])}


def v_ticket(r):
    return {"id": I("tic", r["id"]), "order_id": I("ord", r["order_id"]), "holder": r["holder"], "email": r["email"], "version": r["version"]}


def v_hold(r):
    return {"id": I("hld", r["id"]), "event": r["event"], "quantity": r["quantity"], "status": r["status"], "created_at": iso(r["created"])}


def v_export(r):
    return {"id": I("exp", r["id"]), "kind": r["kind"], "order_id": I("ord", r["order_id"]) if r["order_id"] else None, "month": r["month"],
            "requested_by": r["user"], "status": r["status"], "invoice_number": r["invoice"], "created_at": iso(r["created"])}


def v_ledger(r):
    return {"id": I("led", r["id"]), "type": r["type"], "amount": r["amount"], "currency": r["currency"], "ref": r["ref"], "user": r["user"], "created_at": iso(r["created"])}


def etag(r):
    if D("etag_from_seconds"):
        return '"t%d-%d"' % (r["id"], int(r["updated"]))
    return '"t%d-v%d"' % (r["id"], r["version"])


def get_ticket(tid, tenant):
    r = one("SELECT * FROM tickets WHERE id=? AND tenant=?", tid, tenant)
    if r and D("replay_refills_ticket_cache"):
        k = one("SELECT * FROM ticket_cache WHERE id=?", tid)
        if k:
            r = dict(r)
            r.update(holder=k["holder"], email=k["email"], version=k["version"])
    return r


# ---------------------------------------------------------------- export worker
def run_export(eid):
    def job():
        time.sleep(0.4)
        try:
            with tx() as c:
                c.execute("UPDATE invoice_seq SET n=n+1")
                n = c.execute("SELECT n FROM invoice_seq").fetchone()[0]
                c.execute("UPDATE exports SET status='finished', invoice=? WHERE id=?", ("INV-%05d" % n, eid))
            log(event="export_finished", export=I("exp", eid), invoice="INV-%05d" % n)
        finally:
            close_con()
    threading.Thread(target=job, daemon=True).start()


# ---------------------------------------------------------------- HTTP
class H(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536
    server_version = "tickets/3"
    timeout = 60

    def log_message(self, *a):
        pass

    def finish(self):
        try:
            super().finish()
        finally:
            close_con()

    def go(self):
        t0 = time.time()
        self.who = None
        self.outcome, self.op, self.key = "ok", None, None
        self.rid = uuid.uuid4().hex
        n = self.headers.get("Content-Length") or "0"
        chunked = "Transfer-Encoding" in self.headers
        if not n.isdigit() or int(n) > 65536 or chunked:
            self.close_connection = True
            n = "0"
        self.raw = self.rfile.read(int(n))
        bad_framing = self.close_connection and (chunked or n == "0" and self.headers.get("Content-Length", "0") != "0")
        if V("slow"):
            time.sleep(0.12 + (hash(self.rid) % 90) / 1000)
        u = urlsplit(self.path)
        self.p, self.q = u.path, dict(parse_qsl(u.query))
        try:
            if bad_framing:
                raise Err(411 if chunked else 413, "bad_framing", "send a Content-Length of at most 65536")
            r = self.route()
        except Err as e:
            r = e
            if self.outcome == "ok":
                self.outcome = e.outcome
        except Reply as e:
            r = e
        except Exception as e:
            import traceback
            traceback.print_exc()
            r = Err(500, "internal_error", "unexpected error")
            self.outcome = "failed"
        if not self.p.startswith(("/metrics", "/healthz")):
            self.account(r, t0)
        try:
            self.send(r)
        except OSError:                      # the client has gone; the work is done and recorded
            self.close_connection = True

    def account(self, r, t0):
        count("http_requests_total", method=self.command, code=r.status)
        if self.op:
            count("idempotency_requests_total", op=self.op, outcome=self.outcome)
        log(request_id=self.rid, method=self.command, path=self.p, status=r.status, tenant=self.who and self.who[0], user=self.who and self.who[1],
            op=self.op, key_hash=self.key and hashlib.sha256(self.key.encode()).hexdigest()[:12], outcome=self.outcome, ms=round((time.time() - t0) * 1000, 1))

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = go

    def send(self, r):
        body = r.body
        hd = dict(r.headers)
        ct = hd.pop("Content-Type", r.ctype)
        if V("trace_in_body") and body[:1] == b"{":
            o = json.loads(body)
            o["meta"] = {"trace_id": uuid.uuid4().hex, "served_at": iso(time.time()), "replica": REPLICA}
            body = json.dumps(o, ensure_ascii=False).encode()
        self.send_response(r.status)
        if r.status != 204:
            self.send_header("Content-Type", ct)
            self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Request-Id", self.rid)
        for k, v in hd.items():
            self.send_header(k.lower() if V("extra_headers") else k, v)
        if V("extra_headers"):
            for k, v in (("Vary", "Authorization, Accept"), ("Cache-Control", "no-store, private"), ("X-RateLimit-Remaining", str(900 - int(time.time()) % 60)),
                         ("Set-Cookie", "lb=%s; Path=/; HttpOnly" % REPLICA), ("Server-Timing", "app;dur=%d" % (hash(self.rid) % 50)), ("X-Served-By", "replica-" + REPLICA)):
                self.send_header(k, v)
        self.end_headers()
        if r.status != 204:
            self.wfile.write(body)
        self.wfile.flush()

    # ---- helpers
    def auth(self, write=False):
        a = self.headers.get("Authorization") or ""
        who = TOKENS.get(a[7:]) if a.startswith("Bearer ") else None
        if not who:
            self.outcome = "denied"
            raise Err(401, "unauthorized", "missing or unknown token", {"WWW-Authenticate": "Bearer"})
        self.who = self.tenant, self.user, self.role = who
        if write and self.role == "auditor":
            self.outcome = "denied"
            raise Err(403, "forbidden", "role auditor is read only")

    def json(self, spec):
        """spec: name -> (check, default or ...)"""
        if (self.headers.get("Content-Type") or "").split(";")[0].strip() != "application/json":
            raise Err(415, "unsupported_media_type", "use application/json")
        try:
            b = json.loads(self.raw.decode("utf-8"))
            json.dumps(b, ensure_ascii=False).encode("utf-8")
        except ValueError:
            raise Err(400, "malformed_json", "body is not JSON in UTF-8")
        if not isinstance(b, dict):
            raise Err(400, "validation_failed", "body must be an object")
        out, bad = {}, [k for k in b if k not in spec]
        for k, (check, default) in spec.items():
            v = b.get(k, default)
            if v is ... or (v != default or k in b) and not check(v):
                bad.append(k)
            out[k] = v
        if bad:
            raise Err(400, "validation_failed", "invalid members: " + ", ".join(sorted(bad)), extra={"fields": sorted(bad)})
        return out

    def need_key(self, required=True):
        ks = self.headers.get_all("Idempotency-Key") or [None]
        if len(ks) > 1:
            raise Err(400, "idempotency_key_invalid", "one Idempotency-Key only")
        k = ks[0]
        if k is None and not required:
            return None
        if k is None:
            raise Err(400, "idempotency_key_missing", "Idempotency-Key header required")
        if not re.fullmatch(r"[\x21-\x7e]{1,128}", k):
            raise Err(400, "idempotency_key_invalid", "1 to 128 visible ASCII characters")
        return k

    def listing(self, table, view, filters, where="", args=(), mine=True):
        sql, a = "SELECT * FROM %s WHERE tenant=?" % table, [self.tenant]
        if self.role == "buyer" and mine:
            sql, a = sql + " AND user=?", a + [self.user]
        for f, (col, conv) in filters.items():
            if f in self.q:
                sql, a = sql + " AND %s=?" % col, a + [conv(self.q[f])]
        if where:
            sql, a = sql + " AND " + where, a + list(args)
        if "after" in self.q:
            sql, a = sql + " AND id<?", a + [unid("[a-z]{3}", self.q["after"])]
        if V("lagging_lists"):
            sql, a = sql + " AND real<=?", a + [time.time() - LIST_LAG_S]
        try:
            lim = max(1, min(500, int(self.q.get("limit", "100"))))
        except ValueError:
            raise Err(400, "validation_failed", "limit")
        rows = con().execute(sql + " ORDER BY id DESC LIMIT ?", a + [lim + 1]).fetchall()
        return Reply(200, {"data": [view(r) for r in rows[:lim]], "has_more": len(rows) > lim})

    def own(self, table, n, label):
        r = one("SELECT * FROM %s WHERE id=? AND tenant=?" % table, n, self.tenant)
        if r is None or (self.role == "buyer" and r["user"] != self.user) or (table == "orders" and r["status"] == "pending"):
            raise Err(404, "not_found", "no such " + label)
        return r

    # ---- the idempotent wrapper
    def idempotent(self, op, key, body, work, wait=False):
        self.op, self.key = op, key
        tenant = "" if (D("export_scope_without_tenant") and op == "export") else self.tenant
        fp = fingerprint(op, body)
        if key is None:
            ctx = Ctx(op, "none|" + uuid.uuid4().hex, uuid.uuid4().hex, fp)
            ctx.created = clock()
            self.outcome = "executed"
            ctx.store = lambda c, r: None
            try:
                return work(ctx)
            except Err as e:
                self.outcome = "declined" if isinstance(e, Decline) else "failed" if e.status >= 500 else "rejected"
                raise
        ctx = Ctx(op, "|".join((tenant, self.user, op, self.p)), key, fp)
        what, row = ctx.claim()
        if what == "busy" and (wait or V("waiting_duplicates")):
            end = time.time() + WAIT_S
            while what == "busy" and time.time() < end:
                time.sleep(0.05)
                if D("waiters_skip_claim"):
                    st = ctx.state()
                    if st == "in_progress":
                        continue
                    if st is None:
                        ctx.created = clock()
                        what, row = "run", None
                        break
                what, row = ctx.claim()
        if what == "mismatch":
            self.outcome = "replayed" if D("mismatch_counted_as_replay") else "mismatch"
            if D("mismatch_drops_record"):
                with tx() as c:
                    c.execute("DELETE FROM idem WHERE scope=? AND key=? AND state='done'", (ctx.scope, key))
            raise Err(422, "idempotency_payload_mismatch", "this key was used with another payload")
        if what == "busy":
            self.outcome = "in_progress"
            raise Err(409, "idempotency_in_progress", "a request with this key is being processed", {"Retry-After": "1"})
        if what == "replay":
            self.outcome = "replayed"
            return self.replay(op, row)
        try:
            r = work(ctx)
            self.outcome = "executed"
            if D("refund_lock_per_process"):
                with _local_lock:
                    _local_busy.discard((ctx.scope, key))
            return r
        except Decline as e:
            self.outcome = "declined"
            with tx() as c:
                ctx.store(c, e)
            with _local_lock:
                _local_busy.discard((ctx.scope, key))
            raise
        except Err as e:
            self.outcome = "failed" if e.status >= 500 else "rejected"
            ctx.release()
            raise
        except BaseException:
            ctx.release()
            raise

    def replay(self, op, row):
        hd = json.loads(row["headers"])
        hd["Idempotency-Replayed"] = "true"
        body = bytes(row["body"])
        if D("order_replay_rebuilt") and op == "order" and row["status"] == 201:
            oid = unid("ord", json.loads(body)["id"])
            body = json.dumps(v_order(one("SELECT * FROM orders WHERE id=?", oid)), ensure_ascii=False).encode()
        if D("refund_replay_books_ledger") and op == "refund" and row["status"] == 201:
            b = json.loads(body)
            o = one("SELECT * FROM orders WHERE id=?", unid("ord", b["order_id"]))
            with tx() as c:
                ledger(c, o["tenant"], o["user"], b["currency"], "refund", b["amount"], str(b["id"]))
        if D("export_replay_restarts_job") and op == "export" and row["status"] == 202:
            run_export(unid("exp", json.loads(body)["id"]))
        if D("replay_refills_ticket_cache") and op == "transfer" and row["status"] == 200:
            b = json.loads(body)
            with tx() as c:
                c.execute("INSERT OR REPLACE INTO ticket_cache VALUES(?,?,?,?)", (unid("tic", b["id"]), b["holder"], b["email"], b["version"]))
        return Reply(row["status"], headers=hd, raw=body)

    def call_provider(self, ctx, kind, amount, cur):
        try:
            provider(kind, provider_ref(ctx.op, ctx.scope, ctx.key, ctx.fp), amount, cur)
        except ProviderError:
            raise Err(502, "provider_error", "payment provider failed, retry with the same key")
        except ProviderLost:
            raise Err(504, "provider_timeout", "payment provider did not answer, retry with the same key")

    # ---- routes
    def route(self):
        m, p = self.command, self.p
        if p == "/healthz":
            return Reply(200, {"status": "ok", "replica": REPLICA})
        if p == "/metrics":
            return self.metrics()
        if p.startswith("/_admin/"):
            return self.admin(m, p)
        if p == "/webhooks/payments" and m == "POST":
            return self.webhook()
        for meth, rx, fn in ROUTES:
            g = re.fullmatch(rx, p)
            if g and meth == m:
                self.auth(write=m != "GET")
                return fn(self, *g.groups())
        self.auth()
        if any(re.fullmatch(rx, p) for _, rx, _ in ROUTES):
            raise Err(405, "method_not_allowed", "method not allowed")
        raise Err(404, "not_found", "no such route")

    def metrics(self):
        with _mlock:
            items = sorted(_m.items())
        out, seen = [], set()
        for k, v in items:
            n = k.split("{")[0]
            if n not in seen:
                seen.add(n)
                out.append("# TYPE %s counter" % n)
            out.append("%s %d" % (k, v))
        out.append("# TYPE idempotency_records gauge")
        got = dict(con().execute("SELECT state,COUNT(*) FROM idem GROUP BY state").fetchall())
        for s in ("in_progress", "done"):
            out.append('idempotency_records{state="%s"} %d' % (s, got.get(s, 0)))
        return Reply(200, raw=("\n".join(out) + "\n").encode(), ctype="text/plain; version=0.0.4")

    def admin(self, m, p):
        if not hmac.compare_digest(self.headers.get("X-Admin-Secret") or "", ADMIN_SECRET):
            raise Err(401, "unauthorized", "admin secret")
        b = json.loads(self.raw or b"{}")
        if p == "/_admin/clock":
            if m == "POST":
                s = b.get("advance_seconds")
                if not isinstance(s, (int, float)) or s < 0:
                    raise Err(400, "validation_failed", "advance_seconds")
                with tx() as c:
                    c.execute("UPDATE clock SET offset_s=offset_s+?", (s,))
            return Reply(200, {"now": iso(clock()), "offset_seconds": one("SELECT offset_s FROM clock")[0], "idempotency_ttl_seconds": TTL})
        if p == "/_admin/cleanup" and m == "POST":
            return Reply(200, {"removed": cleanup()})
        if p == "/_admin/provider/plan":
            if m == "POST":
                if b.get("mode") not in ("slow", "fail", "lost") or not isinstance(b.get("calls"), int):
                    raise Err(400, "validation_failed", "mode: slow, fail or lost; calls: integer; delay_ms: integer")
                with tx() as c:
                    c.execute("INSERT INTO provider_plan(mode,remaining,delay_ms) VALUES(?,?,?)", (b["mode"], b["calls"], int(b.get("delay_ms", 0))))
            elif m == "DELETE":
                with tx() as c:
                    c.execute("DELETE FROM provider_plan")
            return Reply(200, {"plan": [dict(r) for r in con().execute("SELECT mode,remaining,delay_ms FROM provider_plan WHERE remaining>0 ORDER BY id")]})
        if p == "/_admin/provider/books":
            return Reply(200, {"data": [dict(r) for r in con().execute("SELECT * FROM provider_books ORDER BY rowid")]})
        if p == "/_admin/provider/calls":
            return Reply(200, {"data": [dict(r) for r in con().execute("SELECT * FROM provider_calls ORDER BY id")]})
        raise Err(404, "not_found", "no such admin route")

    # ---- events, holds
    def event(self, eid):
        r = one("SELECT * FROM events WHERE tenant=? AND id=?", self.tenant, eid)
        if not r:
            raise Err(404, "not_found", "no such event")
        return r

    def get_events(self):
        return Reply(200, {"data": [dict(r) for r in con().execute("SELECT id,name,currency,price,capacity,available FROM events WHERE tenant=?", (self.tenant,))], "has_more": False})

    def get_event(self, eid):
        r = dict(self.event(eid))
        r.pop("tenant")
        return Reply(200, r)

    def post_hold(self, eid):
        e = self.event(eid)
        b = self.json({"quantity": (lambda v: type(v) is int and 1 <= v <= 10, ...)})
        key = self.need_key(required=False)

        def work(ctx):
            with tx() as c:
                if c.execute("UPDATE events SET available=available-? WHERE tenant=? AND id=? AND available>=?", (b["quantity"], self.tenant, eid, b["quantity"])).rowcount == 0:
                    raise Decline(409, "sold_out", "not enough seats left")
                n = c.execute("INSERT INTO holds(tenant,user,event,quantity,status,created,real) VALUES(?,?,?,?,?,?,?)",
                              (self.tenant, self.user, eid, b["quantity"], "active", clock(), time.time())).lastrowid
                r = Reply(201, v_hold(c.execute("SELECT * FROM holds WHERE id=?", (n,)).fetchone()), {"Location": "/holds/%s" % I("hld", n)})
                ctx.store(c, r)
                return r
        return self.idempotent("hold", key, b, work)

    def get_holds(self):
        return self.listing("holds", v_hold, {"event": ("event", str), "status": ("status", str)})

    def get_hold(self, hid):
        return Reply(200, v_hold(self.own("holds", unid("hld", hid), "hold")))

    def delete_hold(self, hid):
        h = self.own("holds", unid("hld", hid), "hold")
        self.op = "hold_release"
        with tx() as c:
            n = c.execute("UPDATE holds SET status='released' WHERE id=? AND status='active'", (h["id"],)).rowcount
            if n or D("hold_delete_frees_twice"):
                c.execute("UPDATE events SET available=available+? WHERE tenant=? AND id=?", (h["quantity"], self.tenant, h["event"]))
        self.outcome = "executed" if n else "noop"
        return Reply(204)

    # ---- orders
    def post_order(self, eid):
        e = self.event(eid)
        key = self.need_key()
        b = self.json({"quantity": (lambda v: type(v) is int and 1 <= v <= 10, ...), "category": (lambda v: v in ("standard", "vip"), "standard"),
                       "attendee": (lambda v: isinstance(v, str) and 1 <= len(v) <= 80, ...), "note": (lambda v: isinstance(v, str) and len(v) <= 200, "")})
        total = e["price"] * b["quantity"] * (2 if b["category"] == "vip" else 1)
        cur = e["currency"]
        W = (self.tenant, self.user, cur)

        def work(ctx):
            with tx() as c:
                if c.execute("UPDATE events SET available=available-? WHERE tenant=? AND id=? AND available>=?", (b["quantity"], self.tenant, eid, b["quantity"])).rowcount == 0:
                    raise Decline(409, "sold_out", "not enough seats left")
                if c.execute("UPDATE wallets SET reserved=reserved+? WHERE tenant=? AND user=? AND currency=? AND balance-reserved>=?", (total, *W, total)).rowcount == 0:
                    raise Decline(402, "insufficient_funds", "wallet does not cover the order")
                oid = c.execute("INSERT INTO orders(tenant,user,event,quantity,category,attendee,note,total,currency,status,created,real) VALUES(?,?,?,?,?,?,?,?,?,'pending',?,?)",
                                (self.tenant, self.user, eid, b["quantity"], b["category"], b["attendee"], b["note"], total, cur, clock(), time.time())).lastrowid
            try:
                self.call_provider(ctx, "authorize", total, cur)
            except Err:
                with tx() as c:
                    c.execute("DELETE FROM orders WHERE id=?", (oid,))
                    c.execute("UPDATE wallets SET reserved=reserved-? WHERE tenant=? AND user=? AND currency=?", (total, *W))
                    if not D("failed_order_keeps_seats"):
                        c.execute("UPDATE events SET available=available+? WHERE tenant=? AND id=?", (b["quantity"], self.tenant, eid))
                raise
            with tx() as c:
                now, wall = clock(), time.time()
                c.execute("UPDATE orders SET status='confirmed', created=?, real=? WHERE id=?", (now, wall, oid))
                c.execute("UPDATE wallets SET reserved=reserved-?, balance=balance-? WHERE tenant=? AND user=? AND currency=?", (total, total, *W))
                for _ in range(b["quantity"]):
                    c.execute("INSERT INTO tickets(tenant,user,order_id,holder,email,version,updated,created,real) VALUES(?,?,?,?,'',1,?,?,?)",
                              (self.tenant, self.user, oid, b["attendee"], wall, now, wall))
                ledger(c, *W, "order", -total, str(I("ord", oid)))
                r = Reply(201, v_order(c.execute("SELECT * FROM orders WHERE id=?", (oid,)).fetchone()), {"Location": "/orders/%s" % I("ord", oid)})
                ctx.store(c, r)
                return r
        return self.idempotent("order", key, b, work)

    def get_orders(self):
        return self.listing("orders", v_order, {"event": ("event", str), "attendee": ("attendee", str), "currency": ("currency", str), "payout_status": ("payout_status", str)}, "status='confirmed'")

    def get_order(self, oid):
        return Reply(200, v_order(self.own("orders", unid("ord", oid), "order")))

    # ---- refunds
    def post_refund(self, oid):
        o = self.own("orders", unid("ord", oid), "order")
        key = self.need_key()
        b = self.json({"amount": (lambda v: type(v) is int and 1 <= v <= 10 ** 9, ...), "currency": (lambda v: isinstance(v, str), ...),
                       "reason": (lambda v: isinstance(v, str) and len(v) <= 200, "")})
        if b["currency"] != o["currency"]:
            raise Err(400, "validation_failed", "currency differs from the order's", extra={"fields": ["currency"]})

        def work(ctx):
            with tx() as c:
                if c.execute("UPDATE orders SET refunded=refunded+? WHERE id=? AND refunded+?<=total", (b["amount"], o["id"], b["amount"])).rowcount == 0:
                    raise Decline(409, "refund_exceeds_total", "the refunds would exceed the order's total")
            try:
                self.call_provider(ctx, "refund", b["amount"], b["currency"])
            except Err:
                with tx() as c:
                    c.execute("UPDATE orders SET refunded=refunded-? WHERE id=?", (b["amount"], o["id"]))
                raise
            with tx() as c:
                rid = c.execute("INSERT INTO refunds(tenant,user,order_id,amount,currency,reason,created,real) VALUES(?,?,?,?,?,?,?,?)",
                                (self.tenant, self.user, o["id"], b["amount"], b["currency"], b["reason"], clock(), time.time())).lastrowid
                c.execute("UPDATE wallets SET balance=balance+? WHERE tenant=? AND user=? AND currency=?", (b["amount"], self.tenant, o["user"], b["currency"]))
                ledger(c, self.tenant, o["user"], b["currency"], "refund", b["amount"], str(I("ref", rid)))
                r = Reply(201, v_refund(c.execute("SELECT * FROM refunds WHERE id=?", (rid,)).fetchone()), {"Location": "/refunds/%s" % I("ref", rid)})
                ctx.store(c, r)
                return r
        return self.idempotent("refund", key, b, work)

    def get_order_refunds(self, oid):
        o = self.own("orders", unid("ord", oid), "order")
        return self.listing("refunds", v_refund, {}, "order_id=?", (o["id"],), mine=False)

    def get_refunds(self):
        return self.listing("refunds", v_refund, {"order_id": ("order_id", lambda s: unid("ord", s)), "currency": ("currency", str)})

    def get_refund(self, rid):
        return Reply(200, v_refund(self.own("refunds", unid("ref", rid), "refund")))

    # ---- wallet
    def post_topup(self):
        if (self.headers.get("Content-Type") or "").split(";")[0].strip() != "application/x-www-form-urlencoded":
            raise Err(415, "unsupported_media_type", "use application/x-www-form-urlencoded")
        try:
            pairs = parse_qsl(self.raw.decode("ascii"), keep_blank_values=True, strict_parsing=bool(self.raw))
        except ValueError:
            raise Err(400, "validation_failed", "malformed form")
        f = dict(pairs)
        bad = [k for k in f if k not in ("request_id", "amount", "currency", "note")]
        if not re.fullmatch(r"[\x21-\x7e]{1,128}", f.get("request_id", "")):
            bad.append("request_id")
        if not re.fullmatch(r"[0-9]{1,6}\.[0-9]{2}", f.get("amount", "")) or float(f["amount"]) < 1:
            bad.append("amount")
        if f.get("currency") not in ("EUR", "SEK"):
            bad.append("currency")
        if len(pairs) != len(f):
            bad.append("repeated field")
        if bad:
            raise Err(400, "validation_failed", "invalid fields: " + ", ".join(sorted(bad)), extra={"fields": sorted(bad)})
        key = f.pop("request_id")
        amount, cur = int(f["amount"].replace(".", "")), f["currency"]

        def work(ctx):
            self.call_provider(ctx, "charge", amount, cur)
            with tx() as c:
                tid = "top_" + uuid.uuid4().hex[:12]
                c.execute("UPDATE wallets SET balance=balance+? WHERE tenant=? AND user=? AND currency=?", (amount, self.tenant, self.user, cur))
                ledger(c, self.tenant, self.user, cur, "topup", amount, tid)
                bal = c.execute("SELECT balance FROM wallets WHERE tenant=? AND user=? AND currency=?", (self.tenant, self.user, cur)).fetchone()[0]
                r = Reply(201, {"id": tid, "amount": f["amount"], "currency": cur, "balance_after": bal})
                ctx.store(c, r)
                return r
        return self.idempotent("topup", key, f, work, wait=True)

    def get_wallet(self):
        return Reply(200, {"user": self.user, "wallets": [{"currency": r["currency"], "balance": r["balance"], "reserved": r["reserved"]} for r in
                     con().execute("SELECT * FROM wallets WHERE tenant=? AND user=? ORDER BY currency", (self.tenant, self.user))]})

    def get_ledger(self):
        return self.listing("ledger", v_ledger, {"type": ("type", str), "currency": ("currency", str), "ref": ("ref", str), "user": ("user", str)})

    # ---- tickets
    def ticket(self, tid):
        self.own("tickets", unid("tic", tid), "ticket")
        return get_ticket(unid("tic", tid), self.tenant)

    def get_ticket(self, tid):
        r = self.ticket(tid)
        return Reply(200, v_ticket(r), {"ETag": etag(r)})

    def get_tickets(self):
        return self.listing("tickets", v_ticket, {"order_id": ("order_id", lambda s: unid("ord", s)), "holder": ("holder", str)})

    def patch_ticket(self, tid):
        r0 = self.ticket(tid)
        key = self.need_key(required=False)
        b = self.json({"holder": (lambda v: isinstance(v, str) and 1 <= len(v) <= 80, ...), "email": (lambda v: isinstance(v, str) and len(v) <= 120, "")})
        im = self.headers.get("If-Match")
        if im is None:
            raise Err(428, "precondition_required", "If-Match required")
        if D("precondition_before_replay") and im != etag(r0):
            raise Err(412, "precondition_failed", "the ticket has changed")

        def work(ctx):
            with tx() as c:
                r = get_ticket(r0["id"], self.tenant)
                if im != etag(r):
                    raise Err(412, "precondition_failed", "the ticket has changed")
                c.execute("UPDATE tickets SET holder=?, email=?, version=?, updated=? WHERE id=?", (b["holder"], b["email"], r["version"] + 1, time.time(), r["id"]))
                if D("replay_refills_ticket_cache"):
                    c.execute("INSERT OR REPLACE INTO ticket_cache VALUES(?,?,?,?)", (r["id"], b["holder"], b["email"], r["version"] + 1))
                n = c.execute("SELECT * FROM tickets WHERE id=?", (r["id"],)).fetchone()
                rep = Reply(200, v_ticket(n), {"ETag": etag(n)})
                ctx.store(c, rep)
                return rep
        return self.idempotent("transfer", key, b, work)

    # ---- exports
    def post_export(self):
        key = self.need_key()
        b = self.json({"kind": (lambda v: v in ("invoice", "statement"), ...), "order_id": (lambda v: type(v) in (str, int), None),
                       "month": (lambda v: isinstance(v, str) and re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", v), None)})
        oid = None
        if b["kind"] == "invoice":
            if b["order_id"] is None or b["month"] is not None:
                raise Err(400, "validation_failed", "an invoice needs order_id only", extra={"fields": ["month", "order_id"]})
            oid = self.own("orders", unid("ord", b["order_id"]), "order")["id"]
        elif b["month"] is None or b["order_id"] is not None:
            raise Err(400, "validation_failed", "a statement needs month only", extra={"fields": ["month", "order_id"]})

        def work(ctx):
            with tx() as c:
                n = c.execute("INSERT INTO exports(tenant,user,kind,order_id,month,status,created,real) VALUES(?,?,?,?,?,'pending',?,?)",
                              (self.tenant, self.user, b["kind"], oid, b["month"], clock(), time.time())).lastrowid
                r = Reply(202, v_export(c.execute("SELECT * FROM exports WHERE id=?", (n,)).fetchone()), {"Location": "/exports/%s" % I("exp", n)})
                ctx.store(c, r)
            run_export(n)
            return r
        return self.idempotent("export", key, b, work)

    def get_exports(self):
        return self.listing("exports", v_export, {"status": ("status", str), "kind": ("kind", str), "month": ("month", str), "order_id": ("order_id", lambda s: unid("ord", s))})

    def get_export(self, eid):
        return Reply(200, v_export(self.own("exports", unid("exp", eid), "export")))

    # ---- webhooks from the payment provider
    def webhook(self):
        self.op = "webhook"
        sig = "sha256=" + hmac.new(WEBHOOK_SECRET, self.raw, hashlib.sha256).hexdigest()
        if not hmac.compare_digest((self.headers.get("X-Signature") or "").encode("latin1"), sig.encode()):
            self.outcome = "denied"
            raise Err(401, "bad_signature", "signature does not match")
        try:
            b = json.loads(self.raw)
            eid, did, typ, d = str(b["event_id"]), str(b["delivery_id"]), b["type"], b["data"]
            if typ == "bank_transfer.received":
                w = one("SELECT * FROM wallets WHERE tenant=? AND user=? AND currency=?", d["tenant"], d["user"], d["currency"])
                assert w and type(d["amount"]) is int and d["amount"] > 0
            elif typ == "payout.updated":
                o = one("SELECT * FROM orders WHERE id=? AND tenant=?", unid("ord", d["order_id"]), d["tenant"])
                assert o and type(d["sequence"]) is int and isinstance(d["payout_status"], str)
            else:
                raise KeyError(typ)
        except (ValueError, KeyError, TypeError, AssertionError):
            raise Err(400, "validation_failed", "webhook not understood")
        dedupe = did if D("webhook_dedupe_on_delivery_id") else eid

        def seen():
            return one("SELECT 1 FROM webhook_events WHERE dedupe=?", dedupe)

        def dup():
            self.outcome = "duplicate"
            return Reply(200, {"received": True, "duplicate": True})
        if seen():
            return dup()
        if D("webhook_marked_before_effect"):
            with tx() as c:
                c.execute("INSERT OR IGNORE INTO webhook_events VALUES(?,?)", (dedupe, clock()))
        if typ == "bank_transfer.received":
            try:
                provider("verify", eid)
            except (ProviderError, ProviderLost):
                self.outcome = "failed"
                raise Err(502, "provider_error", "could not verify the event, deliver it again")
        with tx() as c:
            if not D("webhook_marked_before_effect"):
                if c.execute("INSERT OR IGNORE INTO webhook_events VALUES(?,?)", (dedupe, clock())).rowcount == 0:
                    return dup()
            if typ == "bank_transfer.received":
                c.execute("UPDATE wallets SET balance=balance+? WHERE tenant=? AND user=? AND currency=?", (d["amount"], d["tenant"], d["user"], d["currency"]))
                ledger(c, d["tenant"], d["user"], d["currency"], "transfer_in", d["amount"], eid)
            else:
                c.execute("UPDATE orders SET payout_status=?, payout_seq=? WHERE id=?" + ("" if D("payout_out_of_order") else " AND payout_seq<%d" % d["sequence"]),
                          (d["payout_status"], d["sequence"], o["id"]))
        self.outcome = "executed"
        return Reply(200, {"received": True, "duplicate": False})


ROUTES = [
    ("GET", "/events", H.get_events), ("GET", "/events/([^/]+)", H.get_event),
    ("POST", "/events/([^/]+)/orders", H.post_order), ("POST", "/events/([^/]+)/holds", H.post_hold),
    ("GET", "/holds", H.get_holds), ("GET", "/holds/([^/]+)", H.get_hold), ("DELETE", "/holds/([^/]+)", H.delete_hold),
    ("GET", "/orders", H.get_orders), ("GET", "/orders/([^/]+)", H.get_order),
    ("POST", "/orders/([^/]+)/refunds", H.post_refund), ("GET", "/orders/([^/]+)/refunds", H.get_order_refunds),
    ("GET", "/refunds", H.get_refunds), ("GET", "/refunds/([^/]+)", H.get_refund),
    ("POST", "/wallet/topups", H.post_topup), ("GET", "/wallet", H.get_wallet), ("GET", "/wallet/ledger", H.get_ledger),
    ("GET", "/tickets", H.get_tickets), ("GET", "/tickets/([^/]+)", H.get_ticket), ("PATCH", "/tickets/([^/]+)", H.patch_ticket),
    ("POST", "/exports", H.post_export), ("GET", "/exports", H.get_exports), ("GET", "/exports/([^/]+)", H.get_export),
]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    allow_reuse_address = True


if __name__ == "__main__":
    if sys.argv[1:] == ["--init"]:
        init_db()
        sys.exit(0)
    if REPLICA == "a":
        threading.Thread(target=cleanup_loop, daemon=True).start()
    log(event="started", port=PORT)
    Server(("127.0.0.1", PORT), H).serve_forever()
