'use strict';
// Pulse - subscriptions and invoicing for gyms. Staging build. No dependencies.
const http = require('http');
const https = require('https');
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');

// ---------------------------------------------------------------- options
const argv = process.argv.slice(2);
function flag(name, dflt) {
  const i = argv.indexOf('--' + name);
  if (i < 0 || i + 1 >= argv.length) return dflt;
  return typeof dflt === 'number' ? Number(argv[i + 1]) : argv[i + 1];
}
const PORT = flag('port', 8080);
const REPLICAS = flag('replicas', 1);
const DATA = flag('data', '');
const LOG = flag('log', '');
const KEY_TTL = flag('key-ttl-ms', 24 * 3600e3);
const PAY_KEY_TTL = flag('pay-key-ttl-ms', 72 * 3600e3);
const WAIT_MS = flag('wait-ms', 2000);
const PAYOUT_MS = flag('payout-ms', 400);
const PROVIDER_TIMEOUT = flag('provider-timeout-ms', 1000);
const HOOK_BACKOFF = flag('webhook-backoff-ms', 250);
const PROVIDER_SECRET = flag('provider-secret', 'prov_staging_secret');
const DEFECT = flag('defect', '');
const VARIANT = flag('variant', '');
const bad = (n) => DEFECT === n;
const vary = (n) => VARIANT === n;

const DEFECTS = ['member-mismatch-replays', 'sub-mismatch-409', 'pay-key-optional', 'sub-500-replayed',
  'member-invalid-burns-key', 'decline-not-remembered', 'keys-cross-operations', 'tenant-key-leak',
  'cancel-repeat-404', 'finalize-renumbers', 'credit-ref-ignored', 'sub-marker-absent', 'provider-event-twice',
  'pause-bumps-etag', 'patch-key-unused', 'payout-user-collision',
  'voucher-stock-on-replay', 'pay-silent-recharge', 'restart-forgets-recovered', 'voucher-replica-local',
  'member-nested-blind', 'patch-revives-canceled', 'credit-repeat-eats-remaining', 'webhook-second-event',
  'invoice-retention-sliding', 'pay-timeout-lock', 'sub-wait-runs-anyway', 'member-abort-frees-key'];
const VARIANTS = ['slow', 'json-shuffle', 'extra-headers', 'other-texts', 'lagging-lists', 'noisy-metrics', 'webhook-repeats'];
if (DEFECT && !DEFECTS.includes(DEFECT)) { console.error('unknown --defect ' + DEFECT); process.exit(2); }
if (VARIANT && !VARIANTS.includes(VARIANT)) { console.error('unknown --variant ' + VARIANT); process.exit(2); }

const TOKENS = {
  pk_iron_owner_7f3a: { gym: 'gym_ironworks', user: 'usr_iron_owner' },
  pk_iron_desk_91bc: { gym: 'gym_ironworks', user: 'usr_iron_desk' },
  pk_lotus_owner_2d88: { gym: 'gym_lotus', user: 'usr_lotus_owner' },
  pk_lotus_desk_c4e1: { gym: 'gym_lotus', user: 'usr_lotus_desk' },
};
const PREFIX = { gym_ironworks: 'IRON', gym_lotus: 'LOTUS' };
const PLANS = { basic: 1900, plus: 3400, premium: 5900 };

// ---------------------------------------------------------------- small helpers
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const now = () => Date.now();
const iso = (t) => new Date(t === undefined ? now() : t).toISOString();
const clone = (o) => JSON.parse(JSON.stringify(o));
const sha = (s) => crypto.createHash('sha256').update(s).digest('hex');
const newId = (p) => p + '_' + crypto.randomBytes(9).toString('hex');
const isObj = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
const isStr = (v, min, max) => typeof v === 'string' && v.length >= min && v.length <= max;
const isInt = (v, min, max) => Number.isInteger(v) && v >= min && v <= max;

function canonical(v) {
  if (Array.isArray(v)) return '[' + v.map(canonical).join(',') + ']';
  if (isObj(v)) return '{' + Object.keys(v).sort().map((k) => JSON.stringify(k) + ':' + canonical(v[k])).join(',') + '}';
  return JSON.stringify(v === undefined ? null : v);
}

class ApiError extends Error {
  constructor(status, code, message, headers) {
    super(message); this.status = status; this.code = code; this.headers = headers || {};
  }
  get body() { return { error: { code: this.code, message: this.message } }; }
}
const invalid = (m) => new ApiError(400, 'invalid_request', m);
const notFound = (w) => new ApiError(404, 'not_found', 'No such ' + w + '.');

// ---------------------------------------------------------------- store and journal
const COLLS = ['members', 'subs', 'history', 'invoices', 'credits', 'refs', 'payouts', 'vouchers', 'redemptions',
  'keys', 'events', 'inbound', 'hooks', 'charges', 'chargeRefs', 'refunds', 'provOnce', 'seq'];
const db = {};
for (const c of COLLS) db[c] = new Map();
let journalFd = null;

function apply(writes) {
  for (const [c, id, v] of writes) { if (v === null) db[c].delete(id); else db[c].set(id, v); }
}
function openJournal() {
  if (!DATA) return;
  fs.mkdirSync(DATA, { recursive: true });
  const file = path.join(DATA, 'journal.jsonl');
  if (fs.existsSync(file)) {
    const raw = fs.readFileSync(file);
    let good = 0;
    let pos = 0;
    for (;;) {
      const nl = raw.indexOf(10, pos);
      if (nl < 0) break;
      try { apply(JSON.parse(raw.toString('utf8', pos, nl)).w); } catch (e) { break; }
      pos = nl + 1; good = pos;
    }
    if (good < raw.length) fs.truncateSync(file, good);
  }
  journalFd = fs.openSync(file, 'a');
}
class Tx {
  constructor() { this.w = []; this.volatile = []; this.after = []; }
  put(c, id, v) { this.w.push([c, id, clone(v)]); return v; }
  putVolatile(c, id, v) { this.volatile.push([c, id, clone(v)]); }
  del(c, id) { this.w.push([c, id, null]); }
  onCommit(fn) { this.after.push(fn); }
  commit() {
    if (this.w.length) {
      if (journalFd !== null) fs.writeSync(journalFd, JSON.stringify({ t: now(), w: this.w }) + '\n');
      apply(this.w);
    }
    if (this.volatile.length) apply(this.volatile);
    const fns = this.after; this.w = []; this.volatile = []; this.after = [];
    for (const f of fns) f();
  }
}
function nextSeq(tx, name) {
  const n = (db.seq.get(name) || 0) + 1;
  tx.put('seq', name, n);
  return n;
}

// one-after-the-other execution per resource
const mutexes = new Map();
async function exclusive(name, fn) {
  const prev = mutexes.get(name) || Promise.resolve();
  let done;
  const mine = new Promise((r) => { done = r; });
  const tail = prev.then(() => mine);
  mutexes.set(name, tail);
  await prev;
  try { return await fn(); } finally { done(); if (mutexes.get(name) === tail) mutexes.delete(name); }
}

