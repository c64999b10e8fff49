#!/usr/bin/env python3
"""Freight: shipment-booking API.  Start one process per replica; all share one SQLite file."""
import hashlib
import hmac
import json
import os
import re
import secrets
import signal
import socket
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("FREIGHT_PORT", "8081"))
REPLICA = int(os.environ.get("FREIGHT_REPLICA", "1"))
DB_FILE = os.environ.get("FREIGHT_DB", "freight.sqlite")
LOG_FILE = os.environ.get("FREIGHT_LOG", "freight.jsonl")
PROVIDER_URL = os.environ.get("PROVIDER_URL", "http://127.0.0.1:8083").rstrip("/")
WEBHOOK_SECRET = os.environ.get("FREIGHT_WEBHOOK_SECRET", "whsec_demo_carrier").encode()
KEY_LIFETIME = 120          # seconds on the service clock
LEASE = 4                   # seconds on the service clock
PROVIDER_TIMEOUT = 1.5
MAX_BODY = 64 * 1024
LABEL_SECONDS = 0.4
RATE_LIMIT = 100            # writes per tenant and second
OPENING_BALANCE = 1_000_000
SIGNATURE_TOLERANCE = 300
BOOT = secrets.token_hex(4)

DEFECT = os.environ.get("DEFECT", "")
VARIANT = os.environ.get("VARIANT", "")

TOKENS = {
    "tok_acme_anna": ("acme", "anna"),
    "tok_acme_bert": ("acme", "bert"),
    "tok_boreal_cleo": ("boreal", "cleo"),
    "tok_cobalt_dana": ("cobalt", "dana"),
}
MEDIA_JSON = "application/json"
MEDIA_VENDOR = "application/vnd.freight.v1+json"
KEY_PATTERN = re.compile(r"^[A-Za-z0-9_.:-]{10,64}$")
H_KEY, H_OUTCOME = "Freight-Once-Key", "Freight-Once-Outcome"
H_EXPIRES, H_ORIGINAL = "Freight-Once-Expires", "Freight-Once-Original-Request"


def flaw(name):
    return DEFECT == name


def variant(name):
    return VARIANT == name


# --------------------------------------------------------------------------- store

SCHEMA = """
CREATE TABLE IF NOT EXISTS staging(name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS once_keys(
  scope TEXT, key TEXT, op TEXT, path TEXT, fingerprint TEXT, state TEXT, fence TEXT,
  lease_until REAL, claimed_at REAL, replica INTEGER, boot TEXT, request_id TEXT,
  status INTEGER, headers TEXT, body BLOB, replays INTEGER DEFAULT 0,
  PRIMARY KEY(scope, key));
CREATE TABLE IF NOT EXISTS shipments(
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, tenant TEXT, version INTEGER, doc TEXT,
  deleted INTEGER DEFAULT 0, charge_amount INTEGER, charged INTEGER DEFAULT 0,
  carrier_seq INTEGER DEFAULT 0, stamp REAL);
CREATE TABLE IF NOT EXISTS cancellations(
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, tenant TEXT, shipment TEXT, doc TEXT, stamp REAL);
CREATE TABLE IF NOT EXISTS label_jobs(
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, tenant TEXT, shipment TEXT, format TEXT,
  created REAL, ready REAL, fails INTEGER, label TEXT, stamp REAL);
CREATE TABLE IF NOT EXISTS ledger(
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, tenant TEXT, shipment TEXT, kind TEXT,
  amount INTEGER, reference TEXT, at REAL, stamp REAL);
CREATE TABLE IF NOT EXISTS pickups(
  n INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, id TEXT, version INTEGER, doc TEXT, stamp REAL,
  UNIQUE(tenant, id));
CREATE TABLE IF NOT EXISTS quotes(
  n INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT, client_ref TEXT, digest TEXT, doc TEXT, stamp REAL,
  UNIQUE(tenant, client_ref));
CREATE TABLE IF NOT EXISTS events(
  n INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT UNIQUE, tenant TEXT, shipment TEXT, doc TEXT,
  result TEXT, stamp REAL);
CREATE TABLE IF NOT EXISTS rate(tenant TEXT, win INTEGER, n INTEGER, PRIMARY KEY(tenant, win));
"""


