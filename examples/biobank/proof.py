#!/usr/bin/env python3
"""proof.py all            everything: clean build, every variant (all checks must hold), every defect (its check must fail)
proof.py clean          all checks on the clean build
proof.py variant NAME   all checks on one variant
proof.py defect NAME    one defect: its check on the clean and on the defective build; prints the exchange
proof.py cross          every defect against every check (which other checks notice it); slow, not part of `all`
Options: -j N builds at a time (6, at most 8)."""
import csv, hashlib, hmac, http.client, json, os, queue, shutil, signal, sys, tempfile, threading, time, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
ADA, BO, CLEO, DAG = 'nord-ada-token', 'nord-bo-token', 'sud-cleo-token', 'sud-dag-token'
SECRET = b'instr-7Q2-shared-secret'
SETTLE = 1.05          # CONTRACT 41: lists may be a second behind


class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.json = json.loads(raw)
        except ValueError:
            self.json = None

    def code(self):
        return (self.json or {}).get('error', {}).get('code')

    def __getattr__(self, k):
        raise AttributeError(k)


class World:
    def __init__(self, ports, verbose=False):
        self.ports, self.verbose, self.listed = ports, verbose, True

    def call(self, method, path, body=None, ref=None, user=ADA, at=0, headers=None, raw=None):
        h = {'Authorization': 'Bearer ' + user, **(headers or {})}
        if ref:
            h['Bench-Ref'] = ref
        data = raw if raw is not None else (None if body is None else json.dumps(body).encode())
        c = http.client.HTTPConnection('127.0.0.1', self.ports[at], timeout=20)
        try:
            c.request(method, path, data, h)
            a = c.getresponse()
            r = R(a.status, {k.lower(): v for k, v in a.getheaders()}, a.read())
        except (OSError, http.client.HTTPException) as e:
            r = R(0, {}, repr(e).encode())
        finally:
            c.close()
        if self.verbose and path != "/sandbox/replica":
            print(f'    {method} {path} ref={ref} {user.split("-")[1]}@{"ab"[at]} {(data or b"")[:90]!r} -> {r.status} '
                  f'{"R " if "bench-replayed" in r.headers else ""}{r.raw[:110]!r}')
        return r

    def post(self, path, body=None, ref=None, **k):
        return self.call('POST', path, body, ref, **k)

    def get(self, path, **k):
        return self.call('GET', path, **k)

    def items(self, path, **k):
        time.sleep(SETTLE)
        return self.get(path, **k).json['items']

    def fault(self, operation, mode, tenant='nordlab', **k):
        assert self.post('/sandbox/faults', {'tenant': tenant, 'operation': operation, 'mode': mode, **k}).status == 200

    def advance(self, hours):
        self.post('/sandbox/clock', {'advance_s': hours * 3600})

    def now(self):
        return self.get('/sandbox/clock').json['unix']

    def specimen(self, vol=1000, user=ADA):
        return self.post('/v1/specimens', {'label': 'proof', 'volume_ul': vol}, user=user).json['id']

    def draw(self, sid, vol=100, **k):
        return self.post(f'/v1/specimens/{sid}/draws', {'volume_ul': vol}, key(), **k).json['id']

    def kill(self, at, wait=True):
        """kill -9 one replica and wait until its supervisor has brought it back"""
        before = self.get('/sandbox/replica', at=at).json
        os.kill(before['pid'], signal.SIGKILL)
        if wait:
            self.back(at, before['boot'])

    def back(self, at, old=None):
        for _ in range(200):
            time.sleep(0.1)
            r = self.get('/sandbox/replica', at=at)
            if r.status == 200 and r.json['boot'] != old:
                return
        raise RuntimeError('replica did not come back')

    def hook(self, doc, at=0, t=None):
        raw = json.dumps(doc).encode()
        t = int(self.now() if t is None else t)
        s = hmac.new(SECRET, b'%d.' % t + raw, hashlib.sha256).hexdigest()
        return self.call('POST', '/hooks/instruments', raw=raw, at=at, headers={'Instrument-Signature': f't={t},s={s}'})

    def both(self, *calls):
        out = [None] * len(calls)

        def go(i, f):
            out[i] = f()
        ts = [threading.Thread(target=go, args=(i, f)) for i, f in enumerate(calls)]
        for t in ts:
            t.start()
        for t in ts:
            t.join()
        return out

    def until(self, path, test, seconds=25, **k):
        end = time.time() + seconds
        while time.time() < end:
            r = self.get(path, **k)
            if r.status == 200 and test(r.json):
                return r
            time.sleep(0.15)
        return r

    def running(self, operation, ref, state='running'):
        end = time.time() + 1.2
        while time.time() < end and (self.get(f'/v1/refs/{operation}/{ref}', at=1).json or {}).get('state') != state:
            time.sleep(0.03)

    def patient(self, f, seconds=25):
        """CONTRACT 22, 32: a 409 ref_in_progress or a lost connection is retried with the same ref"""
        end = time.time() + seconds
        while True:
            r = f()
            if time.time() > end or not (r.status == 0 or r.code() == 'ref_in_progress'):
                return r
            time.sleep(0.3)