// ---------------------------------------------------------------- log and metrics
let logFd = null;
if (LOG) { fs.mkdirSync(path.dirname(path.resolve(LOG)), { recursive: true }); logFd = fs.openSync(LOG, 'a'); }
function log(level, msg, fields) {
  if (logFd === null) return;
  fs.writeSync(logFd, JSON.stringify(Object.assign({ ts: iso(), level, msg }, fields)) + '\n');
}
const metrics = new Map();
const METRIC_HELP = {
  pulse_http_requests_total: 'Requests answered, by route, method and status',
  pulse_idempotency_outcomes_total: 'How repeatable requests were handled',
  pulse_provider_charges_total: 'Charges made at the payment provider',
  pulse_webhook_deliveries_total: 'Outgoing webhook delivery attempts',
  pulse_provider_events_total: 'Inbound provider events',
  pulse_cache_probes_total: 'Internal cache probes',
};
function count(name, labels, by) {
  const l = labels ? '{' + Object.keys(labels).map((k) => k + '="' + String(labels[k]).replace(/"/g, '') + '"').join(',') + '}' : '';
  const m = metrics.get(name) || new Map();
  m.set(l, (m.get(l) || 0) + (by || 1));
  metrics.set(name, m);
}
function renderMetrics() {
  let out = '';
  for (const [name, m] of metrics) {
    out += '# HELP ' + name + ' ' + (METRIC_HELP[name] || name) + '\n# TYPE ' + name + ' counter\n';
    for (const [l, v] of m) out += name + l + ' ' + v + '\n';
  }
  out += '# HELP pulse_process_uptime_seconds Uptime\n# TYPE pulse_process_uptime_seconds gauge\npulse_process_uptime_seconds ' + process.uptime().toFixed(3) + '\n';
  return out;
}

// ---------------------------------------------------------------- simulated payment provider
const provider = {
  async charge(ref, gym, invoice, source) {
    const known = db.chargeRefs.get(ref);
    if (known) { await sleep(15); return clone(db.charges.get(known)); }
    if (source === 'tok_provider_down') { await sleep(30); throw new ApiError(502, 'provider_error', 'The payment provider reported an error.'); }
    const onceKey = source + '|' + invoice.id;
    const first = !db.provOnce.has(onceKey);
    if (source === 'tok_unreachable_once' && first) {
      const t = new Tx(); t.put('provOnce', onceKey, 1); t.commit();
      await sleep(30);
      throw new ApiError(502, 'provider_error', 'The payment provider reported an error.');
    }
    await sleep(source === 'tok_slow' ? 700 : 20);
    const t = new Tx();
    const declined = source === 'tok_declined' || (source === 'tok_decline_once' && first);
    const ch = { id: newId('ch'), gym, invoice_id: invoice.id, amount: invoice.total, source_kind: source,
      status: declined ? 'declined' : 'succeeded', created_at: iso() };
    t.put('charges', ch.id, ch);
    t.put('chargeRefs', ref, ch.id);
    t.put('provOnce', onceKey, 1);
    t.commit();
    if (!declined) count('pulse_provider_charges_total');
    if (source === 'tok_timeout') {
      await sleep(PROVIDER_TIMEOUT);
      throw new ApiError(504, 'provider_timeout', 'The payment provider did not answer in time.');
    }
    return ch;
  },
  refund(tx, gym, invoice, amount, reference) {
    const ch = db.charges.get(invoice.charge_id);
    const declined = ch && ch.source_kind === 'tok_refund_declined';
    if (declined) return null;
    const rf = { id: newId('rf'), gym, invoice_id: invoice.id, charge_id: invoice.charge_id, amount, reference, created_at: iso() };
    tx.put('refunds', rf.id, rf);
    return rf;
  },
};

// ---------------------------------------------------------------- outgoing webhooks
function hookSecret(gym) { return 'whsec_' + sha('pulse-staging:' + gym).slice(0, 24); }
function emit(tx, gym, type, data) {
  const ev = { id: newId('evt'), gym, type, created_at: iso(), data, delivery: { attempts: 0, state: db.hooks.has(gym) && db.hooks.get(gym).enabled ? 'pending' : 'no_endpoint' } };
  tx.put('events', ev.id, ev);
  tx.onCommit(() => { if (ev.delivery.state === 'pending') deliver(ev.id); });
  return ev;
}
function post(url, body, headers) {
  return new Promise((resolve) => {
    let u;
    try { u = new URL(url); } catch (e) { resolve(0); return; }
    const lib = u.protocol === 'https:' ? https : http;
    const rq = lib.request(u, { method: 'POST', agent: false, timeout: 2000, headers: Object.assign({ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }, headers) }, (rs) => {
      rs.resume(); rs.on('end', () => resolve(rs.statusCode)); rs.on('error', () => resolve(0));
    });
    rq.on('timeout', () => rq.destroy(new Error('timeout')));
    rq.on('error', () => resolve(0));
    rq.end(body);
  });
}
async function sendOnce(ev, attempt) {
  const hook = db.hooks.get(ev.gym);
  if (!hook || !hook.enabled) return 0;
  const body = JSON.stringify({ id: ev.id, type: ev.type, created_at: ev.created_at, gym: ev.gym, data: ev.data });
  const t = Math.floor(now() / 1000);
  const sig = crypto.createHmac('sha256', hookSecret(ev.gym)).update(t + '.' + body).digest('hex');
  const st = await post(hook.url, body, { 'Pulse-Event-Id': ev.id, 'Pulse-Delivery-Attempt': String(attempt), 'Pulse-Signature': 't=' + t + ',v1=' + sig });
  const ok = st >= 200 && st < 300;
  count('pulse_webhook_deliveries_total', { result: ok ? 'delivered' : 'failed' });
  log('info', 'webhook', { event_id: ev.id, type: ev.type, gym: ev.gym, attempt, status: st });
  return ok;
}
const delivering = new Set();
async function deliver(id) {
  if (delivering.has(id)) return;
  delivering.add(id);
  try {
    if (vary('webhook-repeats')) await sleep(200);
    for (;;) {
      const ev = clone(db.events.get(id));
      if (ev.delivery.state !== 'pending') return;
      const n = ev.delivery.attempts + 1;
      const ok = await sendOnce(ev, n);
      if (ok && vary('webhook-repeats')) { await sleep(60); await sendOnce(ev, n + 1); }
      const cur = clone(db.events.get(id));
      cur.delivery = { attempts: n, state: ok ? 'delivered' : n >= 6 ? 'failed' : 'pending' };
      const t = new Tx(); t.put('events', id, cur); t.commit();
      if (cur.delivery.state !== 'pending') return;
      await sleep(HOOK_BACKOFF * Math.pow(2, n - 1));
    }
  } finally { delivering.delete(id); }
}

// ---------------------------------------------------------------- payouts in the background
function runPayout(id) {
  setTimeout(() => {
    const p = clone(db.payouts.get(id));
    if (p.status === 'completed') return;
    p.status = 'processing';
    const t = new Tx(); t.put('payouts', id, p); t.commit();
    setTimeout(() => {
      p.status = 'completed'; p.completed_at = iso();
      const t2 = new Tx(); t2.put('payouts', id, p); t2.commit();
      log('info', 'payout', { payout_id: id, gym: p.gym, status: 'completed' });
    }, PAYOUT_MS / 2);
  }, PAYOUT_MS / 2);
}

// ---------------------------------------------------------------- repeatable requests
const FORM = {
  creation: { re: /^[A-Za-z0-9_.:-]{8,64}$/, text: '8 to 64 characters out of A-Z a-z 0-9 _ . : -' },
  money: { re: /^[A-Za-z0-9-]{10,100}$/, text: '10 to 100 characters out of A-Z a-z 0-9 -' },
  uuid: { re: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, text: 'a UUID' },
};
const creation = { form: 'creation', ttl: KEY_TTL, mismatch: [422, 'idempotency_key_reused'], busy: 'request_in_progress', stored: (s) => s < 300, by: 'gym', required: true, wait: 0 };
const OPS = {
  'members.create': Object.assign({}, creation, { marker: true }),
  'subscriptions.create': Object.assign({}, creation, { marker: true, wait: WAIT_MS }),
  'subscriptions.update': Object.assign({}, creation, { required: false }),
  'invoices.create': Object.assign({}, creation, { marker: true }),
  'vouchers.redeem': Object.assign({}, creation, { form: 'uuid', wait: 10000 }),
  'invoices.pay': { form: 'money', ttl: PAY_KEY_TTL, mismatch: [409, 'idempotency_key_conflict'], busy: 'payment_in_progress', stored: (s) => s < 300 || s === 402, by: 'gym', required: true, wait: 0 },
  'payouts.create': { form: 'money', ttl: PAY_KEY_TTL, mismatch: [409, 'idempotency_key_conflict'], busy: 'request_in_progress', stored: (s) => s < 300, by: 'user', required: true, wait: 0 },
};
const inflight = new Map();
const failedBefore = new Set();

function testDelay(ctx) {
  const v = ctx.req.headers['pulse-test-delay-ms'];
  if (v === undefined) return 0;
  const n = Number(v);
  if (!Number.isInteger(n) || n < 0 || n > 5000) throw invalid('Pulse-Test-Delay-Ms must be a whole number from 0 to 5000.');
  return n;
}
async function staging(ctx) {
  const d = testDelay(ctx);
  if (d) await sleep(d);
  const f = ctx.req.headers['pulse-test-fault'];
  if (f === 'internal_error') throw new ApiError(500, 'internal_error', 'Something went wrong on our side.');
  if (f !== undefined) throw invalid('Unknown Pulse-Test-Fault.');
}
function payloadOf(op, ctx) {
  let b = ctx.body;
  if (bad('member-nested-blind') && op === 'members.create') {
    b = {};
    for (const k of Object.keys(ctx.body)) b[k] = typeof ctx.body[k] === 'object' ? '*' : ctx.body[k];
  }
  return sha(ctx.path + '\n' + canonical(b) + (op === 'subscriptions.update' ? '\n' + ctx.req.headers['if-match'] : ''));
}
async function repeatable(op, ctx, work, extra) {
  const o = OPS[op];
  const queued = (fn) => (extra && extra.queue ? exclusive(extra.queue, fn) : fn());
  const exec = async (tx) => {
    if (!(extra && extra.queue)) await staging(ctx);
    return work(tx);
  };
  testDelay(ctx);
  let key = ctx.req.headers['idempotency-key'];
  if (bad('patch-key-unused') && op === 'subscriptions.update') key = undefined;
  if (key === undefined || key === '') {
    if (o.required && !(bad('pay-key-optional') && op === 'invoices.pay')) {
      ctx.outcome = 'rejected';
      count('pulse_idempotency_outcomes_total', { operation: op, outcome: 'rejected' });
      throw new ApiError(400, 'idempotency_key_missing', 'This operation needs an Idempotency-Key header.');
    }
    return queued(async () => {
      const tx = new Tx();
      const r = await exec(tx);
      tx.commit();
      return r;
    });
  }
  if (!FORM[o.form].re.test(key)) {
    ctx.outcome = 'rejected';
    count('pulse_idempotency_outcomes_total', { operation: op, outcome: 'rejected' });
    throw new ApiError(400, 'idempotency_key_invalid', 'Idempotency-Key must be ' + FORM[o.form].text + '.');
  }
  if (o.form === 'uuid') key = key.toLowerCase();
  let scope = [op, ctx.gym, o.by === 'user' ? ctx.user : '*', key].join('|');
  if (bad('payout-user-collision') && op === 'payouts.create') scope = [op, ctx.gym, '*', key].join('|');
  if (bad('keys-cross-operations') && o.form === 'creation') scope = ['*', ctx.gym, '*', key].join('|');
  if (bad('tenant-key-leak') && op === 'members.create') scope = [op, '*', '*', key].join('|');
  if (bad('voucher-replica-local') && op === 'vouchers.redeem') scope += '|r' + ctx.replica;
  ctx.keyHash = sha(key).slice(0, 12);
  const fp = payloadOf(op, ctx);
  const seen = (outcome) => { ctx.outcome = outcome; count('pulse_idempotency_outcomes_total', { operation: op, outcome }); };
  const mismatch = () => {
    seen('mismatch');
    const st = bad('sub-mismatch-409') && op === 'subscriptions.create' ? 409 : o.mismatch[0];
    return new ApiError(st, o.mismatch[1], 'This Idempotency-Key was already used with a different request.');
  };
  const until = now() + o.wait;
  for (;;) {
    let rec = db.keys.get(scope);
    if (rec && now() >= (bad('invoice-retention-sliding') && op === 'invoices.create' ? rec.used_at || rec.done_at : rec.done_at) + o.ttl) {
      const t = new Tx(); t.del('keys', scope); t.commit(); rec = undefined;
    }
    if (rec) {
      if (rec.fp !== fp && !(bad('member-mismatch-replays') && op === 'members.create')) throw mismatch();
      seen('replay');
      if (bad('invoice-retention-sliding') && op === 'invoices.create') {
        const t = new Tx(); t.put('keys', scope, Object.assign({}, rec, { used_at: now() })); t.commit();
      }
      const out = { status: rec.status, body: clone(rec.body), headers: Object.assign({}, rec.headers) };
      if (o.marker && !(bad('sub-marker-absent') && op === 'subscriptions.create')) out.headers['Idempotent-Replayed'] = 'true';
      return extra && extra.replay ? extra.replay(out) : out;
    }
    const run = inflight.get(scope);
    if (!run) break;
    if (run.fp !== fp) throw mismatch();
    const left = until - now();
    if (left <= 0) {
      if (bad('sub-wait-runs-anyway') && op === 'subscriptions.create') break;
      seen('in_progress');
      throw new ApiError(409, o.busy, 'The first request with this Idempotency-Key is still being worked on.', { 'Retry-After': '1' });
    }
    let timer;
    await Promise.race([run.promise, new Promise((r) => { timer = setTimeout(r, left); })]);
    clearTimeout(timer);
  }
  seen('first');
  const run = { fp };
  run.promise = new Promise((r) => { run.finish = r; });
  inflight.set(scope, run);
  const release = () => { if (inflight.get(scope) === run) inflight.delete(scope); run.finish(); };
  if (bad('member-abort-frees-key') && op === 'members.create') ctx.res.on('close', () => { if (!ctx.res.writableFinished) release(); });
  let hold = false;
  try {
    return await queued(async () => {
      const tx = new Tx();
      const r = await exec(tx);
      if (o.stored(r.status) && !(bad('decline-not-remembered') && r.status === 402)) {
        const rec = { fp, status: r.status, body: r.body, headers: r.headers || {}, done_at: now() };
        if (bad('restart-forgets-recovered') && op === 'invoices.create' && failedBefore.has(scope)) tx.putVolatile('keys', scope, rec);
        else tx.put('keys', scope, rec);
      }
      tx.commit();
      return r;
    });
  } catch (e) {
    failedBefore.add(scope);
    if (e instanceof ApiError) {
      if ((bad('sub-500-replayed') && op === 'subscriptions.create' && e.status === 500) ||
          (bad('member-invalid-burns-key') && op === 'members.create' && e.status === 400)) {
        const t = new Tx(); t.put('keys', scope, { fp, status: e.status, body: e.body, headers: {}, done_at: now() }); t.commit();
      }
      if (bad('pay-timeout-lock') && op === 'invoices.pay' && e.status === 504) hold = true;
    }
    throw e;
  } finally { if (!hold) release(); }
}

// ---------------------------------------------------------------- views
const view = (o) => { const c = clone(o); delete c.gym; delete c.attempt; return c; };
function own(coll, id, gym, what) {
  const o = db[coll].get(id);
  if (!o || o.gym !== gym) throw notFound(what);
  return clone(o);
}
function listing(ctx, coll, filter) {
  const q = ctx.query;
  let lim = 100;
  if (q.has('limit')) {
    lim = Number(q.get('limit'));
    if (!isInt(lim, 1, 1000)) throw invalid('limit must be from 1 to 1000.');
  }
  const horizon = vary('lagging-lists') ? now() - 700 : Infinity;
  let rows = [...db[coll].values()].filter((o) => o.gym === ctx.gym && Date.parse(o.created_at) <= horizon && (!filter || filter(o)));
  if (q.has('after')) {
    const i = rows.findIndex((o) => (o.id || o.code) === q.get('after'));
    rows = rows.slice(i + 1);
  }
  return { status: 200, body: { data: rows.slice(0, lim).map(view), has_more: rows.length > lim } };
}
const etag = (s) => '"v' + s.version + '"';
const subReply = (s, status) => ({ status: status || 200, body: view(s), headers: { ETag: etag(s) } });
function note(tx, sub, action) {
  const id = newId('hst');
  tx.put('history', id, { id, gym: sub.gym, subscription_id: sub.id, action, version: sub.version, created_at: iso() });
}
function summarize(inv) {
  inv.total = inv.items.reduce((a, it) => a + it.quantity * it.unit_amount, 0);
  return inv;
}

// ---------------------------------------------------------------- handlers
const handlers = {};

handlers.createMember = (ctx) => repeatable('members.create', ctx, async (tx) => {
  const b = ctx.body;
  if (!isStr(b.name, 1, 100)) throw invalid('name must be a text of 1 to 100 characters.');
  if (!isStr(b.email, 3, 200) || !b.email.includes('@')) throw invalid('email must be an e-mail address.');
  if (b.address !== undefined && !isObj(b.address)) throw invalid('address must be an object.');
  if (b.tags !== undefined && !(Array.isArray(b.tags) && b.tags.every((t) => isStr(t, 1, 40)))) throw invalid('tags must be a list of texts.');
  const m = { id: newId('mem'), gym: ctx.gym, name: b.name, email: b.email, address: b.address || null, tags: b.tags || [], balance: 0, created_by: ctx.user, created_at: iso() };
  tx.put('members', m.id, m);
  return { status: 201, body: view(m), headers: { Location: '/v1/members/' + m.id } };
});

handlers.createSubscription = (ctx) => repeatable('subscriptions.create', ctx, async (tx) => {
  const b = ctx.body;
  if (!isStr(b.member_id, 1, 60)) throw invalid('member_id is required.');
  if (!isStr(b.plan, 1, 20) || !Object.prototype.hasOwnProperty.call(PLANS, b.plan)) throw invalid('plan must be one of basic, plus, premium.');
  own('members', b.member_id, ctx.gym, 'member');
  const s = { id: newId('sub'), gym: ctx.gym, member_id: b.member_id, plan: b.plan, price: PLANS[b.plan], status: 'active', version: 1, pause_count: 0, canceled_at: null, created_at: iso() };
  tx.put('subs', s.id, s);
  note(tx, s, 'created');
  return Object.assign(subReply(s, 201), { headers: { ETag: etag(s), Location: '/v1/subscriptions/' + s.id } });
});

handlers.patchSubscription = (ctx) => {
  own('subs', ctx.params[0], ctx.gym, 'subscription');
  if (ctx.req.headers['if-match'] === undefined) throw new ApiError(428, 'if_match_required', 'Send the ETag of the subscription in If-Match.');
  return repeatable('subscriptions.update', ctx, async (tx) => {
    const s = own('subs', ctx.params[0], ctx.gym, 'subscription');
    await staging(ctx);
    const b = ctx.body;
    if (!isStr(b.plan, 1, 20) || !Object.prototype.hasOwnProperty.call(PLANS, b.plan)) throw invalid('plan must be one of basic, plus, premium.');
    if (s.status === 'canceled') throw new ApiError(409, 'subscription_canceled', 'The subscription is canceled.');
    if (ctx.req.headers['if-match'] !== etag(s)) throw new ApiError(412, 'version_mismatch', 'The subscription has changed since you read it.');
    s.plan = b.plan; s.price = PLANS[b.plan]; s.version += 1;
    tx.put('subs', s.id, s);
    note(tx, s, 'plan_changed');
    return subReply(s);
  }, { queue: 'sub|' + ctx.params[0] });
};

function subAction(ctx, fn) {
  own('subs', ctx.params[0], ctx.gym, 'subscription');
  const work = async () => {
    await staging(ctx);
    const s = own('subs', ctx.params[0], ctx.gym, 'subscription');
    const tx = new Tx();
    const r = fn(tx, s);
    tx.commit();
    return r;
  };
  if (bad('patch-revives-canceled') && ctx.req.method === 'DELETE') return work();
  return exclusive('sub|' + ctx.params[0], work);
}
handlers.pause = (ctx) => subAction(ctx, (tx, s) => {
  if (s.status === 'canceled') throw new ApiError(409, 'subscription_canceled', 'The subscription is canceled.');
  if (s.status !== 'paused') {
    s.status = 'paused'; s.version += 1; s.pause_count += 1;
    tx.put('subs', s.id, s); note(tx, s, 'paused');
  } else if (bad('pause-bumps-etag')) { s.version += 1; tx.put('subs', s.id, s); }
  return subReply(s);
});
handlers.resume = (ctx) => subAction(ctx, (tx, s) => {
  if (s.status === 'canceled') throw new ApiError(409, 'subscription_canceled', 'The subscription is canceled.');
  if (s.status === 'paused') {
    s.status = 'active'; s.version += 1;
    tx.put('subs', s.id, s); note(tx, s, 'resumed');
  }
  return subReply(s);
});
handlers.cancel = (ctx) => subAction(ctx, (tx, s) => {
  if (s.status !== 'canceled') {
    s.status = 'canceled'; s.version += 1; s.canceled_at = iso();
    tx.put('subs', s.id, s); note(tx, s, 'canceled');
  } else if (bad('cancel-repeat-404')) throw notFound('subscription');
  return subReply(s);
});

handlers.createInvoice = (ctx) => repeatable('invoices.create', ctx, async (tx) => {
  const b = ctx.body;
  if (!isStr(b.member_id, 1, 60)) throw invalid('member_id is required.');
  if (b.memo !== undefined && !isStr(b.memo, 0, 200)) throw invalid('memo must be a text of up to 200 characters.');
  own('members', b.member_id, ctx.gym, 'member');
  const inv = { id: newId('inv'), gym: ctx.gym, member_id: b.member_id, memo: b.memo || null, status: 'draft', number: null, currency: 'EUR', items: [], total: 0, amount_credited: 0, amount_remaining: 0, charge_id: null, paid_at: null, payout_id: null, created_at: iso() };
  tx.put('invoices', inv.id, inv);
  return { status: 201, body: view(Object.assign({}, inv)), headers: { Location: '/v1/invoices/' + inv.id } };
});
handlers.putItem = async (ctx) => {
  own('invoices', ctx.params[0], ctx.gym, 'invoice');
  await staging(ctx);
  const inv = own('invoices', ctx.params[0], ctx.gym, 'invoice');
  const ref = ctx.params[1];
  const b = ctx.body;
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(ref)) throw invalid('The item reference must be 1 to 40 characters out of A-Z a-z 0-9 _ -.');
  if (!isStr(b.description, 1, 200)) throw invalid('description is required.');
  if (!isInt(b.quantity, 1, 1000)) throw invalid('quantity must be from 1 to 1000.');
  if (!isInt(b.unit_amount, 1, 10000000)) throw invalid('unit_amount must be a positive number of cents.');
  const item = { ref, description: b.description, quantity: b.quantity, unit_amount: b.unit_amount };
  const i = inv.items.findIndex((x) => x.ref === ref);
  if (inv.status !== 'draft') {
    if (i >= 0 && canonical(inv.items[i]) === canonical(item)) return { status: 200, body: view(inv) };
    throw new ApiError(409, 'invoice_finalized', 'Items can only be changed while the invoice is a draft.');
  }
  if (i >= 0) inv.items[i] = item; else inv.items.push(item);
  const tx = new Tx(); tx.put('invoices', inv.id, summarize(inv)); tx.commit();
  return { status: i >= 0 ? 200 : 201, body: view(inv) };
};
handlers.finalize = async (ctx) => {
  own('invoices', ctx.params[0], ctx.gym, 'invoice');
  await staging(ctx);
  const inv = own('invoices', ctx.params[0], ctx.gym, 'invoice');
  if (inv.status === 'draft') {
    if (!inv.items.length) throw new ApiError(409, 'invoice_empty', 'An invoice needs at least one item.');
    const tx = new Tx();
    inv.number = PREFIX[ctx.gym] + '-' + String(nextSeq(tx, 'number|' + ctx.gym)).padStart(6, '0');
    inv.status = 'open';
    tx.put('invoices', inv.id, inv); tx.commit();
  } else if (bad('finalize-renumbers')) {
    const tx = new Tx();
    inv.number = PREFIX[ctx.gym] + '-' + String(nextSeq(tx, 'number|' + ctx.gym)).padStart(6, '0');
    tx.put('invoices', inv.id, inv); tx.commit();
  }
  return { status: 200, body: view(inv) };
};

