#!/usr/bin/env python3
"""Aliquot - custody ledger for a biobank. See README.md, CONTRACT.md, SANDBOX.md.

  server.py supervise          two replicas, restarted when they die
  server.py replica NAME PORT  one replica (nobody restarts it)
Environment: ALIQUOT_PORTS (19400,19401) ALIQUOT_DIR (./data) DEFECT VARIANT
"""
import hashlib, hmac, json, os, random, re, secrets, signal, sqlite3, sys, threading, time, uuid
from contextlib import contextmanager
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit, parse_qs

HERE = os.path.dirname(os.path.abspath(__file__))

DEFECTS = ('key_missing_on_returns key_cut_at_32 fp_path_ignored fp_defaults_raw replay_live_body '
           'replay_drops_location race_returns replica_local_registers scope_per_user scope_no_tenant '
           'expired_reruns resume_new_pick return_sum_unchecked keeps_503 assay_resubmit_after_finish '
           'hook_dedup_by_signature '
           'key_uuid_folded fp_prefix_512 refusal_status_lost_elsewhere waiter_skips_fingerprint '
           'lock_in_process replay_extends_life boot_sweep_all return_check_early plate_partial_commit '
           'assay_requeue_charges hook_marks_before_work patch_412_kept').split()
VARIANTS = ('member_order slow extra_headers instant_conflict chunked_close uuid_ids lagging_lists '
            'wordy_errors').split()

HOUR = 3600
KEEP_SUCCESS = 48 * HOUR        # replayable
KEEP_TOMBSTONE = 30 * 24 * HOUR  # then refused with 410 until this age
KEEP_REFUSAL = 600
BEAT, DEAD = 0.3, 2.0
HOOK_SECRET = b'instr-7Q2-shared-secret'
HOOK_TOLERANCE = 300
PANELS = {'basic': 3, 'wide': 8}
START_UNITS = 2000

TOKENS = {'nord-ada-token': ('nordlab', 'ada'), 'nord-bo-token': ('nordlab', 'bo'),
          'sud-cleo-token': ('sudlab', 'cleo'), 'sud-dag-token': ('sudlab', 'dag')}

NAME, BOOT = '?', secrets.token_hex(6)


def configure(env):
    global DIR, PORTS, DEFECT, VARIANT, WAIT, LIST_LAG
    DIR = env.get('ALIQUOT_DIR') or os.path.join(HERE, 'data')
    PORTS = [int(p) for p in (env.get('ALIQUOT_PORTS') or '19400,19401').split(',')]
    DEFECT, VARIANT = env.get('DEFECT', ''), env.get('VARIANT', '')
    WAIT = 0.0 if VARIANT == 'instant_conflict' else 1.5
    LIST_LAG = 0.8 if VARIANT == 'lagging_lists' else 0.0


configure(os.environ)


def bad(name):
    return DEFECT == name


# ---------------------------------------------------------------- storage

SCHEMA = '''
CREATE TABLE IF NOT EXISTS kv(k TEXT PRIMARY KEY, v REAL);
CREATE TABLE IF NOT EXISTS replicas(boot TEXT PRIMARY KEY, name TEXT, pid INT, beat REAL);
CREATE TABLE IF NOT EXISTS refs(scope TEXT, ref TEXT, fp TEXT, state TEXT, owner TEXT, token TEXT, status INT,
  headers TEXT, body TEXT, extra TEXT, done_at REAL, expires REAL, gone REAL, PRIMARY KEY(scope, ref));
CREATE TABLE IF NOT EXISTS specimens(id TEXT PRIMARY KEY, tenant TEXT, label TEXT, kind TEXT, storage TEXT, note TEXT,
  volume INT, held INT DEFAULT 0, version INT DEFAULT 1, created_by TEXT, created_at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS draws(id TEXT PRIMARY KEY, tenant TEXT, specimen TEXT, volume INT, returned INT DEFAULT 0,
  purpose TEXT, note TEXT, pick TEXT, state TEXT, created_by TEXT, created_at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS returns(id TEXT PRIMARY KEY, tenant TEXT, draw TEXT, volume INT, note TEXT,
  created_by TEXT, created_at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS plates(id TEXT PRIMARY KEY, tenant TEXT, doc TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS ledger(n INTEGER PRIMARY KEY, tenant TEXT, specimen TEXT, delta INT, reason TEXT, source TEXT,
  at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS units(n INTEGER PRIMARY KEY, tenant TEXT, assay TEXT, delta INT, reason TEXT, at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS assays(id TEXT PRIMARY KEY, tenant TEXT, draw TEXT, panel TEXT, state TEXT, owner TEXT,
  report TEXT, created_by TEXT, created_at TEXT, finished_at TEXT, latest_seq INT, latest_value REAL, wall REAL);
CREATE TABLE IF NOT EXISTS hook_events(id TEXT PRIMARY KEY, at REAL);
CREATE TABLE IF NOT EXISTS readings(id TEXT PRIMARY KEY, tenant TEXT, assay TEXT, event_id TEXT, seq INT, value REAL,
  at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS events(n INTEGER PRIMARY KEY, tenant TEXT, type TEXT, subject TEXT, at TEXT, wall REAL);
CREATE TABLE IF NOT EXISTS faults(n INTEGER PRIMARY KEY, tenant TEXT, operation TEXT, mode TEXT, seconds REAL, times INT);
'''
ARM_SCHEMA = '''CREATE TABLE IF NOT EXISTS picks(n INTEGER PRIMARY KEY, pick_ref TEXT UNIQUE, tenant TEXT, specimen TEXT,
  volume INT, calls INT DEFAULT 1);'''


POOL = {}       # file: idle connections; only in a replica


class Connection(sqlite3.Connection):
    file = None

    def close(self):
        if self.file in POOL and not self.in_transaction:
            POOL[self.file].append(self)
        else:
            super().close()


def connect(file='aliquot.db'):
    try:
        return POOL[file].pop()
    except (KeyError, IndexError):
        pass
    c = sqlite3.connect(os.path.join(DIR, file), timeout=15, isolation_level=None, factory=Connection, check_same_thread=False)
    c.file = file
    c.row_factory = sqlite3.Row
    c.execute('PRAGMA synchronous=OFF')
    return c


def init_store():
    os.makedirs(DIR, exist_ok=True)
    for file, schema in (('aliquot.db', SCHEMA), ('arm.db', ARM_SCHEMA)):
        c = connect(file)
        c.execute('PRAGMA journal_mode=WAL')
        c.executescript(schema)
        c.close()
    with tx() as c:
        c.execute("INSERT OR IGNORE INTO kv VALUES('offset',0)")
        for tenant in sorted({t for t, _ in TOKENS.values()}):
            if not c.execute("SELECT 1 FROM units WHERE tenant=?", (tenant,)).fetchone():
                c.execute("INSERT INTO units(tenant,assay,delta,reason,at,wall) VALUES(?,NULL,?,'grant',?,0)",
                          (tenant, START_UNITS, stamp(clock(c))))