def key():
    return 'proof-' + uuid.uuid4().hex


class Broken(Exception):
    pass


def want(cond, *said):
    if not cond:
        raise Broken(' '.join(str(s) for s in said))


def replayed(first, again, what='replay'):
    want(again.status == {201: 200}.get(first.status, first.status), what, 'status', first.status, '->', again.status, again.raw[:120])
    want(again.raw == first.raw, what, 'body differs', first.raw[:160], again.raw[:160])
    want('bench-replayed' not in first.headers and 'bench-replayed' in again.headers, what, 'marker')
    for h in ('location', 'etag'):
        want(first.headers.get(h) == again.headers.get(h), what, 'header', h, 'lost')


# One check per defect. Each raises Broken when the contract does not hold.

def key_missing_on_returns(w):
    d = w.draw(w.specimen())
    r = w.post(f'/v1/draws/{d}/returns', {'volume_ul': 5})
    want(r.status == 400 and r.code() == 'ref_required', 'return without Bench-Ref:', r.status)
    want(not w.items(f'/v1/returns?draw_id={d}'), 'it was booked')


def key_cut_at_32(w):
    stem, sid = ('proof-' + uuid.uuid4().hex)[:34], w.specimen()
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, stem + '-aa')
    b = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, stem + '-bb')
    want(a.status == b.status == 201 and a.json['id'] != b.json['id'], 'two refs alike for 34 characters:', a.status, b.status)


def fp_path_ignored(w):
    k, s1, s2 = key(), w.specimen(), w.specimen()
    a = w.post(f'/v1/specimens/{s1}/draws', {'volume_ul': 10}, k)
    b = w.post(f'/v1/specimens/{s2}/draws', {'volume_ul': 10}, k)
    want(a.status == 201 and b.status == 422 and b.code() == 'ref_mismatch', 'same ref, other specimen:', b.status)


def fp_defaults_raw(w):
    k, sid = key(), w.specimen()
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    b = w.call('POST', f'/v1/specimens/{sid}/draws', ref=k, raw=b' {"purpose":"general" ,"note":"again", "volume_ul":10}')
    replayed(a, b, 'explicit default, other order, other note')
    c = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10, 'purpose': 'other'}, k)
    want(c.status == 422, 'other purpose:', c.status)


def replay_live_body(w):
    k, b = key(), {'label': 'frozen', 'volume_ul': 300}
    a = w.post('/v1/specimens', b, k)
    w.draw(a.json['id'], 50)
    replayed(a, w.post('/v1/specimens', b, k, at=1), 'register, replay after a draw')


def replay_drops_location(w):
    k, sid = key(), w.specimen()
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    want(a.headers.get('location') == '/v1/draws/' + a.json['id'], 'location of the first')
    replayed(a, w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k), 'draw')