const paying = new Set();
const SOURCES = ['tok_ok', 'tok_slow', 'tok_declined', 'tok_decline_once', 'tok_timeout', 'tok_unreachable_once', 'tok_provider_down', 'tok_refund_declined'];
handlers.pay = (ctx) => {
  own('invoices', ctx.params[0], ctx.gym, 'invoice');
  return repeatable('invoices.pay', ctx, async (tx) => {
    const b = ctx.body;
    if (!SOURCES.includes(b.source)) throw invalid('source is not a card token we know.');
    if (b.receipt !== undefined && !isObj(b.receipt)) throw invalid('receipt must be an object.');
    const inv = own('invoices', ctx.params[0], ctx.gym, 'invoice');
    if (inv.status === 'draft') throw new ApiError(409, 'invoice_not_finalized', 'Finalize the invoice first.');
    if (inv.status === 'paid') throw new ApiError(409, 'invoice_already_paid', 'The invoice is already paid.');
    if (paying.has(inv.id)) throw new ApiError(409, 'invoice_locked', 'Another payment of this invoice is being worked on.', { 'Retry-After': '1' });
    paying.add(inv.id);
    tx.onCommit(() => paying.delete(inv.id));
    let ch;
    try {
      const attempt = inv.attempt || 1;
      ch = await provider.charge([ctx.gym, inv.id, attempt].join('/'), ctx.gym, inv, b.source);
    } catch (e) { paying.delete(inv.id); throw e; }
    if (ch.status === 'declined') {
      tx.put('invoices', inv.id, Object.assign(inv, { attempt: (inv.attempt || 1) + 1 }));
      return { status: 402, body: { error: { code: 'card_declined', message: 'The card was declined.' } } };
    }
    inv.status = 'paid'; inv.charge_id = ch.id; inv.paid_at = iso(); inv.amount_remaining = inv.total;
    if (isObj(b.receipt)) inv.receipt = b.receipt;
    tx.put('invoices', inv.id, inv);
    emit(tx, ctx.gym, 'invoice.paid', { invoice: view(inv) });
    return { status: 200, body: { invoice: view(inv), charge: { id: ch.id, amount: ch.amount, status: ch.status } } };
  }, {
    replay: (out) => {
      if (out.status === 200) {
        if (bad('pay-silent-recharge')) {
          const t = new Tx();
          const ch = clone(db.charges.get(out.body.charge.id));
          ch.id = newId('ch'); ch.created_at = iso();
          t.put('charges', ch.id, ch); t.commit();
          count('pulse_provider_charges_total');
        }
        if (bad('webhook-second-event')) {
          const t = new Tx(); emit(t, ctx.gym, 'invoice.paid', { invoice: out.body.invoice }); t.commit();
        }
      }
      return out;
    },
  });
};