def open_db():
    db = sqlite3.connect(DB_FILE, timeout=8, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA synchronous=NORMAL")
    return db


class Tx:
    """BEGIN IMMEDIATE ... COMMIT, rolled back on an exception."""

    def __init__(self, db):
        self.db = db

    def __enter__(self):
        self.db.execute("BEGIN IMMEDIATE")
        return self.db

    def __exit__(self, kind, value, tb):
        self.db.execute("ROLLBACK" if kind else "COMMIT")
        return False


def staging_get(db, name, default=None):
    row = db.execute("SELECT value FROM staging WHERE name=?", (name,)).fetchone()
    return json.loads(row["value"]) if row else default


def staging_set(db, name, value):
    db.execute("INSERT OR REPLACE INTO staging(name, value) VALUES(?, ?)", (name, json.dumps(value)))


def service_now(db):
    return time.time() + staging_get(db, "clock_offset", 0)


def iso(t):
    return datetime.fromtimestamp(t, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_id(prefix):
    if variant("jitter_ids"):
        return prefix + "-" + secrets.token_urlsafe(8 + secrets.randbelow(12)).replace("_", "x")
    return "%s_%s" % (prefix, secrets.token_hex(6))


# --------------------------------------------------------------------------- answers

class Reply:
    def __init__(self, status, doc=None, headers=None, body=None):
        self.status = status
        self.headers = dict(headers or {})
        if body is not None:
            self.body = body
        elif doc is None:
            self.body = b""
        else:
            self.body = render(doc)
        if self.body:
            self.headers.setdefault("Content-Type", MEDIA_JSON)
        self.drop = False


class ApiError(Exception):
    def __init__(self, status, code, message, headers=None, stored=False):
        super().__init__(code)
        self.status, self.code, self.message = status, code, message
        self.headers, self.stored = headers or {}, stored

    def reply(self, request_id):
        return Reply(self.status, {"error": {"code": self.code, "message": self.message,
                                             "request_id": request_id}}, self.headers)


def business(status, code, message):
    """A final refusal: it is kept under the key and replayed."""
    return ApiError(status, code, message, stored=True)


def render(doc):
    if variant("extra_members") and isinstance(doc, dict):
        doc = dict(doc, api_version="1.4", links={"docs": "/docs"})
    if variant("member_order"):
        doc = reorder(doc)
    return (json.dumps(doc) + "\n").encode()


def reorder(value):
    if isinstance(value, dict):
        return {k: reorder(value[k]) for k in sorted(value, reverse=True)}
    if isinstance(value, list):
        return [reorder(v) for v in value]
    return value


# --------------------------------------------------------------------------- metrics and log

class Metrics:
    HELP = {
        "freight_requests_total": "Requests answered.",
        "freight_once_total": "Keyed requests by outcome.",
        "freight_effects_total": "Effects committed by kind.",
        "freight_provider_calls_total": "Calls to the payment provider by result.",
        "freight_webhook_events_total": "Carrier events by result.",
    }

    def __init__(self):
        self.lock = threading.Lock()
        self.values = {}

    def inc(self, name, **labels):
        key = (name, tuple(sorted(labels.items())))
        with self.lock:
            self.values[key] = self.values.get(key, 0) + 1

    def text(self):
        with self.lock:
            values = dict(self.values)
        out = []
        for name, text in self.HELP.items():
            out += ["# HELP %s %s" % (name, text), "# TYPE %s counter" % name]
            for (n, labels), v in sorted(values.items()):
                if n == name:
                    out.append("%s{%s} %d" % (n, ",".join('%s="%s"' % kv for kv in labels), v))
        return "\n".join(out) + "\n"


METRICS = Metrics()
LOG_LOCK = threading.Lock()


def write_log(record):
    line = json.dumps(record) + "\n"
    with LOG_LOCK, open(LOG_FILE, "a", encoding="utf-8") as f:
        f.write(line)


# --------------------------------------------------------------------------- request context

class Ctx:
    def __init__(self, method, target, headers, body):
        self.method, self.headers, self.raw = method, headers, body
        self.path, _, self.query = target.partition("?")
        self.request_id = "req_" + secrets.token_hex(8)
        self.tenant = self.user = self.key = self.op = None
        self.once = "none"
        self.doc = None
        self.media = MEDIA_JSON
        self.db = open_db()
        self.now = service_now(self.db)
        self.aids = {}
        for part in (headers.get("Freight-Staging") or "").split(","):
            name, _, value = part.strip().partition("=")
            if name:
                self.aids[name] = value
        self.recovering = False
        self.claim_replica = REPLICA
        self.effects = []

    def refresh(self):
        self.now = service_now(self.db)
        return self.now

    def param(self, name):
        for pair in self.query.split("&"):
            k, _, v = pair.partition("=")
            if k == name:
                return v
        return None

    def pause(self, name):
        if self.aids.get(name, "").isdigit():
            time.sleep(min(int(self.aids[name]), 10000) / 1000)

    def crash(self, point):
        if self.aids.get("crash") == point:
            os.kill(os.getpid(), signal.SIGKILL)


def authenticate(ctx):
    scheme, _, token = (ctx.headers.get("Authorization") or "").partition(" ")
    if scheme.lower() != "bearer" or token.strip() not in TOKENS:
        raise ApiError(401, "token_invalid", "A valid bearer token is needed.",
                       {"WWW-Authenticate": "Bearer"})
    ctx.tenant, ctx.user = TOKENS[token.strip()]


def rate_limit(ctx):
    with Tx(ctx.db) as db:
        limit, window = staging_get(db, "rate:" + ctx.tenant, [RATE_LIMIT, 1])
        slot = int(ctx.now // window)
        db.execute("INSERT INTO rate VALUES(?, ?, 1) ON CONFLICT(tenant, win) DO UPDATE SET n = n + 1",
                   (ctx.tenant, slot))
        n = db.execute("SELECT n FROM rate WHERE tenant=? AND win=?", (ctx.tenant, slot)).fetchone()["n"]
        db.execute("DELETE FROM rate WHERE tenant=? AND win<>?", (ctx.tenant, slot))
    if n > limit:
        wait = max(1, int((slot + 1) * window - ctx.now + 0.999))
        raise ApiError(429, "too_many_writes", "The write limit of this tenant is used up.",
                       {"Retry-After": str(wait)})


def read_key(ctx):
    values = ctx.headers.get_all(H_KEY) or []
    if not values:
        raise ApiError(400, "once_key_missing", "This operation needs the header %s." % H_KEY)
    if len(values) > 1 or not KEY_PATTERN.match(values[0].strip()):
        raise ApiError(400, "once_key_malformed", "The key must be 10 to 64 of A-Z a-z 0-9 _ . : -")
    ctx.key = values[0].strip()


def read_json(ctx):
    media = (ctx.headers.get("Content-Type") or "").split(";")[0].strip().lower()
    if media not in (MEDIA_JSON, MEDIA_VENDOR):
        raise ApiError(415, "media_type_unsupported", "Send %s or %s." % (MEDIA_JSON, MEDIA_VENDOR))
    ctx.media = media
    try:
        ctx.doc = json.loads(ctx.raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise ApiError(400, "json_malformed", "The body is not valid JSON.")
    if not isinstance(ctx.doc, dict):
        raise ApiError(400, "json_malformed", "The body must be a JSON object.")


def invalid(message):
    return ApiError(422, "body_invalid", message)


def need_text(doc, name, limit=200, optional=False):
    value = doc.get(name)
    if value is None and optional:
        return None
    if not isinstance(value, str) or not (1 <= len(value) <= limit):
        raise invalid("%s must be a text of 1 to %d characters." % (name, limit))
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise invalid("%s must be valid Unicode." % name)
    return value


def need_int(doc, name, low, high):
    value = doc.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not (low <= value <= high):
        raise invalid("%s must be a whole number from %d to %d." % (name, low, high))
    return value


def need_address(doc, name):
    value = doc.get(name)
    if not isinstance(value, dict):
        raise invalid("%s must be an address." % name)
    return {"name": need_text(value, "name"), "city": need_text(value, "city"),
            "postcode": need_text(value, "postcode", 12)}


def need_service(doc):
    if doc.get("service") not in ("standard", "express"):
        raise invalid("service must be standard or express.")
    return doc["service"]


# --------------------------------------------------------------------------- keyed execution

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def fingerprint(ctx):
    doc = ctx.doc
    if flaw("fp_shallow"):
        doc = {k: v for k, v in doc.items() if not isinstance(v, (dict, list))}
    text = canonical(doc)
    if flaw("fp_first_4k") and len(text) > 4096:
        text = text[:4096]
    parts = [ctx.method, ctx.path, text]
    if ctx.method == "PATCH":
        parts.append((ctx.headers.get("If-Match") or "").strip())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def key_scope(ctx):
    if flaw("scope_global"):
        return "*"
    if flaw("scope_user"):
        return ctx.tenant + "/" + ctx.user
    return ctx.tenant


def stored_key(ctx):
    if flaw("maxlen_case_folded") and len(ctx.key) == 64:
        return ctx.key.lower()
    if flaw("label_vendor_media_unkeyed") and ctx.op == "label" and ctx.media == MEDIA_VENDOR:
        return ctx.key + "#" + ctx.request_id
    return ctx.key


def in_progress_error(seconds):
    headers = {"Retry-After": str(max(1, int(seconds + 0.999)))}
    return ApiError(409, "once_in_progress", "A request with this key is being processed.", headers)


class Claim:
    def __init__(self, scope, key, fence, claimed_at):
        self.scope, self.key, self.fence, self.claimed_at = scope, key, fence, claimed_at
        self.where = (scope, key, fence)


def replay(ctx, db, row):
    """The stored answer, byte for byte."""
    ctx.once = "replayed"
    db.execute("UPDATE once_keys SET replays = replays + 1 WHERE scope=? AND key=?", (row["scope"], row["key"]))
    claimed = row["claimed_at"]
    if flaw("lifetime_slides"):
        claimed = ctx.now
        db.execute("UPDATE once_keys SET claimed_at=? WHERE scope=? AND key=?", (claimed, row["scope"], row["key"]))
    if flaw("credit_again_on_other_replica") and row["op"] == "cancel" and row["replica"] != REPLICA:
        done = json.loads(row["body"])
        if row["status"] == 201 and done["credit_cents"]:
            post_ledger(ctx, db, ctx.tenant, done["shipment_id"], "credit", done["credit_cents"], done["id"])
    headers = json.loads(row["headers"])
    if flaw("replay_without_location_etag"):
        headers.pop("Location", None)
        headers.pop("ETag", None)
    reply = Reply(row["status"], headers=headers, body=bytes(row["body"]))
    reply.headers[H_EXPIRES] = iso(claimed + KEY_LIFETIME)
    reply.headers[H_ORIGINAL] = row["request_id"]
    if not (flaw("no_marker_on_replayed_error") and row["status"] >= 400):
        reply.headers[H_OUTCOME] = "replayed"
    return reply


def forgotten(ctx, db, row):
    """True when the record must be treated as if it were not there."""
    if row["state"] == "in_progress" and row["lease_until"] > ctx.now:
        return False
    if row["claimed_at"] + KEY_LIFETIME <= ctx.now:
        return True
    if row["state"] == "done":
        if flaw("third_repeat_books_again") and row["op"] == "book" and row["replays"] >= 2:
            return True
        if (flaw("refusals_lost_on_restart") and row["status"] >= 400 and row["replica"] == REPLICA
                and row["boot"] != BOOT):
            return True
        if flaw("stale_precondition_rechecked") and row["status"] == 412 and row["fingerprint"] == fingerprint(ctx):
            ship = db.execute("SELECT version FROM shipments WHERE id=?", (ctx.path.split("/")[3],)).fetchone()
            return ship is not None and '"v%d"' % ship["version"] == ctx.headers.get("If-Match")
    return False


def claim(ctx):
    """Take the key, or answer from it.  Returns (claim, None) or (None, reply)."""
    scope, key, mark = key_scope(ctx), stored_key(ctx), fingerprint(ctx)
    fence = secrets.token_hex(8)
    with Tx(ctx.db) as db:
        ctx.refresh()
        row = db.execute("SELECT * FROM once_keys WHERE scope=? AND key=?", (scope, key)).fetchone()
        if flaw("inflight_across_tenants") and row is None:
            other = db.execute("SELECT lease_until FROM once_keys WHERE key=? AND state='in_progress' "
                               "AND lease_until>?", (key, ctx.now)).fetchone()
            if other:
                ctx.once = "in_progress"
                raise in_progress_error(other["lease_until"] - ctx.now)
        if row is not None and forgotten(ctx, db, row):
            db.execute("DELETE FROM once_keys WHERE scope=? AND key=?", (scope, key))
            row = None
        if row is None:
            db.execute("INSERT INTO once_keys(scope, key, op, path, fingerprint, state, fence, lease_until, "
                       "claimed_at, replica, boot, request_id) VALUES(?,?,?,?,?,'in_progress',?,?,?,?,?,?)",
                       (scope, key, ctx.op, ctx.path, mark, fence, ctx.now + LEASE, ctx.now, REPLICA, BOOT,
                        ctx.request_id))
            ctx.once = "executed"
            return Claim(scope, key, fence, ctx.now), None
        if row["fingerprint"] != mark and not (flaw("key_unbound_after_5xx") and row["state"] == "open"):
            ctx.once = "reused"
            raise ApiError(422, "once_key_reused", "This key was used for a different request.")
        if row["state"] == "done":
            return None, replay(ctx, db, row)
        if row["state"] == "in_progress":
            if row["lease_until"] > ctx.now or flaw("lease_never_ends"):
                if flaw("second_replica_ignores_inflight") and REPLICA == 2 and row["replica"] != REPLICA:
                    ctx.once = "executed"
                    return Claim(scope, key, row["fence"], row["claimed_at"]), None
                ctx.once = "in_progress"
                raise in_progress_error(row["lease_until"] - ctx.now)
            ctx.recovering, ctx.claim_replica = True, row["replica"]
        ctx.once = "recovered" if ctx.recovering else "executed"
        db.execute("UPDATE once_keys SET state='in_progress', fence=?, lease_until=?, replica=?, boot=?, "
                   "request_id=?, fingerprint=? WHERE scope=? AND key=?",
                   (fence, ctx.now + LEASE, REPLICA, BOOT, ctx.request_id, mark, scope, key))
        return Claim(scope, key, fence, row["claimed_at"]), None


def release(ctx, held):
    """Give the key back without an answer; it stays bound to its fingerprint."""
    with Tx(ctx.db) as db:
        db.execute("UPDATE once_keys SET state='open', lease_until=0 WHERE scope=? AND key=? AND fence=? "
                   "AND state='in_progress'", held.where)
    ctx.once = "released"


def keep_answer(ctx, db, held, reply):
    if flaw("change_not_remembered") and ctx.op == "change" and reply.status == 200:
        db.execute("DELETE FROM once_keys WHERE scope=? AND key=? AND fence=?", held.where)
        return
    if flaw("accepted_not_remembered") and reply.status == 202:
        db.execute("DELETE FROM once_keys WHERE scope=? AND key=? AND fence=?", held.where)
        return
    if flaw("decline_not_remembered") and reply.status == 402:
        db.execute("UPDATE once_keys SET state='open', lease_until=0 WHERE scope=? AND key=? AND fence=?", held.where)
        return
    db.execute("UPDATE once_keys SET state='done', status=?, headers=?, body=? WHERE scope=? AND key=? AND fence=?",
               (reply.status, json.dumps(reply.headers), reply.body) + held.where)


def keyed(ctx, effect, prepare=None):
    """Run one operation at most once per key.

    prepare(ctx) may talk to the outside world; effect(ctx, db, prepared) runs inside the transaction
    which also keeps the answer, so both are committed or none."""
    deadline = time.time() + 0.9
    while True:
        try:
            held, answer = claim(ctx)
            break
        except ApiError as e:
            if e.code == "once_in_progress" and variant("wait_inflight") and time.time() < deadline:
                time.sleep(0.1)
                continue
            raise
    if answer is not None:
        return answer
    try:
        ctx.crash("claimed")
        ctx.pause("pause-before")
        refusal = prepared = None
        try:
            prepared = prepare(ctx) if prepare else None
        except ApiError as e:
            if not e.stored:
                raise
            refusal = e
        ctx.crash("before-commit")
        consume_store_fault(ctx)
        with Tx(ctx.db) as db:
            ctx.refresh()
            mine = db.execute("SELECT 1 FROM once_keys WHERE scope=? AND key=? AND fence=?", held.where).fetchone()
            if mine is None:
                ctx.once = "in_progress"
                raise in_progress_error(1)
            if refusal is None:
                db.execute("SAVEPOINT effect")
                try:
                    reply = effect(ctx, db, prepared)
                except ApiError as e:
                    if not e.stored:
                        raise
                    db.execute("ROLLBACK TO effect")
                    refusal, ctx.effects = e, []
                db.execute("RELEASE effect")
            if refusal is not None:
                reply = refusal.reply(ctx.request_id)
            keep_answer(ctx, db, held, reply)
    except ApiError as e:
        if flaw("provider_failure_remembered") and e.status == 502:
            with Tx(ctx.db) as db:
                reply = e.reply(ctx.request_id)
                keep_answer(ctx, db, held, reply)
            reply.headers.update({H_OUTCOME: ctx.once, H_EXPIRES: iso(held.claimed_at + KEY_LIFETIME)})
            return reply
        if e.code != "once_in_progress":
            release(ctx, held)
        raise
    except Exception:
        release(ctx, held)
        raise
    for kind in ctx.effects:
        METRICS.inc("freight_effects_total", kind=kind)
    ctx.crash("after-commit")
    ctx.pause("pause-after")
    reply.drop = "drop-response" in ctx.aids
    reply.headers.update({H_OUTCOME: ctx.once, H_EXPIRES: iso(held.claimed_at + KEY_LIFETIME)})
    return reply


def consume_store_fault(ctx):
    if "fail-store" in ctx.aids:
        raise ApiError(503, "store_unavailable", "The store did not answer.", {"Retry-After": "1"})
    with Tx(ctx.db) as db:
        left = staging_get(db, "store_fail_next", 0)
        if left > 0:
            staging_set(db, "store_fail_next", left - 1)
    if left > 0:
        raise ApiError(503, "store_unavailable", "The store did not answer.", {"Retry-After": "1"})


# --------------------------------------------------------------------------- shipments

def unit_price(service, weight_g):
    return (150 + weight_g // 100) * (2 if service == "express" else 1)


def freight_price(doc):
    return 400 + sum(p["quantity_left"] * unit_price(doc["service"], p["weight_g"]) for p in doc["parcels"])


def load_shipment(ctx, db, ship_id):
    row = db.execute("SELECT * FROM shipments WHERE id=? AND tenant=? AND deleted=0",
                     (ship_id, ctx.tenant)).fetchone()
    if row is None:
        raise business(404, "shipment_unknown", "There is no such shipment.")
    return row


def save_shipment(db, row, doc, **columns):
    sets = "".join(", %s=?" % c for c in columns)
    db.execute("UPDATE shipments SET doc=?, version=version+1%s WHERE id=?" % sets,
               (json.dumps(doc), *columns.values(), row["id"]))
    return db.execute("SELECT * FROM shipments WHERE id=?", (row["id"],)).fetchone()


def show_shipment(row):
    doc = json.loads(row["doc"])
    return {"id": row["id"], "version": row["version"], **doc, "freight_cents": freight_price(doc),
            "charged": bool(row["charged"])}


def etag(row):
    return '"v%d"' % row["version"]


def post_ledger(ctx, db, tenant, shipment, kind, amount, reference):
    entry = new_id("led")
    db.execute("INSERT INTO ledger(id, tenant, shipment, kind, amount, reference, at, stamp) VALUES(?,?,?,?,?,?,?,?)",
               (entry, tenant, shipment, kind, amount, reference, ctx.now, time.time()))
    ctx.effects.append("ledger_" + kind)
    return entry


def book(ctx):
    d = ctx.doc
    doc = {"client_ref": need_text(d, "client_ref", 80, optional=True), "service": need_service(d),
           "from": need_address(d, "from"), "to": need_address(d, "to"),
           "note": need_text(d, "note", 20000, optional=True), "parcels": []}
    parcels = d.get("parcels")
    if not isinstance(parcels, list) or not 1 <= len(parcels) <= 50:
        raise invalid("parcels must be a list of 1 to 50 lines.")
    for n, p in enumerate(parcels, 1):
        if not isinstance(p, dict):
            raise invalid("A parcel line must be an object.")
        quantity = need_int(p, "quantity", 1, 1000)
        doc["parcels"].append({"line": n, "description": need_text(p, "description", optional=True),
                               "quantity": quantity, "quantity_left": quantity,
                               "weight_g": need_int(p, "weight_g", 1, 70000)})

    def effect(ctx, db, _):
        ship = new_id("shp")
        full = dict(doc, status="booked", created_by=ctx.user, created_at=iso(ctx.now))
        db.execute("INSERT INTO shipments(id, tenant, version, doc, stamp) VALUES(?,?,1,?,?)",
                   (ship, ctx.tenant, json.dumps(full), time.time()))
        row = load_shipment(ctx, db, ship)
        ctx.effects.append("shipment")
        return Reply(201, show_shipment(row), {"Location": "/v1/shipments/" + ship, "ETag": etag(row)})

    return keyed(ctx, effect)


def change(ctx, ship_id):
    if_match = (ctx.headers.get("If-Match") or "").strip()
    if not if_match:
        raise ApiError(428, "if_match_missing", "Send If-Match with the ETag of the shipment.")
    d, wanted = ctx.doc, {}
    if "service" in d:
        wanted["service"] = need_service(d)
    if "note" in d:
        wanted["note"] = need_text(d, "note", 20000, optional=True)
    if "to" in d:
        wanted["to"] = need_address(d, "to")
    if not wanted:
        raise invalid("Nothing to change: send service, note or to.")

    def effect(ctx, db, _):
        row = load_shipment(ctx, db, ship_id)
        if if_match not in ("*", etag(row)):
            raise business(412, "version_conflict", "The shipment was changed meanwhile.")
        doc = json.loads(row["doc"])
        if row["charge_amount"] is not None and wanted.get("service", doc["service"]) != doc["service"]:
            raise business(409, "shipment_charged", "The service cannot change after the charge was started.")
        row = save_shipment(db, row, dict(doc, **wanted))
        if flaw("cancel_forgotten_after_change"):
            db.execute("DELETE FROM once_keys WHERE op='cancel' AND state='done' AND path=?",
                       ("/v1/shipments/%s/cancellations" % ship_id,))
        ctx.effects.append("change")
        return Reply(200, show_shipment(row), {"ETag": etag(row)})

    return keyed(ctx, effect)


def cancel(ctx, ship_id):
    line = need_int(ctx.doc, "line", 1, 50)
    quantity = need_int(ctx.doc, "quantity", 1, 1000)
    reason = need_text(ctx.doc, "reason", optional=True)

    def effect(ctx, db, _):
        row = load_shipment(ctx, db, ship_id)
        doc = json.loads(row["doc"])
        if row["charge_amount"] is not None and not row["charged"]:
            raise business(409, "charge_pending", "A charge of this shipment is not settled yet.")
        parcel = next((p for p in doc["parcels"] if p["line"] == line), None)
        if parcel is None:
            raise business(409, "line_unknown", "The shipment has no such line.")
        if parcel["quantity_left"] < quantity:
            raise business(409, "not_enough_parcels", "Only %d parcels are left." % parcel["quantity_left"])
        parcel["quantity_left"] -= quantity
        if not any(p["quantity_left"] for p in doc["parcels"]):
            doc["status"] = "cancelled"
        can = new_id("can")
        credit = quantity * unit_price(doc["service"], parcel["weight_g"]) if row["charged"] else 0
        if credit:
            post_ledger(ctx, db, ctx.tenant, ship_id, "credit", credit, can)
        row = save_shipment(db, row, doc)
        out = {"id": can, "shipment_id": ship_id, "line": line, "quantity": quantity, "reason": reason,
               "quantity_left": parcel["quantity_left"], "credit_cents": credit}
        db.execute("INSERT INTO cancellations(id, tenant, shipment, doc, stamp) VALUES(?,?,?,?,?)",
                   (can, ctx.tenant, ship_id, json.dumps(out), time.time()))
        ctx.effects.append("cancellation")
        return Reply(201, out, {"Location": "/v1/shipments/%s/cancellations/%s" % (ship_id, can),
                                "ETag": etag(row)})

    return keyed(ctx, effect)


def label(ctx, ship_id):
    form = ctx.doc.get("format", "pdf")
    if form not in ("pdf", "zpl"):
        raise invalid("format must be pdf or zpl.")

    def effect(ctx, db, _):
        load_shipment(ctx, db, ship_id)
        job = new_id("job")
        db.execute("INSERT INTO label_jobs(id, tenant, shipment, format, created, ready, fails, stamp) "
                   "VALUES(?,?,?,?,?,?,?,?)",
                   (job, ctx.tenant, ship_id, form, ctx.now, ctx.now + LABEL_SECONDS,
                    1 if ctx.aids.get("label") == "fail" else 0, time.time()))
        ctx.effects.append("label_job")
        return Reply(202, {"id": job, "shipment_id": ship_id, "format": form, "state": "queued",
                           "status_url": "/v1/label-jobs/" + job},
                     {"Location": "/v1/label-jobs/" + job})

    return keyed(ctx, effect)


# --------------------------------------------------------------------------- charge

def provider_reference(ctx, ship_id):
    if flaw("fresh_provider_reference"):
        return "frt-%s-%s" % (ship_id, secrets.token_hex(3))
    if flaw("recovery_elsewhere_new_reference") and ctx.recovering and ctx.claim_replica != REPLICA:
        return "frt-%s-2" % ship_id
    return "frt-" + ship_id


def next_provider_mode(ctx):
    if "provider" in ctx.aids:
        return ctx.aids["provider"]
    with Tx(ctx.db) as db:
        queue = staging_get(db, "provider_modes", [])
        if queue:
            staging_set(db, "provider_modes", queue[1:])
            return queue[0]
    return "ok"


def call_provider(ctx, ship_id, amount):
    mode = next_provider_mode(ctx)
    body = json.dumps({"amount_cents": amount, "shipment": ship_id, "payer": ctx.tenant}).encode()
    req = urllib.request.Request(PROVIDER_URL + "/payments", data=body, method="POST", headers={
        "Content-Type": MEDIA_JSON, "Provider-Ref": provider_reference(ctx, ship_id), "Provider-Behaviour": mode})
    try:
        with urllib.request.urlopen(req, timeout=PROVIDER_TIMEOUT) as answer:
            payment = json.loads(answer.read())
            METRICS.inc("freight_provider_calls_total", result="paid")
            return payment
    except urllib.error.HTTPError as e:
        e.read()
        if e.code == 402:
            METRICS.inc("freight_provider_calls_total", result="declined")
            return None
        METRICS.inc("freight_provider_calls_total", result="failed")
        raise ApiError(502, "provider_failed", "The payment provider failed. Retry with the same key.",
                       {"Retry-After": "1"})
    except (socket.timeout, TimeoutError, urllib.error.URLError, OSError) as e:
        slow = isinstance(e, TimeoutError) or isinstance(getattr(e, "reason", None), TimeoutError)
        METRICS.inc("freight_provider_calls_total", result="timeout" if slow else "failed")
        if not slow:
            raise ApiError(502, "provider_failed", "The payment provider failed. Retry with the same key.",
                           {"Retry-After": "1"})
        raise ApiError(504, "provider_timeout", "The payment provider did not answer. Retry with the same key.",
                       {"Retry-After": "1"})


def charge(ctx, ship_id):
    method = ctx.doc.get("method", "account")
    if method not in ("account", "card"):
        raise invalid("method must be account or card.")

    def check(ctx, db):
        row = load_shipment(ctx, db, ship_id)
        if row["charged"]:
            raise business(409, "already_charged", "This shipment is charged already.")
        return row

    def prepare(ctx):
        with Tx(ctx.db) as db:
            row = check(ctx, db)
            amount = row["charge_amount"]
            if amount is None:
                amount = freight_price(json.loads(row["doc"]))
                db.execute("UPDATE shipments SET charge_amount=? WHERE id=?", (amount, ship_id))
        payment = call_provider(ctx, ship_id, amount)
        if payment is None:
            with Tx(ctx.db) as db:
                db.execute("UPDATE shipments SET charge_amount=NULL WHERE id=? AND charged=0", (ship_id,))
            raise business(402, "payment_declined", "The payment was declined.")
        return amount, payment

    def effect(ctx, db, prepared):
        amount, payment = prepared
        row = check(ctx, db)
        row = save_shipment(db, row, json.loads(row["doc"]), charged=1, charge_amount=amount)
        entry = post_ledger(ctx, db, ctx.tenant, ship_id, "charge", -amount, payment["id"])
        return Reply(201, {"ledger_entry": entry, "shipment_id": ship_id, "amount_cents": amount, "method": method,
                           "payment_id": payment["id"]}, {"Location": "/v1/ledger/" + entry, "ETag": etag(row)})

    return keyed(ctx, effect, prepare)


# --------------------------------------------------------------------------- operations without a key

def remove(ctx, ship_id):
    with Tx(ctx.db) as db:
        row = db.execute("SELECT * FROM shipments WHERE id=? AND tenant=?", (ship_id, ctx.tenant)).fetchone()
        if row is None:
            raise ApiError(404, "shipment_unknown", "There is no such shipment.")
        if row["charge_amount"] is not None and not row["deleted"]:
            raise ApiError(409, "shipment_charged", "A charged shipment cannot be deleted.")
        if not row["deleted"]:
            db.execute("UPDATE shipments SET deleted=1 WHERE id=?", (ship_id,))
            METRICS.inc("freight_effects_total", kind="delete")
    return Reply(204)


def put_pickup(ctx, pickup_id):
    doc = {"date": need_text(ctx.doc, "date", 10), "window": need_text(ctx.doc, "window", 40),
           "address": need_address(ctx.doc, "address"), "note": need_text(ctx.doc, "note", optional=True)}
    with Tx(ctx.db) as db:
        row = db.execute("SELECT * FROM pickups WHERE tenant=? AND id=?", (ctx.tenant, pickup_id)).fetchone()
        if row is not None and (ctx.headers.get("If-None-Match") or "").strip() == "*":
            raise ApiError(412, "pickup_exists", "This pickup exists already.")
        if row is None:
            status, version = 201, 1
            db.execute("INSERT INTO pickups(tenant, id, version, doc, stamp) VALUES(?,?,1,?,?)",
                       (ctx.tenant, pickup_id, json.dumps(doc), time.time()))
        else:
            status, version = 200, row["version"]
            if json.loads(row["doc"]) != doc or flaw("same_put_new_version"):
                version += 1
                db.execute("UPDATE pickups SET version=?, doc=? WHERE tenant=? AND id=?",
                           (version, json.dumps(doc), ctx.tenant, pickup_id))
    if row is None or version != row["version"]:
        METRICS.inc("freight_effects_total", kind="pickup")
    headers = {"ETag": '"p%d"' % version}
    if status == 201:
        headers["Location"] = "/v1/pickups/" + pickup_id
    return Reply(status, {"id": pickup_id, "version": version, **doc}, headers)


def quote(ctx):
    ref = need_text(ctx.doc, "client_ref", 80)
    service = need_service(ctx.doc)
    weight = need_int(ctx.doc, "weight_g", 1, 70000)
    quantity = need_int(ctx.doc, "quantity", 1, 1000)
    digest = hashlib.sha256(canonical([service, weight, quantity]).encode()).hexdigest()
    with Tx(ctx.db) as db:
        row = db.execute("SELECT * FROM quotes WHERE tenant=? AND client_ref=?", (ctx.tenant, ref)).fetchone()
        if row is not None:
            if row["digest"] != digest:
                raise ApiError(409, "client_ref_taken", "This reference belongs to a different quote.")
            return Reply(200, json.loads(row["doc"]))
        doc = {"id": new_id("quo"), "client_ref": ref, "service": service, "weight_g": weight, "quantity": quantity,
               "price_cents": 400 + quantity * unit_price(service, weight), "created_at": iso(ctx.now)}
        db.execute("INSERT INTO quotes(tenant, client_ref, digest, doc, stamp) VALUES(?,?,?,?,?)",
                   (ctx.tenant, ref, digest, json.dumps(doc), time.time()))
    METRICS.inc("freight_effects_total", kind="quote")
    return Reply(201, doc, {"Location": "/v1/quotes/" + doc["id"]})


# --------------------------------------------------------------------------- carrier webhook

def check_signature(ctx):
    parts = dict(p.strip().split("=", 1) for p in (ctx.headers.get("Carrier-Signature") or "").split(",") if "=" in p)
    stamp = parts.get("t", "")
    if not re.match(r"^\d{1,12}$", stamp):
        raise ApiError(401, "signature_invalid", "The signature is missing or malformed.")
    good = hmac.new(WEBHOOK_SECRET, stamp.encode() + b"." + ctx.raw, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(good.encode(), parts.get("v1", "").encode("utf-8", "replace")):
        raise ApiError(401, "signature_invalid", "The signature does not match.")
    if abs(ctx.now - int(stamp)) > SIGNATURE_TOLERANCE:
        raise ApiError(401, "signature_expired", "The signature time is outside the tolerance.")
    return stamp


def webhook(ctx):
    stamp = check_signature(ctx)
    read_json(ctx)
    d = ctx.doc
    event_id, ship_id = need_text(d, "event_id", 80), need_text(d, "shipment_id", 80)
    kind = d.get("type")
    if kind == "status":
        sequence, status = need_int(d, "sequence", 1, 10**9), need_text(d, "status", 40)
    elif kind == "surcharge":
        amount = need_int(d, "amount_cents", 1, 10**6)
    else:
        raise invalid("type must be status or surcharge.")
    memory = event_id + "@" + stamp if flaw("event_dedupe_by_delivery") else event_id
    with Tx(ctx.db) as db:
        row = db.execute("SELECT * FROM shipments WHERE id=?", (ship_id,)).fetchone()
        known = db.execute("SELECT * FROM events WHERE event_id=?", (memory,)).fetchone()
        if known and flaw("surcharge_remembers_last_event") and kind == "surcharge":
            last = db.execute("SELECT event_id FROM events WHERE shipment=? ORDER BY n DESC LIMIT 1",
                              (ship_id,)).fetchone()
            if last["event_id"] != memory:
                known, memory = None, memory + "@" + secrets.token_hex(4)
        if known:
            result = "duplicate"
        elif row is None:
            raise ApiError(404, "shipment_unknown", "There is no such shipment.")
        else:
            result = "applied"
            if kind == "status":
                if sequence <= row["carrier_seq"] and not flaw("late_status_applied"):
                    result = "stale"
                else:
                    save_shipment(db, row, dict(json.loads(row["doc"]), status=status), carrier_seq=sequence)
            else:
                post_ledger(ctx, db, row["tenant"], ship_id, "surcharge", -amount, event_id)
            db.execute("INSERT INTO events(event_id, tenant, shipment, doc, result, stamp) VALUES(?,?,?,?,?,?)",
                       (memory, row["tenant"], ship_id, json.dumps(d), result, time.time()))
    METRICS.inc("freight_webhook_events_total", result=result)
    ctx.once = result
    return Reply(200, {"event_id": event_id, "result": result})


# --------------------------------------------------------------------------- reads

def visible():
    """Listings may lag; a row counts when it is older than this."""
    return time.time() - 0.7 if variant("lagging_lists") else time.time() + 3600


def listing(ctx, sql, args, show):
    rows = ctx.db.execute(sql, args).fetchall()
    items = [show(r) for r in rows]
    limit = ctx.param("limit")
    total = len(items)
    if limit and limit.isdigit():
        items = items[:int(limit)]
    return Reply(200, {"items": items, "total": total})


def list_shipments(ctx):
    sql, args = "SELECT * FROM shipments WHERE tenant=? AND deleted=0 AND stamp<?", [ctx.tenant, visible()]
    ref = ctx.param("client_ref")
    if ref is not None:
        sql += " AND json_extract(doc, '$.client_ref')=?"
        args.append(ref)
    return listing(ctx, sql + " ORDER BY n", args, show_shipment)


def get_shipment(ctx, ship_id):
    row = load_shipment(ctx, ctx.db, ship_id)
    return Reply(200, show_shipment(row), {"ETag": etag(row)})


def list_cancellations(ctx, ship_id):
    return listing(ctx, "SELECT * FROM cancellations WHERE tenant=? AND shipment=? AND stamp<? ORDER BY n",
                   (ctx.tenant, ship_id, visible()), lambda r: json.loads(r["doc"]))


def get_cancellation(ctx, ship_id, can):
    row = ctx.db.execute("SELECT * FROM cancellations WHERE tenant=? AND shipment=? AND id=?",
                         (ctx.tenant, ship_id, can)).fetchone()
    return found(row, lambda r: Reply(200, json.loads(r["doc"])))


def found(row, show):
    if row is None:
        raise ApiError(404, "not_found", "There is no such object.")
    return show(row)


def show_job(ctx, row):
    now = ctx.now
    state = "queued" if now < row["created"] + LABEL_SECONDS / 2 else "running"
    if now >= row["ready"]:
        state = "failed" if row["fails"] else "done"
    doc = {"id": row["id"], "shipment_id": row["shipment"], "format": row["format"], "state": state}
    if state == "done":
        doc["label_url"] = "/v1/labels/" + row["id"].replace("job", "lbl", 1)
    return doc


def list_jobs(ctx):
    ship = ctx.param("shipment_id")
    sql, args = "SELECT * FROM label_jobs WHERE tenant=? AND stamp<?", [ctx.tenant, visible()]
    if ship:
        sql += " AND shipment=?"
        args.append(ship)
    return listing(ctx, sql + " ORDER BY n", args, lambda r: show_job(ctx, r))


def get_job(ctx, job):
    row = ctx.db.execute("SELECT * FROM label_jobs WHERE tenant=? AND id=?", (ctx.tenant, job)).fetchone()
    reply = found(row, lambda r: Reply(200, show_job(ctx, r)))
    if row["ready"] > ctx.now:
        reply.headers["Retry-After"] = "1"
    return reply


def get_label(ctx, label_id):
    row = ctx.db.execute("SELECT * FROM label_jobs WHERE tenant=? AND id=?",
                         (ctx.tenant, label_id.replace("lbl", "job", 1))).fetchone()
    if row is not None and (row["ready"] > ctx.now or row["fails"]):
        row = None
    return found(row, lambda r: Reply(200, {
        "id": label_id, "shipment_id": r["shipment"], "format": r["format"],
        "tracking_no": "FR" + hashlib.sha256(r["id"].encode()).hexdigest()[:10].upper()}))


def show_entry(r):
    return {"id": r["id"], "shipment_id": r["shipment"], "kind": r["kind"], "amount_cents": r["amount"],
            "reference": r["reference"], "at": iso(r["at"])}


def list_ledger(ctx):
    ship = ctx.param("shipment_id")
    sql, args = "SELECT * FROM ledger WHERE tenant=? AND stamp<?", [ctx.tenant, visible()]
    if ship:
        sql += " AND shipment=?"
        args.append(ship)
    return listing(ctx, sql + " ORDER BY n", args, show_entry)


def get_entry(ctx, entry):
    row = ctx.db.execute("SELECT * FROM ledger WHERE tenant=? AND id=?", (ctx.tenant, entry)).fetchone()
    return found(row, lambda r: Reply(200, show_entry(r)))


def balance(ctx):
    total = ctx.db.execute("SELECT COALESCE(SUM(amount), 0) AS s FROM ledger WHERE tenant=? AND stamp<?",
                           (ctx.tenant, visible())).fetchone()["s"]
    return Reply(200, {"currency": "EUR", "balance_cents": OPENING_BALANCE + total})


def show_pickup(r):
    return {"id": r["id"], "version": r["version"], **json.loads(r["doc"])}


def list_pickups(ctx):
    return listing(ctx, "SELECT * FROM pickups WHERE tenant=? AND stamp<? ORDER BY n", (ctx.tenant, visible()),
                   show_pickup)


def get_pickup(ctx, pickup_id):
    row = ctx.db.execute("SELECT * FROM pickups WHERE tenant=? AND id=?", (ctx.tenant, pickup_id)).fetchone()
    return found(row, lambda r: Reply(200, show_pickup(r), {"ETag": '"p%d"' % r["version"]}))


def list_quotes(ctx):
    return listing(ctx, "SELECT * FROM quotes WHERE tenant=? AND stamp<? ORDER BY n", (ctx.tenant, visible()),
                   lambda r: json.loads(r["doc"]))


def get_quote(ctx, quote_id):
    row = ctx.db.execute("SELECT * FROM quotes WHERE tenant=? AND json_extract(doc, '$.id')=?",
                         (ctx.tenant, quote_id)).fetchone()
    return found(row, lambda r: Reply(200, json.loads(r["doc"])))


def list_events(ctx):
    ship = ctx.param("shipment_id")
    sql, args = "SELECT * FROM events WHERE tenant=? AND stamp<?", [ctx.tenant, visible()]
    if ship:
        sql += " AND shipment=?"
        args.append(ship)
    return listing(ctx, sql + " ORDER BY n", args, lambda r: {**json.loads(r["doc"]), "result": r["result"]})


# --------------------------------------------------------------------------- staging

def staging_doc(ctx):
    try:
        doc = json.loads(ctx.raw or b"{}")
    except ValueError:
        doc = None
    if not isinstance(doc, dict):
        raise ApiError(400, "json_malformed", "The body must be a JSON object.")
    return doc


def staging_clock(ctx):
    with Tx(ctx.db) as db:
        if ctx.method == "POST":
            step = staging_doc(ctx).get("advance_s", 0)
            if isinstance(step, bool) or not isinstance(step, (int, float)) or step < 0:
                raise ApiError(400, "bad_value", "advance_s must be a number of 0 or more.")
            staging_set(db, "clock_offset", staging_get(db, "clock_offset", 0) + step)
        now = service_now(db)
    return Reply(200, {"now": now, "now_text": iso(now)})


def staging_provider(ctx):
    doc = staging_doc(ctx)
    modes = [doc["mode"]] * int(doc.get("times", 1)) if "mode" in doc else list(doc.get("next", []))
    with Tx(ctx.db) as db:
        staging_set(db, "provider_modes", modes)
    return Reply(200, {"next": modes})


def staging_payments(ctx):
    with urllib.request.urlopen(PROVIDER_URL + "/payments", timeout=3) as answer:
        return Reply(200, body=answer.read())


def staging_store(ctx):
    left = int(staging_doc(ctx).get("fail_next", 1))
    with Tx(ctx.db) as db:
        staging_set(db, "store_fail_next", left)
    return Reply(200, {"fail_next": left})


def staging_rate(ctx):
    doc = staging_doc(ctx)
    tenant, limit, window = doc.get("tenant"), doc.get("limit"), doc.get("window_s", 1)
    with Tx(ctx.db) as db:
        db.execute("DELETE FROM rate WHERE tenant=?", (tenant,))
        if limit is None:
            db.execute("DELETE FROM staging WHERE name=?", ("rate:%s" % tenant,))
        else:
            staging_set(db, "rate:%s" % tenant, [int(limit), int(window)])
    return Reply(200, {"tenant": tenant, "limit": limit, "window_s": window})


def metrics(ctx):
    return Reply(200, headers={"Content-Type": "text/plain; version=0.0.4"}, body=METRICS.text().encode())


def healthz(ctx):
    return Reply(200, {"ok": True, "replica": REPLICA})


# --------------------------------------------------------------------------- routing

ID = r"([A-Za-z0-9_-]{1,64})"
# method, path, function, operation name, kind: keyed | json | plain | signed | open
ROUTES = [(m, re.compile("^" + p + "$"), f, n, k) for m, p, f, n, k in [
    ("POST", "/v1/shipments", book, "book", "keyed"),
    ("GET", "/v1/shipments", list_shipments, "list", "plain"),
    ("GET", "/v1/shipments/" + ID, get_shipment, "get", "plain"),
    ("PATCH", "/v1/shipments/" + ID, change, "change", "keyed"),
    ("DELETE", "/v1/shipments/" + ID, remove, "delete", "write"),
    ("POST", "/v1/shipments/" + ID + "/cancellations", cancel, "cancel", "keyed"),
    ("GET", "/v1/shipments/" + ID + "/cancellations", list_cancellations, "list", "plain"),
    ("GET", "/v1/shipments/" + ID + "/cancellations/" + ID, get_cancellation, "get", "plain"),
    ("POST", "/v1/shipments/" + ID + "/labels", label, "label", "keyed"),
    ("POST", "/v1/shipments/" + ID + "/charge", charge, "charge", "keyed"),
    ("GET", "/v1/label-jobs", list_jobs, "list", "plain"),
    ("GET", "/v1/label-jobs/" + ID, get_job, "get", "plain"),
    ("GET", "/v1/labels/" + ID, get_label, "get", "plain"),
    ("GET", "/v1/ledger", list_ledger, "list", "plain"),
    ("GET", "/v1/ledger/" + ID, get_entry, "get", "plain"),
    ("GET", "/v1/balance", balance, "get", "plain"),
    ("PUT", "/v1/pickups/" + ID, put_pickup, "pickup", "json"),
    ("GET", "/v1/pickups", list_pickups, "list", "plain"),
    ("GET", "/v1/pickups/" + ID, get_pickup, "get", "plain"),
    ("POST", "/v1/quotes", quote, "quote", "json"),
    ("GET", "/v1/quotes", list_quotes, "list", "plain"),
    ("GET", "/v1/quotes/" + ID, get_quote, "get", "plain"),
    ("GET", "/v1/events", list_events, "list", "plain"),
    ("POST", "/v1/webhooks/carrier", webhook, "webhook", "open"),
    ("GET", "/_staging/clock", staging_clock, "staging", "open"),
    ("POST", "/_staging/clock", staging_clock, "staging", "open"),
    ("POST", "/_staging/provider", staging_provider, "staging", "open"),
    ("GET", "/_staging/provider/payments", staging_payments, "staging", "open"),
    ("POST", "/_staging/store", staging_store, "staging", "open"),
    ("POST", "/_staging/rate", staging_rate, "staging", "open"),
    ("GET", "/metrics", metrics, "metrics", "open"),
    ("GET", "/healthz", healthz, "health", "open"),
]]


def dispatch(ctx):
    allowed = []
    for method, pattern, function, name, kind in ROUTES:
        match = pattern.match(ctx.path)
        if not match:
            continue
        if method != ctx.method:
            allowed.append(method)
            continue
        ctx.op = name
        if kind == "open":
            return function(ctx, *match.groups())
        authenticate(ctx)
        if kind != "plain":
            rate_limit(ctx)
        if kind == "keyed":
            read_key(ctx)
        if kind in ("keyed", "json"):
            read_json(ctx)
        return function(ctx, *match.groups())
    if allowed:
        raise ApiError(405, "method_not_allowed", "Not possible here.", {"Allow": ", ".join(allowed)})
    raise ApiError(404, "not_found", "There is no such resource.")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "Freight/1.4", ""
    timeout = 60
    disable_nagle_algorithm = True

    def serve(self):
        started = time.time()
        length = self.headers.get("Content-Length") or "0"
        problem, body = None, b""
        if self.headers.get("Transfer-Encoding") or not length.isdigit():
            problem = ApiError(411, "length_required", "Send the body with Content-Length.")
        elif int(length) > MAX_BODY:
            problem = ApiError(413, "body_too_large", "The body may have at most 64 KiB.")
        else:
            body = self.rfile.read(int(length))
        ctx = Ctx(self.command, self.path, self.headers, body)
        try:
            if problem:
                self.close_connection = True
                raise problem
            reply = dispatch(ctx)
        except ApiError as e:
            if ctx.once in ("executed", "recovered"):
                ctx.once = "none"
            reply = e.reply(ctx.request_id)
        except sqlite3.OperationalError:
            reply = ApiError(503, "store_unavailable", "The store did not answer.",
                             {"Retry-After": "1"}).reply(ctx.request_id)
        except Exception as e:  # last resort; nothing was committed
            print("error", ctx.request_id, repr(e), file=sys.stderr, flush=True)
            reply = ApiError(500, "internal", "Unexpected failure.").reply(ctx.request_id)
        finally:
            ctx.db.close()
        if variant("slow_answers"):
            time.sleep(0.04 + secrets.randbelow(80) / 1000)
        if ctx.op not in ("staging", "metrics", "health"):
            self.account(ctx, reply, started)
        if reply.drop:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        try:
            self.answer(ctx, reply)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def account(self, ctx, reply, started):
        METRICS.inc("freight_requests_total", method=ctx.method, status=str(reply.status))
        if ctx.key:
            METRICS.inc("freight_once_total", outcome=ctx.once)
        write_log({"at": iso(time.time()), "request_id": ctx.request_id, "replica": REPLICA, "tenant": ctx.tenant,
                   "user": ctx.user, "method": ctx.method, "path": ctx.path, "operation": ctx.op,
                   "status": reply.status,
                   "key_hash": hashlib.sha256(ctx.key.encode()).hexdigest()[:16] if ctx.key else None,
                   "once": ctx.once, "ms": int((time.time() - started) * 1000)})

    def answer(self, ctx, reply):
        reason = None
        if variant("other_spelling"):
            reason = {200: "Fine", 201: "Made", 202: "Taken", 409: "Clash", 422: "Unusable"}.get(reply.status)
        self.send_response(reply.status, reason)
        headers = {"Freight-Request-Id": ctx.request_id, "Freight-Replica": str(REPLICA), **reply.headers}
        chunked = variant("chunked_answers") and reply.body
        if chunked:
            headers["Transfer-Encoding"] = "chunked"
        elif reply.status != 204:
            headers["Content-Length"] = str(len(reply.body))
        if self.close_connection:
            headers["Connection"] = "close"
        for name, value in headers.items():
            self.send_header(name.lower() if variant("other_spelling") else name, value)
        self.end_headers()
        if chunked:
            for at in range(0, len(reply.body), 50):
                part = reply.body[at:at + 50]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
        elif reply.body:
            self.wfile.write(reply.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def main():
    db = open_db()
    db.execute("PRAGMA journal_mode=WAL")
    db.executescript(SCHEMA)
    db.close()
    server = Server(("127.0.0.1", PORT), Handler)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    server.serve_forever()


if __name__ == "__main__":
    main()