def race_returns(w):
    d, k = w.draw(w.specimen(), 500), key()
    f = lambda: w.patient(lambda: w.post(f'/v1/draws/{d}/returns', {'volume_ul': 7}, k))
    out = w.both(f, f, f, f)
    n = len(w.items(f'/v1/returns?draw_id={d}'))
    want(n == 1 and sorted(r.status for r in out) == [200, 200, 200, 201], '4 at once with one ref:', [r.status for r in out], n, 'returns')


def replica_local_registers(w):
    k, b = key(), {'label': 'twice', 'volume_ul': 300}
    replayed(w.post('/v1/specimens', b, k, at=0), w.post('/v1/specimens', b, k, at=1), 'register on a, again on b')


def scope_per_user(w):
    k, sid = key(), w.specimen()
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k, user=ADA)
    b = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k, user=BO)
    replayed(a, b, 'colleague repeats')
    want(b.json['created_by'] == 'ada', 'created_by')


def scope_no_tenant(w):
    k, b = key(), {'label': 'common', 'volume_ul': 300}
    x, y = w.post('/v1/specimens', b, k, user=ADA), w.post('/v1/specimens', b, k, user=CLEO)
    want(x.status == y.status == 201 and x.json['id'] != y.json['id'], 'the other tenant with the same ref:', y.status, y.raw[:80])


def expired_reruns(w):
    k, sid = key(), w.specimen()
    w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    w.advance(47.9)
    want(w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k).status == 200, 'at 47.9 h')
    w.advance(0.2)
    for vol in (10, 11):
        r = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': vol}, k)
        want(r.status == 410 and r.code() == 'ref_expired', 'after 48.1 h:', r.status)
    w.advance(30 * 24)
    want(w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k).status == 201, 'after 30 days the ref is new')


def resume_new_pick(w):
    k, sid = key(), w.specimen()
    w.fault('draws.create', 'arm_timeout')
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    want(a.status == 502 and a.code() == 'arm_timeout', 'arm timeout:', a.status)
    want(w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 12}, k).status == 422, 'open ref, other body')
    b = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k, at=1)
    n = w.get(f'/sandbox/arm/picks?specimen_id={sid}').json['count']
    want(b.status == 201 and n == 1, 'retry after 502:', b.status, n, 'picks')
    s = w.get(f'/v1/specimens/{sid}').json
    want((s['volume_ul'], s['held_ul']) == (990, 0), 'volume', s)


def return_sum_unchecked(w):
    d = w.draw(w.specimen(), 100)
    a = w.post(f'/v1/draws/{d}/returns', {'volume_ul': 70}, key())
    b = w.post(f'/v1/draws/{d}/returns', {'volume_ul': 70}, key())
    want(a.status == 201 and b.status == 409 and b.code() == 'over_return', 'two returns of 70 out of 100:', b.status)
    k = key()
    c = w.post(f'/v1/draws/{d}/returns', {}, k)
    want(c.json['volume_ul'] == 30, 'return of the rest', c.raw)
    replayed(c, w.post(f'/v1/draws/{d}/returns', {}, k), 'return of the rest')


def keeps_503(w):
    k, sid = key(), w.specimen()
    w.fault('draws.create', 'arm_offline')
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    b = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    want(a.status == 503 and b.status == 201, 'retry after 503:', b.status)


def assay_resubmit_after_finish(w):
    d, k = w.draw(w.specimen()), key()
    a = w.post('/v1/assays', {'draw_id': d}, k)
    want(a.status == 202 and a.json['state'] == 'queued', 'submit', a.status)
    w.until('/v1/assays/' + a.json['id'], lambda j: j['state'] == 'finished')
    b = w.post('/v1/assays', {'draw_id': d}, k)
    want(b.status == 200 and b.json['id'] == a.json['id'] and b.json['report'] and 'bench-replayed' in b.headers, 'retry after the end:', b.status, b.raw[:80])
    want(len(w.items(f'/v1/assays?draw_id={d}')) == 1, 'assays')