const refusedRefs = new Set();
handlers.createCredit = (ctx) => {
  const b = ctx.body;
  own('invoices', ctx.params[0], ctx.gym, 'invoice');
  testDelay(ctx);
  const outcome = (o) => { ctx.outcome = o; count('pulse_idempotency_outcomes_total', { operation: 'credit_notes.create', outcome: o }); };
  if (b.client_reference === undefined) { outcome('rejected'); throw new ApiError(400, 'client_reference_missing', 'client_reference is required.'); }
  if (!isStr(b.client_reference, 1, 40)) { outcome('rejected'); throw invalid('client_reference must be a text of 1 to 40 characters.'); }
  return exclusive('credit|' + ctx.gym, async () => {
    const refKey = ctx.gym + '|' + b.client_reference;
    const fp = sha(ctx.path + '\n' + canonical(b));
    const known = db.refs.get(refKey);
    if (known && !bad('credit-ref-ignored')) {
      if (known.fp !== fp) { outcome('mismatch'); throw new ApiError(409, 'client_reference_conflict', 'This client_reference belongs to another credit note.'); }
      outcome('replay');
      return { status: 200, body: view(db.credits.get(known.id)) };
    }
    outcome('first');
    await staging(ctx);
    if (!isInt(b.amount, 1, 1e9)) throw invalid('amount must be a positive number of cents.');
    if (b.reason !== undefined && !isStr(b.reason, 0, 200)) throw invalid('reason must be a text.');
    await sleep(15);
    const inv = own('invoices', ctx.params[0], ctx.gym, 'invoice');
    if (inv.status !== 'paid') throw new ApiError(409, 'invoice_not_paid', 'Only paid invoices can be credited.');
    if (b.amount > inv.amount_remaining) throw new ApiError(422, 'amount_exceeds_remaining', 'Only ' + inv.amount_remaining + ' can still be credited.');
    const tx = new Tx();
    const rf = provider.refund(tx, ctx.gym, inv, b.amount, b.client_reference);
    if (!rf) {
      if (bad('credit-repeat-eats-remaining') && refusedRefs.has(refKey)) {
        inv.amount_remaining -= b.amount;
        tx.put('invoices', inv.id, inv); tx.commit();
      }
      refusedRefs.add(refKey);
      throw new ApiError(402, 'refund_declined', 'The payment provider declined the refund.');
    }
    const cn = { id: newId('cn'), gym: ctx.gym, invoice_id: inv.id, client_reference: b.client_reference, amount: b.amount, reason: b.reason || null, refund_id: rf.id, created_at: iso() };
    inv.amount_credited += b.amount; inv.amount_remaining -= b.amount;
    cn.remaining_after = inv.amount_remaining;
    tx.put('credits', cn.id, cn); tx.put('invoices', inv.id, inv); tx.put('refs', refKey, { fp, id: cn.id });
    tx.commit();
    return { status: 201, body: view(cn) };
  });
};