@contextmanager
def tx():
    c = connect()
    try:
        c.execute('BEGIN IMMEDIATE')
        yield c
        c.execute('COMMIT')
    except BaseException:
        if c.in_transaction:
            c.execute('ROLLBACK')
        raise
    finally:
        c.close()


def clock(c):
    return time.time() + c.execute("SELECT v FROM kv WHERE k='offset'").fetchone()[0]


def stamp(t):
    return datetime.fromtimestamp(t, timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


def new_id(prefix):
    if VARIANT == 'uuid_ids':
        return str(uuid.uuid4())
    return f'{prefix}_{secrets.token_hex(7)}'


def dump(doc):
    if VARIANT == 'member_order':
        def flip(x):
            if isinstance(x, dict):
                return {k: flip(x[k]) for k in reversed(list(x))}
            return [flip(y) for y in x] if isinstance(x, list) else x
        return json.dumps(flip(doc), indent=2) + '\n'
    return json.dumps(doc, separators=(',', ':'))


def alive(c, boot):
    row = c.execute('SELECT beat FROM replicas WHERE boot=?', (boot,)).fetchone()
    return bool(row) and time.time() - row['beat'] < DEAD


def take_fault(tenant, operation, *modes):
    """Consumes one use of the oldest matching sandbox fault, if any."""
    c = connect()
    try:
        q = (f"SELECT * FROM faults WHERE times>0 AND operation=? AND (tenant=? OR tenant='*') "
             f"AND mode IN ({','.join('?' * len(modes))}) ORDER BY n LIMIT 1")
        if not c.execute(q, (operation, tenant, *modes)).fetchone():
            return None
        c.execute('BEGIN IMMEDIATE')
        row = c.execute(q, (operation, tenant, *modes)).fetchone()
        if row:
            c.execute('UPDATE faults SET times=times-1 WHERE n=?', (row['n'],))
        c.execute('COMMIT')
        return row
    finally:
        c.close()


# ---------------------------------------------------------------- errors

RETRY = {'ref_in_progress': 'same_ref', 'arm_offline': 'same_ref', 'arm_timeout': 'same_ref', 'internal': 'same_ref',
         'stale_version': 'same_ref', 'ref_mismatch': 'new_ref', 'ref_expired': 'new_ref', 'insufficient_volume': 'new_ref',
         'arm_refused': 'new_ref', 'over_return': 'new_ref', 'units_exhausted': 'new_ref'}
TEXT = {
    'ref_required': 'This operation needs a Bench-Ref header.', 'ref_malformed': 'Bench-Ref is not well formed.',
    'ref_mismatch': 'This Bench-Ref was used for a different request.', 'ref_in_progress': 'A request with this Bench-Ref is still running.',
    'ref_expired': 'This Bench-Ref is spent and can no longer be replayed.', 'insufficient_volume': 'Not enough volume is available.',
    'arm_refused': 'The freezer arm refused the pick.', 'arm_offline': 'The freezer arm is offline; nothing was picked.',
    'arm_timeout': 'The freezer arm did not answer in time; retry with the same Bench-Ref to learn the outcome.',
    'over_return': 'More would be returned than was drawn.', 'units_exhausted': 'No assay units left.',
    'stale_version': 'If-Match does not name the current version.', 'internal': 'Something broke on our side.',
}


class Problem(Exception):
    """keep: 'refusal' (remembered a short while) | None (the ref is released) | 'bind' (outcome open)"""
    def __init__(self, status, code, message=None, keep=None, headers=None, field=None):
        super().__init__(code)
        self.status, self.code, self.keep, self.headers, self.field = status, code, keep, headers or {}, field
        self.message = message or TEXT.get(code, code.replace('_', ' '))

    def body(self, ref):
        err = {'code': self.code, 'message': self.message, 'ref': ref, 'retry': RETRY.get(self.code, 'never')}
        if self.field:
            err['field'] = self.field
        if VARIANT == 'wordy_errors':
            err['message'] = random.choice(['Entschuldigung: ', 'Pardon: ', 'Beklager: ']) + self.message + f' [{secrets.token_hex(3)}]'
            err['help'] = f'https://help.example/{self.code}#{secrets.token_hex(2)}'
            return dump({'trace': secrets.token_hex(8), 'error': err, 'documentation': None})
        return dump({'error': err})


class Fenced(Exception):
    pass


# ---------------------------------------------------------------- validation and fingerprint

REF_FORM = re.compile(r'[A-Za-z0-9][A-Za-z0-9._~-]{11,63}')


def text(lo, hi):
    def check(v):
        return isinstance(v, str) and lo <= len(v) <= hi and not re.search('[\ud800-\udfff]', v)
    return check


def volume(v):
    return isinstance(v, int) and not isinstance(v, bool) and 1 <= v <= 1_000_000


def wells(v):
    return (isinstance(v, list) and 1 <= len(v) <= 96 and all(
        isinstance(w, dict) and set(w) == {'specimen_id', 'volume_ul'} and text(1, 60)(w['specimen_id']) and volume(w['volume_ul'])
        for w in v))


# member: (check, required, fixed default)
FORMS = {
    'specimens.create': {'label': (text(1, 80), True, None), 'volume_ul': (volume, True, None),
                         'kind': (lambda v: v in ('plasma', 'serum', 'tissue'), False, 'plasma'),
                         'storage': (text(1, 40), False, 'minus80'), 'note': (text(0, 200), False, '')},
    'specimens.amend': {'label': (text(1, 80), False, None), 'storage': (text(1, 40), False, None)},
    'draws.create': {'volume_ul': (volume, True, None), 'purpose': (text(1, 40), False, 'general'),
                     'note': (text(0, 200), False, '')},
    'returns.create': {'volume_ul': (volume, False, None), 'note': (text(0, 200), False, '')},
    'plates.fill': {'name': (text(1, 80), True, None), 'wells': (wells, True, None), 'note': (text(0, 200), False, '')},
    'assays.submit': {'draw_id': (text(1, 60), True, None), 'panel': (lambda v: isinstance(v, str) and v in PANELS, False, 'basic'),
                      'note': (text(0, 200), False, '')},
}


def parse(operation, raw):
    try:
        body = json.loads(raw.decode('utf-8')) if raw.strip() else {}
    except (ValueError, RecursionError):
        raise Problem(400, 'malformed_body')
    if not isinstance(body, dict):
        raise Problem(400, 'malformed_body')
    form, full = FORMS[operation], {}
    for k in body:
        if k not in form:
            raise Problem(422, 'invalid_field', f'Unknown member {k}.', field=k)
    for k, (check, required, default) in form.items():
        if k not in body:
            if required:
                raise Problem(422, 'invalid_field', f'{k} is required.', field=k)
            if default is not None:
                full[k] = default
        elif not check(body[k]):
            raise Problem(422, 'invalid_field', f'{k} is not valid.', field=k)
        else:
            full[k] = body[k]
    return body, full


def fingerprint(operation, target, sent, full):
    doc = dict(sent if bad('fp_defaults_raw') else full)
    doc.pop('note', None)
    canon = json.dumps(doc, sort_keys=True, separators=(',', ':'))
    if bad('fp_prefix_512'):
        canon = canon[:512]
    if bad('fp_path_ignored') and operation == 'draws.create':
        target = ''
    return hashlib.sha256(f'{operation}\n{target}\n{canon}'.encode()).hexdigest()


# ---------------------------------------------------------------- keyed execution

class Job:
    """One admitted execution of an operation, under a ref or without one."""
    def __init__(self, h, operation, scope, ref, token, extra):
        self.h, self.operation, self.scope, self.ref, self.token, self.extra = h, operation, scope, ref, token, extra
        self.tenant, self.user = h.tenant, h.user
        self.held = bool(extra)

    def fence(self, c):
        if (self.ref is None or bad('boot_sweep_all') or bad('lock_in_process') and self.operation == 'draws.create'
                or bad('race_returns') and self.operation == 'returns.create'):
            return
        row = c.execute('SELECT token FROM refs WHERE scope=? AND ref=?', (self.scope, self.ref)).fetchone()
        if not row or row['token'] != self.token:
            raise Fenced()

    def remember_extra(self, c):
        if self.ref is not None:
            c.execute('UPDATE refs SET extra=? WHERE scope=? AND ref=? AND token=?',
                      (json.dumps(self.extra), self.scope, self.ref, self.token))

    def settle(self, c, status, body, headers, refusal=False):
        if self.ref is None:
            return
        now = clock(c)
        expires = now + (KEEP_REFUSAL if refusal else KEEP_SUCCESS)
        gone = expires if refusal else now + KEEP_TOMBSTONE
        c.execute('UPDATE refs SET state=?,status=?,body=?,headers=?,done_at=?,expires=?,gone=?,extra=?,owner=? WHERE scope=? AND ref=?',
                  ('refused' if refusal else 'done', status, body, json.dumps(headers), now, expires, gone,
                   json.dumps(self.extra), BOOT, self.scope, self.ref))

    def release(self, c):
        if self.ref is not None:
            c.execute('DELETE FROM refs WHERE scope=? AND ref=? AND token=?', (self.scope, self.ref, self.token))


def replay(h, operation, row):
    headers = json.loads(row['headers'])
    status, body = row['status'], row['body']
    if bad('refusal_status_lost_elsewhere') and row['state'] == 'refused' and row['owner'] != BOOT:
        status = 200
    headers['Bench-Replayed'] = stamp(row['done_at'])
    if status == 201:
        status = 200
    if operation == 'assays.submit' and row['state'] == 'done':
        c = connect()
        a = c.execute('SELECT * FROM assays WHERE id=?', (json.loads(row['extra'])['assay'],)).fetchone()
        c.close()
        status, body = (202 if a['state'] in ('queued', 'running') else 200), dump(assay_doc(a))
    if bad('replay_live_body') and operation == 'specimens.create':
        c = connect()
        s = c.execute('SELECT * FROM specimens WHERE id=?', (json.loads(body)['id'],)).fetchone()
        c.close()
        body = dump(specimen_doc(s))
    if bad('replay_drops_location') and operation == 'draws.create':
        headers.pop('Location', None)
    return status, body, headers


def admit(h, operation, ref, fp):
    """Returns ('run', Job) or ('answer', (status, body, headers))."""
    scope = f'{h.tenant}|{operation}'
    if bad('scope_per_user'):
        scope = f'{h.tenant}|{h.user}|{operation}'
    if bad('scope_no_tenant'):
        scope = operation
    if bad('replica_local_registers') and operation == 'specimens.create':
        scope += '|' + NAME
    if bad('key_cut_at_32'):
        ref = ref[:32]
    if bad('key_uuid_folded') and re.fullmatch(r'[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}', ref):
        ref = ref.replace('-', '').lower()
    deadline, waited = time.monotonic() + WAIT, False
    while True:
        with tx() as c:
            now, token = clock(c), secrets.token_hex(8)
            row = c.execute('SELECT * FROM refs WHERE scope=? AND ref=?', (scope, ref)).fetchone()
            if row and row['state'] in ('done', 'refused'):
                over = now >= row['gone'] or (bad('expired_reruns') and now >= row['expires'])
                if bad('assay_resubmit_after_finish') and operation == 'assays.submit' and row['state'] == 'done':
                    a = c.execute('SELECT state FROM assays WHERE id=?', (json.loads(row['extra'])['assay'],)).fetchone()
                    over = over or a['state'] == 'finished'
                if over:
                    c.execute('DELETE FROM refs WHERE scope=? AND ref=?', (scope, ref))
                    row = None
            if row is None:
                c.execute("INSERT INTO refs(scope,ref,fp,state,owner,token,extra) VALUES(?,?,?,'running',?,?,'{}')",
                          (scope, ref, fp, BOOT, token))
                return 'run', Job(h, operation, scope, ref, token, {})
            if row['state'] in ('done', 'refused') and now >= row['expires']:
                raise Problem(410, 'ref_expired')
            unchecked = bad('waiter_skips_fingerprint') and (waited or row['state'] == 'running')
            if row['fp'] != fp and not unchecked:
                raise Problem(422, 'ref_mismatch')
            if row['state'] in ('done', 'refused'):
                if bad('replay_extends_life') and row['state'] == 'done':
                    c.execute('UPDATE refs SET expires=?,gone=? WHERE scope=? AND ref=?',
                              (now + KEEP_SUCCESS, now + KEEP_TOMBSTONE, scope, ref))
                found = row
            elif row['state'] == 'bound' or not alive(c, row['owner']):
                c.execute("UPDATE refs SET state='running',owner=?,token=? WHERE scope=? AND ref=?", (BOOT, token, scope, ref))
                return 'run', Job(h, operation, scope, ref, token, json.loads(row['extra']))
            elif bad('race_returns') and operation == 'returns.create':
                return 'run', Job(h, operation, scope, ref, token, {})
            elif bad('lock_in_process') and operation == 'draws.create' and row['owner'] != BOOT:
                return 'run', Job(h, operation, scope, ref, token, {})
            else:
                found = None
        if found:
            return 'answer', replay(h, operation, found)
        waited = True
        if time.monotonic() >= deadline:
            raise Problem(409, 'ref_in_progress', headers={'Retry-After': '1'})
        time.sleep(0.04)


def keyed(h, operation, target, work, needs_ref=True, prepare=None):
    """Common path of all keyed operations. work(job, body) -> (status, doc, headers), does its own commit through `job`."""
    sent, full = parse(operation, h.raw)
    if prepare:
        prepare(full)
    if h.ref is None:
        if needs_ref:
            raise Problem(400, 'ref_required')
        return work(Job(h, operation, None, None, None, {}), full)
    fp = fingerprint(operation, target, sent, full)
    while True:
        kind, what = admit(h, operation, h.ref, fp)
        if kind == 'answer':
            return what
        job = what
        try:
            return work(job, full)
        except Fenced:
            continue
        except Problem as p:
            keep = p.keep
            if bad('keeps_503') and p.status == 503:
                keep = 'refusal'
            if bad('patch_412_kept') and p.status == 412:
                keep = 'refusal'
            with tx() as c:
                if keep == 'refusal':
                    body = p.body(h.ref)
                    job.settle(c, p.status, body, p.headers, refusal=True)
                    return p.status, body, p.headers
                if keep == 'bind':
                    c.execute("UPDATE refs SET state='bound',owner='' WHERE scope=? AND ref=? AND token=?", (job.scope, job.ref, job.token))
                else:
                    job.release(c)
            raise
        except Exception:
            with tx() as c:
                if job.held:                    # a pick may have been made: leave the outcome open
                    c.execute("UPDATE refs SET state='bound',owner='' WHERE scope=? AND ref=? AND token=?", (job.scope, job.ref, job.token))
                else:
                    job.release(c)
            if job.held:
                raise Problem(502, 'arm_timeout', headers={'Retry-After': '1'})
            raise


def delays(job):
    f = take_fault(job.tenant, job.operation, 'slow')
    if f:
        time.sleep(f['seconds'])
    if take_fault(job.tenant, job.operation, 'error'):
        raise Problem(500, 'internal')
    if job.operation != 'draws.create' and take_fault(job.tenant, job.operation, 'crash'):
        os._exit(9)


# ---------------------------------------------------------------- documents

def specimen_doc(s):
    return {'id': s['id'], 'label': s['label'], 'kind': s['kind'], 'storage': s['storage'], 'volume_ul': s['volume'],
            'held_ul': s['held'], 'version': s['version'], 'note': s['note'], 'created_by': s['created_by'], 'created_at': s['created_at']}


def draw_doc(d):
    return {'id': d['id'], 'specimen_id': d['specimen'], 'volume_ul': d['volume'], 'returned_ul': d['returned'], 'purpose': d['purpose'],
            'pick_ref': d['pick'], 'note': d['note'], 'created_by': d['created_by'], 'created_at': d['created_at']}


def return_doc(r):
    return {'id': r['id'], 'draw_id': r['draw'], 'volume_ul': r['volume'], 'note': r['note'], 'created_by': r['created_by'],
            'created_at': r['created_at']}


def assay_doc(a):
    latest = None if a['latest_seq'] is None else {'seq': a['latest_seq'], 'value': a['latest_value']}
    return {'id': a['id'], 'draw_id': a['draw'], 'panel': a['panel'], 'state': a['state'], 'report': a['report'],
            'latest_reading': latest, 'created_by': a['created_by'], 'created_at': a['created_at'], 'finished_at': a['finished_at']}


def event(c, tenant, kind, subject):
    c.execute('INSERT INTO events(tenant,type,subject,at,wall) VALUES(?,?,?,?,?)', (tenant, kind, subject, stamp(clock(c)), time.time()))


def book(c, tenant, specimen, delta, reason, source):
    c.execute('INSERT INTO ledger(tenant,specimen,delta,reason,source,at,wall) VALUES(?,?,?,?,?,?,?)',
              (tenant, specimen, delta, reason, source, stamp(clock(c)), time.time()))


def charge(c, tenant, assay, delta, reason):
    c.execute('INSERT INTO units(tenant,assay,delta,reason,at,wall) VALUES(?,?,?,?,?,?)',
              (tenant, assay, delta, reason, stamp(clock(c)), time.time()))


def one(c, table, tenant, id_):
    row = c.execute(f'SELECT * FROM {table} WHERE id=? AND tenant=?', (id_, tenant)).fetchone()
    if not row:
        raise Problem(404, 'not_found')
    return row


# ---------------------------------------------------------------- operations

def specimens_create(job, b):
    delays(job)
    with tx() as c:
        job.fence(c)
        sid, now = new_id('sp'), stamp(clock(c))
        c.execute('INSERT INTO specimens(id,tenant,label,kind,storage,note,volume,created_by,created_at,wall) VALUES(?,?,?,?,?,?,?,?,?,?)',
                  (sid, job.tenant, b['label'], b['kind'], b['storage'], b['note'], b['volume_ul'], job.user, now, time.time()))
        book(c, job.tenant, sid, b['volume_ul'], 'registered', sid)
        event(c, job.tenant, 'specimen.registered', sid)
        body = dump(specimen_doc(one(c, 'specimens', job.tenant, sid)))
        headers = {'Location': f'/v1/specimens/{sid}', 'ETag': '"v1"'}
        job.settle(c, 201, body, headers)
    return 201, body, headers


def specimens_amend(sid, if_match):
    def work(job, b):
        delays(job)
        with tx() as c:
            job.fence(c)
            s = one(c, 'specimens', job.tenant, sid)
            if if_match != f'"v{s["version"]}"':
                raise Problem(412, 'stale_version')
            c.execute('UPDATE specimens SET label=?,storage=?,version=version+1 WHERE id=?',
                      (b.get('label', s['label']), b.get('storage', s['storage']), sid))
            event(c, job.tenant, 'specimen.amended', sid)
            s = one(c, 'specimens', job.tenant, sid)
            body, headers = dump(specimen_doc(s)), {'ETag': f'"v{s["version"]}"'}
            job.settle(c, 200, body, headers)
        return 200, body, headers
    return work


def arm_pick(pick_ref, tenant, specimen, vol):
    """The outside party: a freezer robot with its own memory; it picks once per pick_ref."""
    c = connect('arm.db')
    try:
        c.execute('INSERT INTO picks(pick_ref,tenant,specimen,volume) VALUES(?,?,?,?) '
                  'ON CONFLICT(pick_ref) DO UPDATE SET calls=calls+1', (pick_ref, tenant, specimen, vol))
    finally:
        c.close()


def draws_create(sid):
    def work(job, b):
        resumed = bool(job.extra)       # a held draw whose outcome at the arm is open
        if not resumed:
            delays(job)
        v = b['volume_ul']
        with tx() as c:                                   # 1: hold the volume
            job.fence(c)
            if not job.extra:
                s = one(c, 'specimens', job.tenant, sid)
                if s['volume'] - s['held'] < v:
                    raise Problem(409, 'insufficient_volume', keep='refusal')
                did = new_id('dr')
                job.extra = {'draw': did, 'pick': 'pick-' + secrets.token_hex(6)}
                c.execute('UPDATE specimens SET held=held+?,version=version+1 WHERE id=?', (v, sid))
                c.execute("INSERT INTO draws(id,tenant,specimen,volume,purpose,note,pick,state,created_by) VALUES(?,?,?,?,?,?,?,'pending',?)",
                          (did, job.tenant, sid, v, b['purpose'], b['note'], job.extra['pick'], job.user))
            elif bad('resume_new_pick'):
                job.extra['pick'] = 'pick-' + secrets.token_hex(6)
            job.remember_extra(c)
        job.held = True
        did, pick = job.extra['draw'], job.extra['pick']
        modes = ['arm_offline', 'arm_timeout', 'crash'] + ([] if resumed else ['arm_refuse'])

        f = take_fault(job.tenant, job.operation, *modes)   # 2: the arm
        mode = f['mode'] if f else ''
        if mode == 'arm_offline' and resumed:
            raise Problem(503, 'arm_offline', keep='bind', headers={'Retry-After': '1'})
        if mode in ('arm_refuse', 'arm_offline'):
            with tx() as c:
                job.fence(c)
                c.execute('UPDATE specimens SET held=held-?,version=version+1 WHERE id=?', (v, sid))
                c.execute('DELETE FROM draws WHERE id=?', (did,))
                job.extra = {}
                job.remember_extra(c)
            job.held = False
            if mode == 'arm_refuse':
                raise Problem(424, 'arm_refused', keep='refusal')
            raise Problem(503, 'arm_offline', headers={'Retry-After': '1'})
        arm_pick(pick, job.tenant, sid, v)
        if mode == 'crash':
            os._exit(9)
        if mode == 'arm_timeout':
            raise Problem(502, 'arm_timeout', keep='bind', headers={'Retry-After': '1'})

        with tx() as c:                                   # 3: book it
            job.fence(c)
            now = stamp(clock(c))
            c.execute('UPDATE specimens SET held=held-?,volume=volume-?,version=version+1 WHERE id=?', (v, v, sid))
            c.execute("UPDATE draws SET state='dispensed',pick=?,created_at=?,wall=? WHERE id=?", (pick, now, time.time(), did))
            book(c, job.tenant, sid, -v, 'drawn', did)
            event(c, job.tenant, 'draw.dispensed', did)
            body = dump(draw_doc(one(c, 'draws', job.tenant, did)))
            headers = {'Location': f'/v1/draws/{did}'}
            job.settle(c, 201, body, headers)
        return 201, body, headers
    return work


def returns_create(did):
    def check(c, job, b):
        d = one(c, 'draws', job.tenant, did)
        if d['state'] != 'dispensed':
            raise Problem(404, 'not_found')
        left = d['volume'] - d['returned']
        v = b.get('volume_ul', left)
        if bad('return_sum_unchecked'):
            left = d['volume']
        if v > left or v < 1:
            raise Problem(409, 'over_return', keep='refusal')
        return d, v

    def work(job, b):
        if bad('return_check_early'):
            with tx() as c:
                d, v = check(c, job, b)
            time.sleep(0.25)
        if bad('race_returns'):
            time.sleep(0.25)
        delays(job)
        with tx() as c:
            job.fence(c)
            if not bad('return_check_early'):
                d, v = check(c, job, b)
            rid, now = new_id('rt'), stamp(clock(c))
            c.execute('INSERT INTO returns VALUES(?,?,?,?,?,?,?,?)', (rid, job.tenant, did, v, b['note'], job.user, now, time.time()))
            c.execute('UPDATE draws SET returned=returned+? WHERE id=?', (v, did))
            c.execute('UPDATE specimens SET volume=volume+?,version=version+1 WHERE id=?', (v, d['specimen']))
            book(c, job.tenant, d['specimen'], v, 'returned', rid)
            event(c, job.tenant, 'return.booked', rid)
            body = dump(return_doc(one(c, 'returns', job.tenant, rid)))
            headers = {'Location': f'/v1/returns/{rid}'}
            job.settle(c, 201, body, headers)
        return 201, body, headers
    return work


def plates_fill(job, b):
    delays(job)
    with tx() as c:
        job.fence(c)
        pid, now, out = new_id('pl'), stamp(clock(c)), []
        for i, w in enumerate(b['wells']):
            if i == 1 and take_fault_in(c, job.tenant, job.operation, 'error_mid'):
                if not bad('plate_partial_commit'):
                    c.execute('ROLLBACK')
                    c.execute('BEGIN IMMEDIATE')
                else:
                    c.execute('COMMIT')
                    c.execute('BEGIN IMMEDIATE')
                c.execute("UPDATE faults SET times=times-1 WHERE n=(SELECT n FROM faults WHERE times>0 AND operation=? AND mode='error_mid' "
                          "AND tenant IN (?,'*') ORDER BY n LIMIT 1)", (job.operation, job.tenant))
                c.execute('COMMIT')
                raise Problem(500, 'internal')
            s = c.execute('SELECT * FROM specimens WHERE id=? AND tenant=?', (w['specimen_id'], job.tenant)).fetchone()
            item = {'well': i, 'specimen_id': w['specimen_id'], 'volume_ul': w['volume_ul'], 'outcome': 'filled'}
            if not s:
                item['outcome'] = 'not_found'
            elif s['volume'] - s['held'] < w['volume_ul']:
                item['outcome'] = 'insufficient_volume'
            else:
                c.execute('UPDATE specimens SET volume=volume-?,version=version+1 WHERE id=?', (w['volume_ul'], s['id']))
                book(c, job.tenant, s['id'], -w['volume_ul'], 'plated', pid)
            out.append(item)
        status = 201 if all(i['outcome'] == 'filled' for i in out) else 207
        doc = {'id': pid, 'name': b['name'], 'wells': out, 'note': b['note'], 'created_by': job.user, 'created_at': now}
        body = dump(doc)
        c.execute('INSERT INTO plates VALUES(?,?,?,?)', (pid, job.tenant, json.dumps(doc), time.time()))
        event(c, job.tenant, 'plate.filled', pid)
        headers = {'Location': f'/v1/plates/{pid}'}
        job.settle(c, status, body, headers)
    return status, body, headers


def take_fault_in(c, tenant, operation, mode):
    return c.execute("SELECT n FROM faults WHERE times>0 AND operation=? AND mode=? AND tenant IN (?,'*')", (operation, mode, tenant)).fetchone()


def assays_submit(job, b):
    delays(job)
    with tx() as c:
        job.fence(c)
        d = one(c, 'draws', job.tenant, b['draw_id'])
        if d['state'] != 'dispensed':
            raise Problem(404, 'not_found')
        cost = PANELS[b['panel']]
        if c.execute('SELECT sum(delta) FROM units WHERE tenant=?', (job.tenant,)).fetchone()[0] < cost:
            raise Problem(409, 'units_exhausted', keep='refusal')
        aid, now = new_id('as'), stamp(clock(c))
        c.execute("INSERT INTO assays(id,tenant,draw,panel,state,created_by,created_at,wall) VALUES(?,?,?,?,'queued',?,?,?)",
                  (aid, job.tenant, b['draw_id'], b['panel'], job.user, now, time.time()))
        charge(c, job.tenant, aid, -cost, 'submitted')
        job.extra = {'assay': aid}
        body = dump(assay_doc(one(c, 'assays', job.tenant, aid)))
        headers = {'Location': f'/v1/assays/{aid}'}
        job.settle(c, 202, body, headers)
    return 202, body, headers


def assays_cancel(h, aid):
    with tx() as c:
        a = one(c, 'assays', h.tenant, aid)
        if a['state'] == 'finished':
            raise Problem(409, 'assay_finished')
        if a['state'] != 'cancelled':
            c.execute("UPDATE assays SET state='cancelled',finished_at=? WHERE id=?", (stamp(clock(c)), aid))
            charge(c, h.tenant, aid, PANELS[a['panel']], 'refunded')
            event(c, h.tenant, 'assay.cancelled', aid)
        return 200, dump(assay_doc(one(c, 'assays', h.tenant, aid))), {}


def run_assay(aid, tenant):
    f = take_fault(tenant, 'assays.run', 'slow')
    time.sleep(0.3 + (f['seconds'] if f else 0))
    if take_fault(tenant, 'assays.run', 'crash'):
        os._exit(9)
    with tx() as c:
        a = c.execute('SELECT * FROM assays WHERE id=?', (aid,)).fetchone()
        if a['state'] != 'running' or a['owner'] != BOOT:
            return
        c.execute("UPDATE assays SET state='finished',report=?,finished_at=? WHERE id=?",
                  ('report-' + secrets.token_hex(4), stamp(clock(c)), aid))
        event(c, tenant, 'assay.finished', aid)


def worker():
    while True:
        time.sleep(0.15)
        try:
            c = connect()
            todo = [a for a in c.execute("SELECT * FROM assays WHERE state IN ('queued','running')").fetchall()
                    if a['state'] == 'queued' or not alive(c, a['owner'])]
            c.close()
            for a in todo[:4]:
                with tx() as c:
                    cur = c.execute('SELECT * FROM assays WHERE id=?', (a['id'],)).fetchone()
                    if not (cur['state'] == 'queued' or cur['state'] == 'running' and not alive(c, cur['owner'])):
                        continue
                    if bad('assay_requeue_charges') and cur['state'] == 'running':
                        charge(c, cur['tenant'], cur['id'], -PANELS[cur['panel']], 'submitted')
                    c.execute("UPDATE assays SET state='running',owner=? WHERE id=?", (BOOT, a['id']))
                threading.Thread(target=run_assay, args=(a['id'], a['tenant']), daemon=True).start()
        except sqlite3.Error as e:
            print('worker', e, file=sys.stderr)


def hook(h):
    m = re.fullmatch(r't=(\d{1,12}),s=([0-9a-f]{64})', h.headers.get('Instrument-Signature', ''))
    good = m and hmac.compare_digest(hmac.new(HOOK_SECRET, m[1].encode() + b'.' + h.raw, hashlib.sha256).hexdigest(), m[2])
    if not good:
        raise Problem(401, 'bad_signature')
    c = connect()
    now = clock(c)
    c.close()
    if abs(now - int(m[1])) > HOOK_TOLERANCE:
        raise Problem(401, 'stale_signature')
    try:
        b = json.loads(h.raw)
        eid, aid, seq, value = b['event_id'], b['assay_id'], b['seq'], b['value']
        assert text(1, 80)(eid) and isinstance(aid, str) and isinstance(seq, int) and 0 <= seq < 2**53 and isinstance(value, (int, float)) and abs(value) < 1e300
    except (ValueError, KeyError, TypeError, AssertionError, RecursionError):
        raise Problem(400, 'malformed_body')
    mark = m[2] if bad('hook_dedup_by_signature') else eid
    duplicate = 200, dump({'status': 'duplicate', 'event_id': eid}), {}
    if bad('hook_marks_before_work'):
        with tx() as c:
            if c.execute('SELECT 1 FROM hook_events WHERE id=?', (mark,)).fetchone():
                return duplicate
            c.execute('INSERT INTO hook_events VALUES(?,?)', (mark, now))
    fault = take_fault('*', 'hooks.reading', 'slow', 'error')
    if fault and fault['mode'] == 'slow':
        time.sleep(fault['seconds'])
    with tx() as c:
        if not bad('hook_marks_before_work'):
            if c.execute('SELECT 1 FROM hook_events WHERE id=?', (mark,)).fetchone():
                return duplicate
            c.execute('INSERT INTO hook_events VALUES(?,?)', (mark, now))
        a = c.execute('SELECT * FROM assays WHERE id=?', (aid,)).fetchone()
        if not a:
            raise Problem(404, 'not_found')
        if fault and fault['mode'] == 'error':
            raise Problem(500, 'internal')
        rid = new_id('rd')
        c.execute('INSERT INTO readings VALUES(?,?,?,?,?,?,?,?)', (rid, a['tenant'], aid, eid, seq, value, stamp(now), time.time()))
        if a['latest_seq'] is None or seq > a['latest_seq']:
            c.execute('UPDATE assays SET latest_seq=?,latest_value=? WHERE id=?', (seq, value, aid))
        event(c, a['tenant'], 'reading.recorded', rid)
        return 200, dump({'status': 'recorded', 'event_id': eid, 'reading_id': rid}), {}


# ---------------------------------------------------------------- reads

def listing(h, name):
    table = {'specimens': 'specimens', 'draws': 'draws', 'returns': 'returns', 'plates': 'plates', 'assays': 'assays',
             'ledger': 'ledger', 'units': 'units', 'readings': 'readings', 'events': 'events'}[name]
    where, args = ['tenant=?'], [h.tenant]
    if name == 'draws':
        where.append("state='dispensed'")
    for param, column in (('specimen_id', 'specimen'), ('draw_id', 'draw'), ('assay_id', 'assay')):
        if param in h.query and (name, column) in {('draws', 'specimen'), ('ledger', 'specimen'), ('returns', 'draw'), ('assays', 'draw'),
                                                   ('units', 'assay'), ('readings', 'assay')}:
            where.append(f'{column}=?')
            args.append(h.query[param])
    if LIST_LAG:
        where.append('wall<=?')
        args.append(time.time() - LIST_LAG)
    c = connect()
    rows = c.execute(f"SELECT * FROM {table} WHERE {' AND '.join(where)} ORDER BY rowid", args).fetchall()
    c.close()
    shape = {'specimens': specimen_doc, 'draws': draw_doc, 'returns': return_doc, 'assays': assay_doc,
             'plates': lambda r: json.loads(r['doc']),
             'ledger': lambda r: {'entry': r['n'], 'specimen_id': r['specimen'], 'delta_ul': r['delta'], 'reason': r['reason'], 'source': r['source'], 'at': r['at']},
             'units': lambda r: {'entry': r['n'], 'assay_id': r['assay'], 'delta': r['delta'], 'reason': r['reason'], 'at': r['at']},
             'readings': lambda r: {'id': r['id'], 'assay_id': r['assay'], 'event_id': r['event_id'], 'seq': r['seq'], 'value': r['value'], 'at': r['at']},
             'events': lambda r: {'number': r['n'], 'type': r['type'], 'subject': r['subject'], 'at': r['at']}}[name]
    items = [shape(r) for r in rows]
    return 200, dump({'count': len(items), 'items': items}), {}


def single(h, name, id_):
    c = connect()
    try:
        row = one(c, name, h.tenant, id_)
        if name == 'draws' and row['state'] != 'dispensed':
            raise Problem(404, 'not_found')
    finally:
        c.close()
    if name == 'specimens':
        return 200, dump(specimen_doc(row)), {'ETag': f'"v{row["version"]}"'}
    return 200, dump({'draws': draw_doc, 'returns': return_doc, 'assays': assay_doc,
                      'plates': lambda r: json.loads(r['doc'])}[name](row)), {}


# ---------------------------------------------------------------- sandbox

MODES = {'slow', 'error', 'error_mid', 'arm_refuse', 'arm_offline', 'arm_timeout', 'crash'}
FAULTABLE = set(FORMS) | {'assays.run', 'hooks.reading'}


def sandbox(h, method, path):
    if (method, path) == ('GET', '/sandbox/replica'):
        return 200, dump({'replica': NAME, 'pid': os.getpid(), 'boot': BOOT}), {}
    if path == '/sandbox/clock':
        with tx() as c:
            if method == 'POST':
                step = json.loads(h.raw or b'{}').get('advance_s', 0)
                if not isinstance(step, (int, float)) or step < 0:
                    raise Problem(422, 'invalid_field', field='advance_s')
                c.execute("UPDATE kv SET v=v+? WHERE k='offset'", (step,))
            t = clock(c)
        return 200, dump({'now': stamp(t), 'unix': t}), {}
    if path == '/sandbox/faults':
        with tx() as c:
            if method == 'POST':
                b = json.loads(h.raw or b'{}')
                if b.get('operation') not in FAULTABLE or b.get('mode') not in MODES:
                    raise Problem(422, 'invalid_field', f'operation in {sorted(FAULTABLE)}, mode in {sorted(MODES)}')
                c.execute('INSERT INTO faults(tenant,operation,mode,seconds,times) VALUES(?,?,?,?,?)',
                          (b.get('tenant', '*'), b['operation'], b['mode'], min(float(b.get('seconds', 1)), 15), int(b.get('times', 1))))
            elif method == 'DELETE':
                c.execute('DELETE FROM faults')
            rows = c.execute('SELECT tenant,operation,mode,seconds,times FROM faults WHERE times>0').fetchall()
        return 200, dump({'items': [dict(r) for r in rows]}), {}
    if (method, path) == ('GET', '/sandbox/arm/picks'):
        c = connect('arm.db')
        rows = c.execute('SELECT pick_ref,tenant,specimen,volume,calls FROM picks ORDER BY n').fetchall()
        c.close()
        items = [{'pick_ref': r['pick_ref'], 'tenant': r['tenant'], 'specimen_id': r['specimen'], 'volume_ul': r['volume'], 'calls': r['calls']}
                 for r in rows if h.query.get('specimen_id', r['specimen']) == r['specimen']]
        return 200, dump({'count': len(items), 'items': items}), {}
    raise Problem(404, 'not_found')


# ---------------------------------------------------------------- http

class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    timeout = 60

    def log_message(self, *a):
        pass

    def respond(self, status, body, headers):
        data = body.encode()
        out = {'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'Bench-Replica': NAME, 'Bench-Trace': secrets.token_hex(6)}
        out.update(headers)
        if VARIANT == 'extra_headers':
            out = {k.lower(): v for k, v in out.items()}
            out.update({'via': '1.1 edge-' + secrets.token_hex(2), 'x-request-id': str(uuid.uuid4()), 'server-timing': f'app;dur={random.random():.3f}',
                        'age': '0', 'set-cookie': f'sticky={NAME}-{secrets.token_hex(4)}; Path=/', 'vary': 'Accept-Encoding'})
        self.send_response(status)
        for k, v in out.items():
            self.send_header(k, v)
        if VARIANT == 'chunked_close':
            self.send_header('Transfer-Encoding', 'chunked')
            self.send_header('Connection', 'close')
            half = len(data) // 2 or 1
            data = b''.join(b'%x\r\n%s\r\n' % (len(p), p) for p in (data[:half], data[half:]) if p) + b'0\r\n\r\n'
            self.close_connection = True
        else:
            self.send_header('Content-Length', str(len(data)))
        self._headers_buffer.append(b'\r\n')
        payload = b''.join(self._headers_buffer) + data
        self._headers_buffer = []
        try:
            self.wfile.write(payload)
        except OSError:
            self.close_connection = True

    def handle_any(self):
        if VARIANT == 'slow':
            time.sleep(0.12)
        self.ref = None
        try:
            length = self.headers.get('Content-Length') or '0'
            if 'Transfer-Encoding' in self.headers or not re.fullmatch(r'\d{1,9}', length):
                self.close_connection = True
                raise Problem(411, 'length_required')
            n = int(length)
            if n > 65536:
                self.close_connection = True
                raise Problem(413, 'body_too_large')
            self.raw = self.rfile.read(n)
            answer = self.route()
        except Problem as p:
            answer = p.status, p.body(self.ref), p.headers
        except Exception as e:
            import traceback
            traceback.print_exc()
            answer = 500, Problem(500, 'internal').body(self.ref), {}
        self.respond(*answer)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_any

    def route(self):
        parts = urlsplit(self.path)
        path, method = parts.path, self.command
        self.query = {k: v[0] for k, v in parse_qs(parts.query).items()}
        if path.startswith('/sandbox/'):
            try:
                return sandbox(self, method, path)
            except ValueError:
                raise Problem(400, 'malformed_body')
        if path == '/hooks/instruments' and method == 'POST':
            return hook(self)
        auth = self.headers.get('Authorization', '')
        who = TOKENS.get(auth[7:]) if auth.startswith('Bearer ') else None
        if not who:
            raise Problem(401, 'unauthenticated', headers={'WWW-Authenticate': 'Bearer'})
        self.tenant, self.user = who
        seg = path.strip('/').split('/')
        if seg[0] != 'v1' or len(seg) < 2:
            raise Problem(404, 'not_found')
        seg = seg[1:]
        if method == 'GET':
            if seg[0] == 'refs' and len(seg) == 3:
                return self.ref_state(seg[1], seg[2])
            if len(seg) == 1 and seg[0] in ('specimens', 'draws', 'returns', 'plates', 'assays', 'ledger', 'units', 'readings', 'events'):
                return listing(self, seg[0])
            if len(seg) == 2 and seg[0] in ('specimens', 'draws', 'returns', 'plates', 'assays'):
                return single(self, seg[0], seg[1])
            raise Problem(404, 'not_found')
        if method == 'POST' and len(seg) == 3 and seg[0] == 'assays' and seg[2] == 'cancel':
            return assays_cancel(self, seg[1])
        refs = self.headers.get_all('Bench-Ref') or []
        if len(refs) > 1 or refs and not REF_FORM.fullmatch(refs[0].strip()):
            raise Problem(400, 'ref_malformed')
        self.ref = refs[0].strip() if refs else None
        if method == 'POST' and seg == ['specimens']:
            return keyed(self, 'specimens.create', '', specimens_create, needs_ref=False)
        if method == 'PATCH' and len(seg) == 2 and seg[0] == 'specimens':
            im = self.headers.get('If-Match')

            def prepare(full):
                if not full:
                    raise Problem(422, 'invalid_field', 'Nothing to amend.')
                if im is None:
                    raise Problem(428, 'precondition_required')
            return keyed(self, 'specimens.amend', seg[1], specimens_amend(seg[1], im), needs_ref=False, prepare=prepare)
        if method == 'POST' and len(seg) == 3 and seg[0] == 'specimens' and seg[2] == 'draws':
            return keyed(self, 'draws.create', seg[1], draws_create(seg[1]))
        if method == 'POST' and len(seg) == 3 and seg[0] == 'draws' and seg[2] == 'returns':
            return keyed(self, 'returns.create', seg[1], returns_create(seg[1]), needs_ref=not bad('key_missing_on_returns'))
        if method == 'POST' and seg == ['plates']:
            return keyed(self, 'plates.fill', '', plates_fill)
        if method == 'POST' and seg == ['assays']:
            return keyed(self, 'assays.submit', '', assays_submit)
        raise Problem(404, 'not_found')

    def ref_state(self, operation, ref):
        c = connect()
        row = c.execute('SELECT * FROM refs WHERE scope=? AND ref=?', (f'{self.tenant}|{operation}', ref)).fetchone()
        now = clock(c)
        c.close()
        if not row or row['gone'] is not None and now >= row['gone']:
            raise Problem(404, 'not_found')
        state = {'running': 'running', 'bound': 'open', 'done': 'kept', 'refused': 'kept'}[row['state']]
        if row['expires'] is not None and now >= row['expires']:
            state = 'spent'
        return 200, dump({'operation': operation, 'ref': ref, 'state': state}), {}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64


def beat(parent):
    while True:
        if os.getppid() != parent:      # the supervisor is gone
            os._exit(0)
        try:
            with tx() as c:
                c.execute('UPDATE replicas SET beat=? WHERE boot=?', (time.time(), BOOT))
        except sqlite3.Error:
            pass
        time.sleep(BEAT)


def replica(name, port):
    global NAME
    NAME = name
    init_store()
    POOL.update({'aliquot.db': [], 'arm.db': []})
    with tx() as c:
        c.execute('UPDATE replicas SET beat=0 WHERE name=?', (name,))
        c.execute('INSERT INTO replicas VALUES(?,?,?,?)', (BOOT, name, os.getpid(), time.time()))
        if bad('boot_sweep_all'):
            c.execute("UPDATE refs SET owner='' WHERE state='running'")
    threading.Thread(target=beat, args=(os.getppid(),), daemon=True).start()
    threading.Thread(target=worker, daemon=True).start()
    server = Server(('127.0.0.1', port), Handler)
    signal.signal(signal.SIGTERM, lambda *a: os._exit(0))
    server.serve_forever(poll_interval=0.5)


def supervise():
    """Forks the two replicas and forks a new one when one has died."""
    init_store()
    kids = {}

    def start(i):
        global BOOT
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            BOOT = secrets.token_hex(6)
            random.seed()
            try:
                replica('ab'[i], PORTS[i])
            except BaseException as e:
                print('replica', 'ab'[i], repr(e), file=sys.stderr)
                time.sleep(0.5)
            os._exit(1)
        kids[pid] = i

    def leave(*a):
        for pid in list(kids):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os._exit(0)
    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    start(0)
    start(1)
    while True:
        pid, status = os.waitpid(-1, 0)
        i = kids.pop(pid, None)
        if i is not None:
            print(f'replica {"ab"[i]} ended with {os.waitstatus_to_exitcode(status)}, starting again', file=sys.stderr, flush=True)
            time.sleep(0.2)
            start(i)


if __name__ == '__main__':
    if DEFECT and DEFECT not in DEFECTS or VARIANT and VARIANT not in VARIANTS:
        sys.exit(f'unknown DEFECT or VARIANT: {DEFECT!r} {VARIANT!r}')
    if sys.argv[1:2] == ['supervise']:
        supervise()
    elif sys.argv[1:2] == ['replica']:
        replica(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