def hook_dedup_by_signature(w):
    a = w.post('/v1/assays', {'draw_id': w.draw(w.specimen())}, key()).json['id']
    e = {'event_id': key(), 'assay_id': a, 'seq': 2, 'value': 1.5}
    x, y, z = w.hook(e), w.hook(e, t=w.now() - 3), w.hook(e, at=1, t=w.now() + 5)
    want([r.json.get('status') for r in (x, y, z)] == ['recorded', 'duplicate', 'duplicate'], 'redelivery signed anew:', [r.raw[:60] for r in (x, y, z)])
    w.hook({'event_id': key(), 'assay_id': a, 'seq': 1, 'value': 9})
    want(len(w.items(f'/v1/readings?assay_id={a}')) == 2 and w.get('/v1/assays/' + a).json['latest_reading']['seq'] == 2, 'readings')
    want(w.hook(e, t=w.now() - 400).status == 401, 'stale signature')
    w.until('/v1/assays/' + a, lambda j: j['state'] == 'finished')


# subtle

def key_uuid_folded(w):
    u = uuid.uuid4()
    one = {'name': 'p', 'wells': [{'specimen_id': w.specimen(), 'volume_ul': 1}]}
    rs = [w.post('/v1/plates', one, k) for k in (str(u), u.hex, str(u).upper())]
    want([r.status for r in rs] == [201] * 3, 'three spellings of one UUID are three refs:', [r.status for r in rs])


def fp_prefix_512(w):
    sid, k = w.specimen(), key()
    ws = [{'specimen_id': sid, 'volume_ul': 1} for _ in range(20)]
    a = w.post('/v1/plates', {'name': 'big', 'wells': ws}, k)
    ws[19] = {'specimen_id': sid, 'volume_ul': 2}
    b = w.post('/v1/plates', {'name': 'big', 'wells': ws}, k)
    want(a.status == 201 and b.status == 422, 'difference in the last of 20 wells:', b.status)


def refusal_status_lost_elsewhere(w):
    k, sid = key(), w.specimen(50)
    a = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 60}, k)
    want(a.status == 409 and a.code() == 'insufficient_volume', a.status)
    d = w.draw(sid, 20)
    w.post(f'/v1/draws/{d}/returns', {}, key())
    for at in (0, 1):
        replayed(a, w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 60}, k, at=at), f'refusal at {"ab"[at]}')
    w.fault('draws.create', 'arm_refuse')
    k2 = key()
    x = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k2)
    want(x.status == 424, 'arm refusal', x.status)
    replayed(x, w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k2, user=BO), 'arm refusal')
    w.advance(0.2)
    want(w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k2).status == 201, 'refusals are forgotten after ten minutes')


def waiter_skips_fingerprint(w):
    k, sid = key(), w.specimen()
    w.fault('draws.create', 'slow', seconds=1.3)
    path = f'/v1/specimens/{sid}/draws'

    def second():
        w.running('draws.create', k)
        return w.post(path, {'volume_ul': 20}, k)
    a, b = w.both(lambda: w.post(path, {'volume_ul': 10}, k), second)
    want(a.status == 201 and b.status == 422 and b.code() == 'ref_mismatch', 'other body while the first runs:', b.status, b.raw[:60])


def lock_in_process(w):
    k, sid = key(), w.specimen()
    w.fault('draws.create', 'slow', seconds=1.3)
    path = f'/v1/specimens/{sid}/draws'

    def second():
        w.running('draws.create', k)
        return w.patient(lambda: w.post(path, {'volume_ul': 10}, k, at=1))
    a, b = w.both(lambda: w.post(path, {'volume_ul': 10}, k, at=0), second)
    n = w.get(f'/sandbox/arm/picks?specimen_id={sid}').json['count']
    want(n == 1 and sorted((a.status, b.status)) == [200, 201], 'same ref on both replicas at once:', a.status, b.status, n, 'picks')


def replay_extends_life(w):
    k, sid = key(), w.specimen()
    f = lambda: w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    f()
    w.advance(40)
    want(f().status == 200, 'at 40 h')
    w.advance(10)
    r = f()
    want(r.status == 410, 'at 50 h after a replay at 40 h:', r.status)