handlers.createPayout = (ctx) => repeatable('payouts.create', ctx, async (tx) => {
  const b = ctx.body;
  if (!Array.isArray(b.invoice_ids) || b.invoice_ids.length < 1 || b.invoice_ids.length > 100 || new Set(b.invoice_ids).size !== b.invoice_ids.length) throw invalid('invoice_ids must list 1 to 100 different invoices.');
  if (!isObj(b.destination) || !isStr(b.destination.iban, 8, 40)) throw invalid('destination.iban is required.');
  const invs = b.invoice_ids.map((id) => own('invoices', id, ctx.gym, 'invoice'));
  for (const i of invs) {
    if (i.status !== 'paid') throw new ApiError(409, 'invoice_not_paid', 'Invoice ' + i.id + ' is not paid.');
    if (i.payout_id) throw new ApiError(409, 'invoice_already_in_payout', 'Invoice ' + i.id + ' is already part of a payout.');
  }
  const p = { id: newId('po'), gym: ctx.gym, status: 'pending', invoice_ids: b.invoice_ids, amount: invs.reduce((a, i) => a + i.amount_remaining, 0), destination: b.destination, created_by: ctx.user, completed_at: null, created_at: iso() };
  tx.put('payouts', p.id, p);
  for (const i of invs) { i.payout_id = p.id; tx.put('invoices', i.id, i); }
  tx.onCommit(() => runPayout(p.id));
  return { status: 202, body: view(p), headers: { Location: '/v1/payouts/' + p.id } };
}, { replay: (out) => Object.assign(out, { body: view(db.payouts.get(out.body.id)) }) });