def boot_sweep_all(w):
    k, sid = key(), w.specimen()
    b = {'name': 'sweep', 'wells': [{'specimen_id': sid, 'volume_ul': 5}]}
    w.fault('plates.fill', 'slow', seconds=8)

    def other():
        w.running('plates.fill', k)
        w.kill(1)
        return w.patient(lambda: w.post('/v1/plates', b, k, at=1))
    x, y = w.both(lambda: w.post('/v1/plates', b, k, at=0), other)
    n = len([e for e in w.items(f'/v1/ledger?specimen_id={sid}') if e['reason'] == 'plated'])
    want(n == 1 and sorted((x.status, y.status)) == [200, 201], 'restart of b while a works, retry at b:', x.status, y.status, n, 'entries')


def return_check_early(w):
    d = w.draw(w.specimen(), 100)
    f = lambda: w.post(f'/v1/draws/{d}/returns', {'volume_ul': 70}, key())
    out = w.both(f, f, f)
    want(sorted(r.status for r in out) == [201, 409, 409], 'three returns of 70 out of 100 at once:', [r.status for r in out])
    want(w.get('/v1/draws/' + d).json['returned_ul'] == 70, 'returned_ul')


def plate_partial_commit(w):
    k, s1, s2 = key(), w.specimen(), w.specimen()
    b = {'name': 'half', 'wells': [{'specimen_id': s1, 'volume_ul': 5}, {'specimen_id': s2, 'volume_ul': 5}, {'specimen_id': s2, 'volume_ul': 5000}]}
    w.fault('plates.fill', 'error_mid')
    x = w.post('/v1/plates', b, k)
    want(x.status == 500, x.status)
    y = w.post('/v1/plates', b, k)
    want(y.status == 207 and [i['outcome'] for i in y.json['wells']] == ['filled', 'filled', 'insufficient_volume'], y.status, y.raw)
    replayed(y, w.post('/v1/plates', b, k), 'partly filled plate')
    v = w.get('/v1/specimens/' + s1).json['volume_ul']
    want(v == 995, '500 in the middle, then retry: volume', v)


def assay_requeue_charges(w):
    d = w.draw(w.specimen())
    w.fault('assays.run', 'crash')
    a = w.post('/v1/assays', {'draw_id': d, 'panel': 'wide'}, key()).json['id']
    r = w.until('/v1/assays/' + a, lambda j: j['state'] == 'finished')
    w.back(0)
    w.back(1)
    us = [u['delta'] for u in w.items('/v1/units?assay_id=' + a)]
    want(r.json['state'] == 'finished' and us == [-8], 'crash while the assay runs:', r.json['state'], us)


def hook_marks_before_work(w):
    a = w.post('/v1/assays', {'draw_id': w.draw(w.specimen())}, key()).json['id']
    e = {'event_id': key(), 'assay_id': a, 'seq': 1, 'value': 1.5}
    w.fault('hooks.reading', 'error', tenant='*')
    x, y = w.hook(e), w.hook(e)
    w.until('/v1/assays/' + a, lambda j: j['state'] == 'finished')
    want(x.status == 500 and y.status == 200 and y.json['status'] == 'recorded', 'redelivery after 500:', y.raw[:80])


def patch_412_kept(w):
    k, sid = key(), w.specimen()
    path, b = '/v1/specimens/' + sid, {'label': 'renamed'}
    x = w.call('PATCH', path, b, k, headers={'If-Match': '"v99"'})
    etag = w.get(path).headers['etag']
    y = w.call('PATCH', path, b, k, headers={'If-Match': etag})
    want(x.status == 412 and y.status == 200, '412, then the current ETag with the same ref:', y.status)
    replayed(y, w.call('PATCH', path, b, k, headers={'If-Match': etag}), 'amend with what is now a stale ETag')


# further promises, no defect of their own

def other_promises(w):
    sid = w.specimen()
    path = f'/v1/specimens/{sid}/draws'
    for bad in ('short', 'x' * 65, 'has space in it', '-starts-badly-', 'semi;colon;ref'):
        r = w.post(path, {'volume_ul': 1}, bad)
        want(r.status == 400 and r.code() == 'ref_malformed', 'ref', bad, r.status)
    k = key()
    want(w.post(path, {'volume_ul': 0}, k).status == 422 and w.call('POST', path, ref=k, raw=b'{').status == 400, 'validation')
    want(w.post('/v1/specimens/nope/draws', {'volume_ul': 1}, k).status == 404, '404')
    a = w.post(path, {'volume_ul': 1}, k)
    want(a.status == 201, 'a ref is free after 400, 404, 422', a.status)
    want(w.post(f'/v1/draws/{a.json["id"]}/returns', {'volume_ul': 1}, k).status == 201, 'scope is per operation')
    want(w.post(path, {'volume_ul': 1}, k.upper()).status == 201, 'case matters')
    want(w.get(f'/v1/refs/draws.create/{k}').json['state'] == 'kept', 'ref lookup')
    want(w.get(f'/v1/refs/draws.create/{k}', user=CLEO).status == 404, 'ref lookup, other tenant')
    want(w.get('/v1/specimens/' + sid, user=CLEO).status == 404, 'other tenant')
    # crash after the pick, before the booking
    for at in (0, 1):
        k, sid = key(), w.specimen()
        w.fault('draws.create', 'crash')
        x = w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k, at=0)
        want(x.status == 0, 'crash', x.status)
        y = w.patient(lambda: w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k, at=at))
        s = w.get('/v1/specimens/' + sid, at=1).json
        n = w.get(f'/sandbox/arm/picks?specimen_id={sid}', at=1).json['count']
        want(y.status in (200, 201) and n == 1 and (s['volume_ul'], s['held_ul']) == (990, 0), 'after the crash', y.status, n, s)
        w.back(0)
    # an open ref survives an offline arm
    k, sid = key(), w.specimen()
    w.fault('draws.create', 'arm_timeout')
    w.fault('draws.create', 'arm_offline')
    f = lambda: w.post(f'/v1/specimens/{sid}/draws', {'volume_ul': 10}, k)
    out = [f().status for _ in range(4)]
    want(out == [502, 503, 201, 200] and w.get(f'/sandbox/arm/picks?specimen_id={sid}').json['count'] == 1, 'open, offline, done:', out)
    # a stopped replica that wakes up late does nothing more
    k, sid = key(), w.specimen()
    b = {'name': 'late', 'wells': [{'specimen_id': sid, 'volume_ul': 5}]}
    w.fault('plates.fill', 'slow', seconds=1)
    pid = w.get('/sandbox/replica', at=0).json['pid']

    def stop():
        w.running('plates.fill', k)
        os.kill(pid, signal.SIGSTOP)
        try:
            return w.patient(lambda: w.post('/v1/plates', b, k, at=1))
        finally:
            os.kill(pid, signal.SIGCONT)
    x, y = w.both(lambda: w.post('/v1/plates', b, k, at=0), stop)
    want((x.status, y.status) == (200, 201) and w.get('/v1/specimens/' + sid).json['volume_ul'] == 995, 'late riser', x.status, y.status)
    # cancel refunds once, cancelled stays cancelled, the replay is live
    w.fault('assays.run', 'slow', seconds=3)
    d, k = w.draw(w.specimen()), key()
    a = w.post('/v1/assays', {'draw_id': d}, k)
    w.until('/v1/assays/' + a.json['id'], lambda j: j['state'] == 'running')
    want(w.post('/v1/assays', {'draw_id': d}, k).status == 202, 'live replay while running')
    c = w.both(*[lambda: w.post(f'/v1/assays/{a.json["id"]}/cancel')] * 3)
    want([r.status for r in c] == [200] * 3, 'cancel', [r.status for r in c])
    time.sleep(2.5)
    want(w.post('/v1/assays', {'draw_id': d}, k).json['state'] == 'cancelled', 'live replay after cancel')
    want([u['delta'] for u in w.items('/v1/units?assay_id=' + a.json['id'])] == [-3, 3], 'units')