const voucherView = (v) => { const o = view(v); o.remaining = v.stock - v.redeemed; return o; };
handlers.putVoucher = async (ctx) => {
  const code = ctx.params[0];
  if (!/^[A-Z0-9-]{3,30}$/.test(code)) throw invalid('The code must be 3 to 30 characters out of A-Z 0-9 -.');
  await staging(ctx);
  const b = ctx.body;
  if (!isInt(b.stock, 0, 1000000)) throw invalid('stock must be a whole number.');
  if (!isInt(b.percent_off, 1, 100)) throw invalid('percent_off must be from 1 to 100.');
  const id = ctx.gym + '|' + code;
  const old = db.vouchers.get(id);
  const v = old ? clone(old) : { code, gym: ctx.gym, redeemed: 0, created_at: iso() };
  if (b.stock < v.redeemed) throw new ApiError(409, 'stock_below_redeemed', 'More vouchers than that are already redeemed.');
  v.stock = b.stock; v.percent_off = b.percent_off;
  const tx = new Tx(); tx.put('vouchers', id, v); tx.commit();
  return { status: old ? 200 : 201, body: voucherView(v) };
};
function voucher(ctx) {
  const v = db.vouchers.get(ctx.gym + '|' + ctx.params[0]);
  if (!v) throw notFound('voucher');
  return clone(v);
}
handlers.getVoucher = (ctx) => ({ status: 200, body: voucherView(voucher(ctx)) });
handlers.redeem = (ctx) => {
  voucher(ctx);
  return repeatable('vouchers.redeem', ctx, async (tx) => {
    if (!isStr(ctx.body.member_id, 1, 60)) throw invalid('member_id is required.');
    own('members', ctx.body.member_id, ctx.gym, 'member');
    const v = voucher(ctx);
    if (v.redeemed >= v.stock) throw new ApiError(409, 'voucher_sold_out', 'No voucher of this code is left.');
    v.redeemed += 1;
    tx.put('vouchers', ctx.gym + '|' + v.code, v);
    const r = { id: newId('rdm'), gym: ctx.gym, code: v.code, member_id: ctx.body.member_id, remaining_after: v.stock - v.redeemed, created_at: iso() };
    tx.put('redemptions', r.id, r);
    return { status: 201, body: view(r) };
  }, {
    replay: (out) => {
      if (bad('voucher-stock-on-replay')) {
        const v = voucher(ctx);
        if (v.redeemed < v.stock) { v.redeemed += 1; const t = new Tx(); t.put('vouchers', ctx.gym + '|' + v.code, v); t.commit(); }
      }
      return out;
    },
  });
};

handlers.putHook = (ctx) => {
  const b = ctx.body;
  if (!isStr(b.url, 8, 500) || !/^https?:\/\//.test(b.url)) throw invalid('url must be an http or https address.');
  if (b.enabled !== undefined && typeof b.enabled !== 'boolean') throw invalid('enabled must be true or false.');
  const old = db.hooks.has(ctx.gym);
  const h = { gym: ctx.gym, url: b.url, enabled: b.enabled !== false };
  const tx = new Tx(); tx.put('hooks', ctx.gym, h); tx.commit();
  return { status: old ? 200 : 201, body: { url: h.url, enabled: h.enabled, secret: hookSecret(ctx.gym) } };
};
handlers.getHook = (ctx) => {
  const h = db.hooks.get(ctx.gym);
  if (!h) throw notFound('webhook endpoint');
  return { status: 200, body: { url: h.url, enabled: h.enabled, secret: hookSecret(ctx.gym) } };
};
handlers.redeliver = (ctx) => {
  const ev = own('events', ctx.params[0], ctx.gym, 'event');
  if (!db.hooks.has(ctx.gym)) throw new ApiError(409, 'no_endpoint', 'Configure a webhook endpoint first.');
  if (ev.delivery.state !== 'pending') {
    ev.delivery = { attempts: 0, state: 'pending' };
    const tx = new Tx(); tx.put('events', ev.id, ev); tx.onCommit(() => deliver(ev.id)); tx.commit();
  }
  return { status: 202, body: view(ev) };
};

handlers.providerWebhook = (ctx) => {
  const h = ctx.req.headers['provider-signature'] || '';
  const m = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(h);
  const refuse = () => { count('pulse_provider_events_total', { result: 'refused' }); return new ApiError(401, 'signature_invalid', 'The signature does not fit.'); };
  if (!m || Math.abs(now() / 1000 - Number(m[1])) > 300) throw refuse();
  const want = crypto.createHmac('sha256', PROVIDER_SECRET).update(m[1] + '.' + ctx.raw).digest('hex');
  if (!crypto.timingSafeEqual(Buffer.from(want), Buffer.from(m[2]))) throw refuse();
  const b = ctx.body;
  if (!isStr(b.id, 1, 80) || !isStr(b.type, 1, 80) || !isObj(b.data)) throw invalid('id, type and data are required.');
  if (db.inbound.has(b.id) && !bad('provider-event-twice')) {
    count('pulse_provider_events_total', { result: 'duplicate' });
    return { status: 200, body: { received: true, duplicate: true } };
  }
  const tx = new Tx();
  if (b.type === 'transfer.received') {
    if (!isInt(b.data.amount, 1, 1e9)) throw invalid('data.amount must be a positive number of cents.');
    const mem = db.members.get(b.data.member_id);
    if (!mem || mem.gym !== b.data.gym) throw new ApiError(422, 'unknown_member', 'No such member.');
    const c = clone(mem); c.balance += b.data.amount;
    tx.put('members', c.id, c);
  }
  tx.put('inbound', b.id, { at: iso() });
  tx.commit();
  count('pulse_provider_events_total', { result: 'processed' });
  return { status: 200, body: { received: true, duplicate: false } };
};

const getter = (coll, what, headers) => (ctx) => {
  const o = own(coll, ctx.params[0], ctx.gym, what);
  return { status: 200, body: view(o), headers: headers ? headers(o) : {} };
};
const invoiceList = (ctx) => listing(ctx, 'invoices', (o) => !ctx.query.has('member_id') || o.member_id === ctx.query.get('member_id'));

const ROUTES = [
  ['POST', '/v1/members', handlers.createMember],
  ['GET', '/v1/members', (c) => listing(c, 'members', (o) => !c.query.has('email') || o.email === c.query.get('email'))],
  ['GET', '/v1/members/:', getter('members', 'member')],
  ['POST', '/v1/subscriptions', handlers.createSubscription],
  ['GET', '/v1/subscriptions', (c) => listing(c, 'subs', (o) => !c.query.has('member_id') || o.member_id === c.query.get('member_id'))],
  ['GET', '/v1/subscriptions/:', getter('subs', 'subscription', (o) => ({ ETag: etag(o) }))],
  ['PATCH', '/v1/subscriptions/:', (c) => handlers.patchSubscription(c)],
  ['DELETE', '/v1/subscriptions/:', handlers.cancel],
  ['POST', '/v1/subscriptions/:/pause', handlers.pause],
  ['POST', '/v1/subscriptions/:/resume', handlers.resume],
  ['GET', '/v1/subscriptions/:/history', (c) => { own('subs', c.params[0], c.gym, 'subscription'); return listing(c, 'history', (o) => o.subscription_id === c.params[0]); }],
  ['POST', '/v1/invoices', handlers.createInvoice],
  ['GET', '/v1/invoices', invoiceList],
  ['GET', '/v1/invoices/:', getter('invoices', 'invoice')],
  ['PUT', '/v1/invoices/:/items/:', handlers.putItem],
  ['POST', '/v1/invoices/:/finalize', handlers.finalize],
  ['POST', '/v1/invoices/:/pay', handlers.pay],
  ['POST', '/v1/invoices/:/credit_notes', handlers.createCredit],
  ['GET', '/v1/invoices/:/credit_notes', (c) => { own('invoices', c.params[0], c.gym, 'invoice'); return listing(c, 'credits', (o) => o.invoice_id === c.params[0]); }],
  ['POST', '/v1/payouts', handlers.createPayout],
  ['GET', '/v1/payouts', (c) => listing(c, 'payouts')],
  ['GET', '/v1/payouts/:', getter('payouts', 'payout')],
  ['PUT', '/v1/vouchers/:', handlers.putVoucher],
  ['GET', '/v1/vouchers/:', handlers.getVoucher],
  ['POST', '/v1/vouchers/:/redeem', handlers.redeem],
  ['GET', '/v1/vouchers/:/redemptions', (c) => { voucher(c); return listing(c, 'redemptions', (o) => o.code === c.params[0]); }],
  ['PUT', '/v1/webhook_endpoint', handlers.putHook],
  ['GET', '/v1/webhook_endpoint', handlers.getHook],
  ['GET', '/v1/events', (c) => listing(c, 'events')],
  ['GET', '/v1/events/:', getter('events', 'event')],
  ['POST', '/v1/events/:/redeliver', handlers.redeliver],
  ['POST', '/v1/provider/webhooks', handlers.providerWebhook, 'open'],
  ['GET', '/v1/test/provider/charges', (c) => providerList(c, 'charges')],
  ['GET', '/v1/test/provider/refunds', (c) => providerList(c, 'refunds')],
].map(([m, p, h, open]) => ({ m, p, h, open: !!open, re: new RegExp('^' + p.replace(/:/g, '([^/]+)') + '$'), label: p.replace(/:/g, '{id}') }));
function providerList(c, coll) {
  const rows = [...db[coll].values()].filter((o) => o.gym === c.gym && (!c.query.has('invoice_id') || o.invoice_id === c.query.get('invoice_id')));
  return { status: 200, body: { data: rows.map(view), count: rows.length, succeeded: rows.filter((r) => r.status !== 'declined').length } };
}

// ---------------------------------------------------------------- http
function shuffled(v) {
  if (Array.isArray(v)) return v.map(shuffled);
  if (!isObj(v)) return v;
  const o = {};
  for (const k of Object.keys(v).sort(() => Math.random() - 0.5)) o[k] = shuffled(v[k]);
  return o;
}
const OTHER = ['Sorry, that did not work.', 'Request refused. See the developer guide.', 'We could not do this for you.', 'Please check your request.'];
function readBody(req) {
  return new Promise((resolve, reject) => {
    const parts = []; let n = 0;
    req.on('data', (d) => { n += d.length; if (n <= 65536) parts.push(d); });
    req.on('end', () => (n > 65536 ? reject(new ApiError(413, 'too_large', 'The body is larger than 64 KB.')) : resolve(Buffer.concat(parts).toString('utf8'))));
    req.on('error', reject); req.on('aborted', () => reject(new ApiError(400, 'aborted', 'aborted')));
  });
}
async function serve(req, res, replica) {
  const t0 = now();
  let u;
  try { u = new URL('http://x' + req.url); decodeURIComponent(u.pathname); } catch (e) { u = new URL('http://x/invalid'); }
  const ctx = { req, res, replica, path: u.pathname, query: u.searchParams, id: newId('req'), gym: null, user: null, outcome: null, keyHash: null };
  let out; let label = 'unknown';
  if (vary('slow')) await sleep(40 + Math.random() * 90);
  try {
    if (u.pathname === '/metrics' && req.method === 'GET') {
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }); res.end(renderMetrics()); return;
    }
    if (u.pathname === '/healthz' && req.method === 'GET') { res.writeHead(200, { 'Content-Type': 'application/json' }); res.end('{"ok":true}'); return; }
    ctx.raw = await readBody(req);
    const hits = ROUTES.map((r) => [r, r.re.exec(u.pathname)]).filter((x) => x[1]);
    const hit = hits.find((x) => x[0].m === req.method);
    if (hit) label = hit[0].label;
    if (!(hit && hit[0].open)) {
      const m = /^Bearer (\S+)$/.exec(req.headers.authorization || '');
      const who = m && Object.prototype.hasOwnProperty.call(TOKENS, m[1]) ? TOKENS[m[1]] : null;
      if (!who) throw new ApiError(401, 'unauthorized', 'Send a valid API token.');
      ctx.gym = who.gym; ctx.user = who.user;
    }
    if (!hits.length) throw notFound('route');
    if (!hit) throw new ApiError(405, 'method_not_allowed', 'This method is not allowed here.', { Allow: hits.map((x) => x[0].m).join(', ') });
    ctx.params = hit[1].slice(1).map(decodeURIComponent);
    ctx.body = {};
    if (ctx.raw) {
      if (!/^application\/json\b/.test(req.headers['content-type'] || '')) throw new ApiError(415, 'unsupported_media_type', 'Send application/json.');
      try { ctx.body = JSON.parse(ctx.raw); } catch (e) { throw new ApiError(400, 'invalid_json', 'The body is not valid JSON.'); }
      if (!isObj(ctx.body)) throw new ApiError(400, 'invalid_json', 'The body must be a JSON object.');
    }
    out = await hit[0].h(ctx);
  } catch (e) {
    if (e instanceof ApiError) out = { status: e.status, body: e.body, headers: e.headers };
    else {
      log('error', 'crash', { request_id: ctx.id, error: String(e && e.stack || e) });
      out = { status: 500, body: { error: { code: 'internal_error', message: 'Something went wrong on our side.' } } };
    }
  }
  let body = out.body;
  if (vary('other-texts') && body && body.error) body = { error: { code: body.error.code, message: OTHER[Math.floor(Math.random() * OTHER.length)], doc_url: 'https://docs.pulse.example/errors/' + Math.floor(Math.random() * 1000) } };
  let text;
  if (vary('json-shuffle')) text = JSON.stringify(shuffled(body), null, Math.floor(Math.random() * 4)) + '\n'.repeat(Math.floor(Math.random() * 2));
  else text = JSON.stringify(body);
  let headers = Object.assign({ 'Content-Type': 'application/json; charset=utf-8', 'Pulse-Request-Id': ctx.id }, out.headers, { 'Content-Length': Buffer.byteLength(text) });
  if (vary('extra-headers')) {
    const h = Object.assign({}, headers, { 'X-Edge-Node': 'edge-' + Math.floor(Math.random() * 50), 'Server-Timing': 'app;dur=' + (Math.random() * 9).toFixed(2), 'X-RateLimit-Remaining': String(Math.floor(Math.random() * 900)), 'Cache-Control': 'no-store', Vary: 'Authorization', 'Set-Cookie': 'lb=' + crypto.randomBytes(4).toString('hex') });
    headers = {};
    for (const k of Object.keys(h).sort(() => Math.random() - 0.5)) headers[Math.random() < 0.5 ? k.toLowerCase() : k] = h[k];
  }
  if (vary('slow')) await sleep(40 + Math.random() * 90);
  count('pulse_http_requests_total', { route: label, method: req.method, status: out.status });
  log('info', 'request', { request_id: ctx.id, replica, gym: ctx.gym, user: ctx.user, method: req.method, path: ctx.path, status: out.status, ms: now() - t0, idempotency: ctx.outcome || 'none', key_hash: ctx.keyHash });
  if (res.destroyed) return;
  res.writeHead(out.status, headers);
  res.end(text);
}