SIMPLE = [key_missing_on_returns, key_cut_at_32, fp_path_ignored, fp_defaults_raw, replay_live_body, replay_drops_location, race_returns,
          replica_local_registers, scope_per_user, scope_no_tenant, expired_reruns, resume_new_pick, return_sum_unchecked, keeps_503,
          assay_resubmit_after_finish, hook_dedup_by_signature]
SUBTLE = [key_uuid_folded, fp_prefix_512, refusal_status_lost_elsewhere, waiter_skips_fingerprint, lock_in_process, replay_extends_life,
          boot_sweep_all, return_check_early, plate_partial_commit, assay_requeue_charges, hook_marks_before_work, patch_412_kept]
DEFECTS = SIMPLE + SUBTLE
CHECKS = DEFECTS + [other_promises]
# checks without faults, clock and kills: they can run side by side on one build
TOGETHER = {key_missing_on_returns, key_cut_at_32, fp_path_ignored, fp_defaults_raw, replay_live_body, replay_drops_location, race_returns,
            replica_local_registers, scope_per_user, scope_no_tenant, return_sum_unchecked, assay_resubmit_after_finish,
            hook_dedup_by_signature, key_uuid_folded, fp_prefix_512, return_check_early, patch_412_kept}
VARIANTS = 'member_order slow extra_headers instant_conflict chunked_close uuid_ids lagging_lists wordy_errors'.split()


class Zygote:
    """A single-threaded process that has the server loaded and forks a build on request (spares 37 interpreter starts)."""
    def __init__(self):
        (r1, self.w), (self.r, w1) = os.pipe(), os.pipe()
        self.lock = threading.Lock()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.w)
            os.close(self.r)
            self.serve(os.fdopen(r1, 'r'), os.fdopen(w1, 'w'))
            os._exit(0)
        os.close(r1)
        os.close(w1)
        self.r, self.w = os.fdopen(self.r, 'r'), os.fdopen(self.w, 'w')

    def serve(self, inp, out):
        import server
        live = set()
        for line in inp:
            m = json.loads(line)
            if 'stop' in m:
                os.kill(m['stop'], signal.SIGTERM)
                os.waitpid(m['stop'], 0)
                live.discard(m['stop'])
                answer = 0
            else:
                answer = os.fork()
                if answer == 0:
                    fd = os.open(os.path.join(m['ALIQUOT_DIR'], 'server.log'), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                    os.dup2(fd, 1)
                    os.dup2(fd, 2)
                    inp.close()
                    out.close()
                    server.configure(m)
                    try:
                        server.supervise()
                    finally:
                        os._exit(1)
                live.add(answer)
            out.write(f'{answer}\n')
            out.flush()
        for pid in live:            # proof.py has ended
            os.kill(pid, signal.SIGTERM)

    def ask(self, doc):
        with self.lock:
            self.w.write(json.dumps(doc) + '\n')
            self.w.flush()
            return int(self.r.readline())


class Build:
    """A clean start of one build on its own ports and data folder."""
    zygote = None

    def __init__(self, slot, defect='', variant='', verbose=False):
        self.dir = tempfile.mkdtemp(prefix='run-', dir=HERE)
        ports = (19404 + 2 * slot, 19405 + 2 * slot)
        self.env = {'ALIQUOT_DIR': self.dir, 'ALIQUOT_PORTS': '%d,%d' % ports, 'DEFECT': defect, 'VARIANT': variant}
        self.world = World(ports, verbose)

    def __enter__(self):
        self.pid = Build.zygote.ask(self.env)
        try:
            for at in (0, 1):
                self.world.back(at)
                pid = self.world.get('/sandbox/replica', at=at).json['pid']
                if int(open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()[1]) != self.pid:
                    raise RuntimeError(f'port {self.world.ports[at]} is taken by something else (another proof.py?)')
        except BaseException:
            self.__exit__()
            raise
        return self.world

    def __exit__(self, *a):
        Build.zygote.ask({'stop': self.pid})
        shutil.rmtree(self.dir, ignore_errors=True)


def verdict(check, w):
    try:
        check(w)
        return None
    except Broken as e:
        return str(e)
    except Exception as e:
        return f'ERROR {e!r}'


def task(slot, kind, name):
    """-> list of (ok, line)"""
    out = []
    with Build(slot, defect=name if kind in ('defect', 'cross') else '', variant=name if kind == 'variant' else '') as w:
        if kind == 'defect':
            for _ in range(2):          # on a machine under load a race may need a second go
                w.call('DELETE', '/sandbox/faults')
                v = verdict(globals()[name], w)
                if v and not v.startswith('ERROR'):
                    break
            out.append((v is not None and not v.startswith('ERROR'), f'defect  {name}: ' + (f'shown ({v[:150]})' if v else 'NOT SHOWN')))
        else:
            t = time.time()
            quiet = [c for c in CHECKS if c in TOGETHER]
            found, todo = [], list(quiet)

            def some():
                while todo:
                    try:
                        c = todo.pop(0)
                    except IndexError:
                        return
                    found.append((c, verdict(c, w)))
            w.both(*[some] * 6)
            for check in CHECKS:
                if check not in quiet:
                    w.call('DELETE', '/sandbox/faults')
                    found.append((check, verdict(check, w)))
            if kind == 'cross':
                return [(True, f'{name} <- ' + ', '.join(f'{c.__name__}{" (error)" if v.startswith("ERROR") else ""}' for c, v in found if v))]
            for check, v in found:
                if v:
                    out.append((False, f'{kind} {name}: {check.__name__} does not hold: {v[:300]}'))
            if len(found) != len(CHECKS):
                out.append((False, f'{kind} {name}: only {len(found)} checks ran'))
            out.append((not out, f'{kind} {name or "build"}: {len(CHECKS) - len(out)} of {len(CHECKS)} checks hold ({time.time() - t:.0f} s)'))
    return out


def run(tasks, jobs):
    q, results, lock = queue.Queue(), [], threading.Lock()
    for t in tasks:
        q.put(t)

    def go(slot):
        while True:
            try:
                t = q.get_nowait()
            except queue.Empty:
                return
            try:
                r = task(slot, *t)
            except Exception as e:
                r = [(False, f'{t}: {e!r}')]
            with lock:
                results.extend(r)
                for ok, line in r:
                    print('ok  ' if ok else 'FAIL', line, flush=True)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(jobs)]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    return results