openJournal();
for (const p of db.payouts.values()) {
  if (p.status !== 'completed') runPayout(p.id);
}
for (const e of db.events.values()) if (e.delivery.state === 'pending') deliver(e.id);
if (vary('noisy-metrics')) {
  setInterval(() => {
    count('pulse_cache_probes_total', { shard: Math.floor(Math.random() * 3) }, 1 + Math.floor(Math.random() * 5));
    count('pulse_http_requests_total', { route: '/internal/health', method: 'GET', status: 200 });
    log('info', 'heartbeat', { heap: process.memoryUsage().heapUsed });
  }, 40);
}
let up = 0;
const servers = [];
for (let r = 0; r < REPLICAS; r++) {
  const s = http.createServer((req, res) => { serve(req, res, r + 1).catch((e) => { log('error', 'crash', { error: String(e && e.stack || e) }); res.destroy(); }); });
  s.keepAliveTimeout = 5000;
  s.listen(PORT + r, '127.0.0.1', () => {
    log('info', 'listening', { port: PORT + r, replica: r + 1 });
    if (++up === REPLICAS) console.log('pulse listening on ' + servers.map((_, i) => PORT + i).join(', '));
  });
  servers.push(s);
}
for (const sig of ['SIGINT', 'SIGTERM']) process.on(sig, () => { for (const s of servers) { s.close(); } process.exit(0); });