def main(argv):
    jobs = 6
    if '-j' in argv:
        i = argv.index('-j')
        jobs = min(int(argv[i + 1]), 8)
        del argv[i:i + 2]
    what = argv[0] if argv else ''
    start = time.time()
    Build.zygote = Zygote()
    if what == 'all':
        for file, names in (('defects.csv', [f.__name__ for f in DEFECTS]), ('variants.csv', VARIANTS)):
            listed = [row[0] for row in csv.reader(open(os.path.join(HERE, file)), delimiter=';')][1:]
            assert sorted(listed) == sorted(names), file
        tasks = [('clean', '')] + [('variant', v) for v in VARIANTS] + [('defect', f.__name__) for f in DEFECTS]
    elif what == 'clean':
        tasks = [('clean', '')]
    elif what == 'variant':
        tasks = [('variant', v) for v in argv[1:]]
    elif what == 'defect':
        for name in argv[1:]:
            for d in ('', name):
                with Build(0, defect=d, verbose=True) as w:
                    print(f'--- {name} on the {"defective" if d else "clean"} build')
                    print('   =>', verdict(globals()[name], w) or 'contract holds')
        return 0
    elif what == 'cross':
        tasks = [('cross', f.__name__) for f in DEFECTS]
    else:
        sys.exit(__doc__)
    res = run(tasks, jobs)
    fails = [r for r in res if not r[0]]
    print(f'{len(res) - len(fails)} lines ok, {len(fails)} not, {time.time() - start:.0f} s')
    return 1 if fails else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
