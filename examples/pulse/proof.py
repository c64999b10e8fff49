#!/usr/bin/env python3
"""proof.py [--only NAME] [--jobs N] [--matrix]
   Checks over plain HTTP. Every defect check must fail on --defect NAME and pass on the clean server and on all variants."""
import sys, os, json, time, socket, threading, subprocess, tempfile, shutil, hmac, hashlib, uuid, http.client, http.server, random, re
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__)); SRV = os.path.join(HERE, 'server.js')
IO, ID_, LO, LD = 'pk_iron_owner_7f3a', 'pk_iron_desk_91bc', 'pk_lotus_owner_2d88', 'pk_lotus_desk_c4e1'
class Fail(Exception): pass
def need(c, m):
    if not c: raise Fail(m)
_pl = threading.Lock(); _next = [random.randrange(21000, 29000)]
def ports():
    with _pl:
        while True:
            p = _next[0]; _next[0] = p + 2 if p < 31000 else 21000
            try:
                for q in (p, p + 1):
                    s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1', q)); s.close()
                return p
            except OSError: continue
class R:
    def __init__(s, st, h, raw):
        s.st, s.h, s.raw = st, {k.lower(): v for k, v in h}, raw
        try: s.j = json.loads(raw)
        except Exception: s.j = None
    code = property(lambda s: (s.j or {}).get('error', {}).get('code'))
    replayed = property(lambda s: s.h.get('idempotent-replayed') == 'true')
    def __repr__(s): return '%s %s' % (s.st, s.raw[:160])
class S:
    def __init__(s, extra, data=False, **flags):
        s.port = ports(); s.dir = tempfile.mkdtemp(prefix='pulse4_'); s.logf = s.dir + '/log.jsonl'
        s.args = ['nice', 'node', SRV, '--port', str(s.port), '--replicas', '2', '--log', s.logf] + extra
        for k, v in flags.items(): s.args += ['--' + k.replace('_', '-'), str(v)]
        if data: s.args += ['--data', s.dir + '/data']
        s.p = None; s.start()
    def start(s):
        s.p = subprocess.Popen(s.args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        l = s.p.stdout.readline()
        if b'listening' not in l: raise RuntimeError('start: %r' % l)
    def kill(s):
        s.p.kill(); s.p.wait(); s.p.stdout.close()
    def restart(s): s.kill(); s.start()
    def close(s): s.kill(); shutil.rmtree(s.dir, ignore_errors=True)
    def __call__(s, m, path, body=None, key=None, tok=IO, rep=0, h=None, delay=None, fault=False, raw=None):
        c = http.client.HTTPConnection('127.0.0.1', s.port + rep, timeout=15)
        H = dict(h or {})
        if tok: H['Authorization'] = 'Bearer ' + tok
        if key is not None: H['Idempotency-Key'] = key
        if delay: H['Pulse-Test-Delay-Ms'] = str(delay)
        if fault: H['Pulse-Test-Fault'] = 'internal_error'
        d = raw if raw is not None else (json.dumps(body) if body is not None else None)
        if d is not None: H['Content-Type'] = 'application/json'
        c.request(m, path if path == '/metrics' else '/v1' + path, d, H)
        r = c.getresponse(); o = R(r.status, r.getheaders(), r.read()); c.close(); return o
    def bg(s, *a, **k):
        box = {}
        def f():
            try: box['r'] = s(*a, **k)
            except Exception as e: box['e'] = e
        t = threading.Thread(target=f); t.start()
        def get():
            t.join()
            if 'e' in box: raise box['e']
            return box['r']
        get.join = t.join
        return get
    # building blocks
    def member(s, tok=IO, **k):
        r = s('POST', '/members', dict({'name': 'Ana', 'email': 'a@x.de'}, **k), K(), tok); need(r.st == 201, r); return r.j['id']
    def sub(s, tok=IO):
        r = s('POST', '/subscriptions', {'member_id': s.member(tok), 'plan': 'basic'}, K(), tok); need(r.st == 201, r); return r.j['id']
    def open_inv(s, amount=1000, tok=IO, mem=None):
        r = s('POST', '/invoices', {'member_id': mem or s.member(tok)}, K(), tok); need(r.st == 201, r); i = r.j['id']
        r = s('PUT', '/invoices/%s/items/a' % i, {'description': 'x', 'quantity': 1, 'unit_amount': amount}, tok=tok); need(r.st == 201, r)
        r = s('POST', '/invoices/%s/finalize' % i, tok=tok); need(r.st == 200 and r.j['status'] == 'open', r); return i
    def paid_inv(s, amount=1000, src='tok_ok', tok=IO):
        i = s.open_inv(amount, tok); r = s('POST', '/invoices/%s/pay' % i, {'source': src}, K(), tok); need(r.st == 200, r); return i
    def charges(s, i, tok=IO): return s('GET', '/test/provider/charges?invoice_id=' + i, tok=tok).j['succeeded']
    def refunds(s, i): return s('GET', '/test/provider/refunds?invoice_id=' + i).j['count']
    def get(s, p, tok=IO): return s('GET', p, tok=tok).j
    def lst(s, p, tok=IO):
        time.sleep(1.05); return s('GET', p, tok=tok).j['data']
    def voucher(s, code, stock, tok=IO):
        r = s('PUT', '/vouchers/' + code, {'stock': stock, 'percent_off': 10}, tok=tok); need(r.st in (200, 201), r)
    def provider(s, ev, secret='prov_staging_secret', t=None):
        raw = json.dumps(ev); t = t or int(time.time())
        sig = hmac.new(secret.encode(), ('%d.%s' % (t, raw)).encode(), hashlib.sha256).hexdigest()
        return s('POST', '/provider/webhooks', raw=raw, tok=None, h={'Provider-Signature': 't=%d,v1=%s' % (t, sig)})
def K(): return str(uuid.uuid4())
def par(fs):
    with ThreadPoolExecutor(len(fs)) as ex: return [f.result() for f in [ex.submit(f) for f in fs]]
class Sink:
    def __init__(s, answers=()):
        s.got = []; ans = list(answers); me = s
        class H(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                b = self.rfile.read(int(self.headers['Content-Length'])); me.got.append((dict(self.headers.items()), b))
                self.send_response(ans.pop(0) if ans else 200); self.send_header('Content-Length', '0'); self.end_headers()
            def log_message(self, *a): pass
        s.srv = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H); s.url = 'http://127.0.0.1:%d/hook' % s.srv.server_address[1]
        threading.Thread(target=s.srv.serve_forever, daemon=True).start()
    def close(s): s.srv.shutdown(); s.srv.server_close()
CHECKS = {}; GENERAL = {}
def check(name, **flags):
    def d(f): CHECKS[name] = (f, flags); return f
    return d
def general(name, **flags):
    def d(f): GENERAL[name] = (f, flags); return f
    return d
A = {'name': 'Ana', 'email': 'ana@x.de', 'address': {'street': 'Kai 4', 'city': 'Bremen'}, 'tags': ['a', 'b']}
# ------------------------------------------------------------ simple
@check('member-mismatch-replays')
def _(s):
    k = K(); need(s('POST', '/members', A, k).st == 201, 'create')
    r = s('POST', '/members', dict(A, name='Bob'), k); need((r.st, r.code) == (422, 'idempotency_key_reused'), r)
@check('sub-mismatch-409')
def _(s):
    k = K(); m = s.member(); need(s('POST', '/subscriptions', {'member_id': m, 'plan': 'basic'}, k).st == 201, 'create')
    r = s('POST', '/subscriptions', {'member_id': m, 'plan': 'plus'}, k); need((r.st, r.code) == (422, 'idempotency_key_reused'), r)
@check('pay-key-optional')
def _(s):
    i = s.open_inv(); r = s('POST', '/invoices/%s/pay' % i, {'source': 'tok_ok'})
    need((r.st, r.code) == (400, 'idempotency_key_missing'), r); need(s.charges(i) == 0, 'charged')
@check('sub-500-replayed')
def _(s):
    k = K(); b = {'member_id': s.member(), 'plan': 'basic'}
    need(s('POST', '/subscriptions', b, k, fault=True).st == 500, 'fault'); r = s('POST', '/subscriptions', b, k); need(r.st == 201 and not r.replayed, r)
@check('member-invalid-burns-key')
def _(s):
    k = K(); need(s('POST', '/members', {'name': 'Ana'}, k).st == 400, 'invalid'); r = s('POST', '/members', A, k); need(r.st == 201 and not r.replayed, r)
@check('decline-not-remembered')
def _(s):
    i = s.open_inv(); k = K(); p = '/invoices/%s/pay' % i
    need(s('POST', p, {'source': 'tok_decline_once'}, k).st == 402, 'first'); r = s('POST', p, {'source': 'tok_decline_once'}, k)
    need((r.st, r.code) == (402, 'card_declined'), r); need(s.charges(i) == 0, 'charged')
    need(s('POST', p, {'source': 'tok_decline_once'}, K()).st == 200, 'new key')
@check('keys-cross-operations')
def _(s):
    k = K(); m = s.member(); need(s('POST', '/members', A, k).st == 201, 'm'); r = s('POST', '/invoices', {'member_id': m}, k); need(r.st == 201 and not r.replayed, r)
@check('tenant-key-leak')
def _(s):
    k = K(); a = s('POST', '/members', A, k, IO); r = s('POST', '/members', A, k, LO)
    need(r.st == 201 and not r.replayed and r.j['id'] != a.j['id'], r); need(s('GET', '/members/' + r.j['id'], tok=LO).st == 200, 'unreadable')
@check('cancel-repeat-404')
def _(s):
    i = s.sub(); a = s('DELETE', '/subscriptions/' + i); need(a.st == 200, a); b = s('DELETE', '/subscriptions/' + i); need(b.st == 200 and b.j == a.j, b)
@check('finalize-renumbers')
def _(s):
    i = s.open_inv(); n = s.get('/invoices/' + i)['number']; r = s('POST', '/invoices/%s/finalize' % i); need(r.st == 200 and r.j['number'] == n, r)
    need(s.get('/invoices/' + i)['number'] == n, 'number'); j = s.open_inv(); need(int(s.get('/invoices/' + j)['number'][-6:]) == int(n[-6:]) + 1, 'gap')
@check('credit-ref-ignored')
def _(s):
    i = s.paid_inv(); b = {'client_reference': 'c1', 'amount': 300}; p = '/invoices/%s/credit_notes' % i
    a = s('POST', p, b); need(a.st == 201, a); r = s('POST', p, b); need(r.st == 200 and r.j == a.j, r); need(s.get('/invoices/' + i)['amount_remaining'] == 700, 'rem'); need(s.refunds(i) == 1, 'refunds')
@check('sub-marker-absent')
def _(s):
    k = K(); b = {'member_id': s.member(), 'plan': 'basic'}; a = s('POST', '/subscriptions', b, k); r = s('POST', '/subscriptions', b, k)
    need(not a.replayed and r.replayed and r.j == a.j and r.st == 201, (r, r.h))
@check('provider-event-twice')
def _(s):
    m = s.member(); e = {'id': 'pev_1', 'type': 'transfer.received', 'data': {'gym': 'gym_ironworks', 'member_id': m, 'amount': 250}}
    a = s.provider(e); need(a.st == 200 and a.j['duplicate'] is False, a); b = s.provider(e); need(b.st == 200 and b.j['duplicate'] is True, b); need(s.get('/members/' + m)['balance'] == 250, 'balance')
@check('pause-bumps-etag')
def _(s):
    p = '/subscriptions/' + s.sub(); a = s('POST', p + '/pause'); b = s('POST', p + '/pause'); need(a.st == b.st == 200 and a.j == b.j and a.h['etag'] == b.h['etag'], b); need(s('GET', p).h['etag'] == a.h['etag'], 'etag')
@check('patch-key-unused')
def _(s):
    p = '/subscriptions/' + s.sub(); k = K(); h = {'If-Match': '"v1"'}
    a = s('PATCH', p, {'plan': 'plus'}, k, h=h); need(a.st == 200 and a.h['etag'] == '"v2"', a); b = s('PATCH', p, {'plan': 'plus'}, k, h=h); need(b.st == 200 and b.j == a.j and b.h['etag'] == '"v2"', b)
    need(s('PATCH', p, {'plan': 'plus'}, h=h).st == 412, 'no key'); need(s.get(p)['version'] == 2, 'version')
@check('payout-user-collision')
def _(s):
    i, j = s.paid_inv(), s.paid_inv(); k = K(); d = {'iban': 'DE0012345678'}
    need(s('POST', '/payouts', {'invoice_ids': [i], 'destination': d}, k, IO).st == 202, '1'); r = s('POST', '/payouts', {'invoice_ids': [j], 'destination': d}, k, ID_); need(r.st == 202 and r.j['invoice_ids'] == [j], r)
# ------------------------------------------------------------ subtle
@check('voucher-stock-on-replay')
def _(s):
    s.voucher('SUMMER', 10); k = K(); b = {'member_id': s.member()}; a = s('POST', '/vouchers/SUMMER/redeem', b, k); r = s('POST', '/vouchers/SUMMER/redeem', b, k.upper())
    need(a.st == r.st == 201 and a.j == r.j, r); v = s.get('/vouchers/SUMMER'); need(v['redeemed'] == 1 and v['remaining'] == 9, v)
@check('pay-silent-recharge')
def _(s):
    i = s.open_inv(); k = K(); p = '/invoices/%s/pay' % i; a = s('POST', p, {'source': 'tok_ok'}, k); r = s('POST', p, {'source': 'tok_ok'}, k)
    need(a.st == r.st == 200 and a.j == r.j, r); need(s.charges(i) == 1, 'charges %d' % s.charges(i))
@check('restart-forgets-recovered', data=True)
def _(s):
    b = {'member_id': s.member(), 'memo': 'm'}; k, k2 = K(), K(); c = s('POST', '/invoices', b, k2); need(c.st == 201, c)
    need(s('POST', '/invoices', b, k, fault=True).st == 500, 'fault'); a = s('POST', '/invoices', b, k); need(a.st == 201, a)
    need(s('POST', '/invoices', b, k).j == a.j, 'before restart'); s.restart()
    r = s('POST', '/invoices', b, k2); need(r.replayed and r.j == c.j, 'plain key lost'); r = s('POST', '/invoices', b, k); need(r.replayed and r.j == a.j, 'recovered key lost: %s' % r)
@check('voucher-replica-local')
def _(s):
    s.voucher('SUMMER', 10); k = K(); b = {'member_id': s.member()}; a = s('POST', '/vouchers/SUMMER/redeem', b, k); need(s('POST', '/vouchers/SUMMER/redeem', b, k).j == a.j, 'same replica')
    r = s('POST', '/vouchers/SUMMER/redeem', b, k, rep=1); need(r.st == 201 and r.j == a.j, r); need(s.get('/vouchers/SUMMER')['redeemed'] == 1, 'stock')
@check('member-nested-blind')
def _(s):
    k = K(); need(s('POST', '/members', A, k).st == 201, '1'); need(s('POST', '/members', dict(A, name='B'), k).st == 422, 'top level')
    r = s('POST', '/members', dict(A, address={'street': 'Kai 4', 'city': 'Kiel'}), k); need(r.st == 422, r)
@check('patch-revives-canceled')
def _(s):
    p = '/subscriptions/' + s.sub(); t = s.bg('PATCH', p, {'plan': 'plus'}, h={'If-Match': '"v1"'}, delay=900); time.sleep(.35); r = s('DELETE', p); a = t()
    need(r.st == 200 and r.j['status'] == 'canceled', r); need(a.st == 200, a); g = s.get(p); need(g['status'] == 'canceled' and g['plan'] == 'plus' and g['version'] == 3, g)
@check('credit-repeat-eats-remaining')
def _(s):
    i = s.paid_inv(1000, 'tok_refund_declined'); p = '/invoices/%s/credit_notes' % i
    for _ in range(3):
        r = s('POST', p, {'client_reference': 'c9', 'amount': 300}); need((r.st, r.code) == (402, 'refund_declined'), r); v = s.get('/invoices/' + i); need(v['amount_remaining'] == 1000 and v['amount_credited'] == 0, v['amount_remaining'])
@check('webhook-second-event')
def _(s):
    k_ = Sink()
    try:
        need(s('PUT', '/webhook_endpoint', {'url': k_.url}).st == 201, 'hook'); i = s.open_inv(); k = K(); p = '/invoices/%s/pay' % i
        a = s('POST', p, {'source': 'tok_ok'}, k); r = s('POST', p, {'source': 'tok_ok'}, k); need(a.j == r.j and r.st == 200, r); n = len([e for e in s.lst('/events') if e['data']['invoice']['id'] == i])
        need(n == 1, '%d events' % n); need(len({json.loads(b)['id'] for _, b in k_.got}) == 1, 'deliveries')
    finally: k_.close()
@check('invoice-retention-sliding', key_ttl_ms=2000)
def _(s):
    b = {'member_id': s.member()}; k = K(); a = s('POST', '/invoices', b, k); t = time.time(); need(a.st == 201, a)
    for x in (.7, 1.4):
        time.sleep(max(0, t + x - time.time())); r = s('POST', '/invoices', b, k); need(r.replayed and r.j == a.j, 'early %s' % r)
    time.sleep(max(0, t + 2.2 - time.time())); r = s('POST', '/invoices', b, k); need(r.st == 201 and not r.replayed and r.j['id'] != a.j['id'], 'still replayed after the retention')
@check('pay-timeout-lock', provider_timeout_ms=400)
def _(s):
    i = s.open_inv(); k = K(); p = '/invoices/%s/pay' % i; a = s('POST', p, {'source': 'tok_timeout'}, k); need((a.st, a.code) == (504, 'provider_timeout'), a)
    r = s('POST', p, {'source': 'tok_timeout'}, k); need(r.st == 200, r); need(s.charges(i) == 1, 'charges')
@check('sub-wait-runs-anyway', wait_ms=500)
def _(s):
    m = s.member(); b = {'member_id': m, 'plan': 'basic'}; k = K(); t = s.bg('POST', '/subscriptions', b, k, delay=1600); time.sleep(.3); r = s('POST', '/subscriptions', b, k); a = t()
    need((r.st, r.code) == (409, 'request_in_progress') and 'retry-after' in r.h, r); need(a.st == 201, a); n = len(s.lst('/subscriptions?member_id=' + m)); need(n == 1, '%d subscriptions' % n)
@check('member-abort-frees-key')
def _(s):
    k = K(); b = dict(A, email='abort@x.de'); raw = json.dumps(b); c = socket.create_connection(('127.0.0.1', s.port))
    c.sendall(('POST /v1/members HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\nPulse-Test-Delay-Ms: 1400\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' % (IO, k, len(raw), raw)).encode())
    time.sleep(.35); c.close(); time.sleep(.15); r = s('POST', '/members', b, k); need((r.st, r.code) == (409, 'request_in_progress'), r)
    time.sleep(1.5); r = s('POST', '/members', b, k); need(r.st == 201 and r.replayed, r); n = len(s.lst('/members?email=abort@x.de')); need(n == 1, '%d members' % n)
# ------------------------------------------------------------ general (clean and variants)
def ops(s):
    m = s.member(); inv = s.open_inv(); paid = s.paid_inv(); d = {'iban': 'DE0012345678'}; sub = s.sub(); s.voucher('V01', 5)
    return {'members': ('POST', '/members', A, {}, 201), 'subs': ('POST', '/subscriptions', {'member_id': m, 'plan': 'plus'}, {}, 201), 'invoices': ('POST', '/invoices', {'member_id': m, 'memo': 'q'}, {}, 201),
            'patch': ('PATCH', '/subscriptions/' + sub, {'plan': 'premium'}, {'If-Match': '"v1"'}, 200), 'pay': ('POST', '/invoices/%s/pay' % inv, {'source': 'tok_ok', 'receipt': {'a': [1]}}, {}, 200),
            'payout': ('POST', '/payouts', {'invoice_ids': [paid], 'destination': d}, {}, 202), 'redeem': ('POST', '/vouchers/V01/redeem', {'member_id': m}, {}, 201)}, inv
def ident(n, j): return j['id'] if n == 'payout' else json.dumps(j, sort_keys=True)
@general('parallel-same-key')
def _(s):
    o, inv = ops(s)
    for n, (m, p, b, h, ok) in o.items():
        k = K(); rs = par([(lambda q=q: s(m, p, b, k, h=h, rep=q % 2, tok=IO, delay=150)) for q in range(8)])
        good = [r for r in rs if r.st == ok]; need(good, rs); need(len({ident(n, r.j) for r in good}) == 1, (n, rs))
        need(all(r.st == ok or (r.st == 409 and r.code in ('request_in_progress', 'payment_in_progress')) for r in rs), (n, rs))
        if n in ('subs', 'redeem'): need(len(good) == 8, (n, rs))
        else: need(len(good) < 8, (n, 'nobody was told in progress'))
        r = s(m, p, b, k, h=h); need(r.st == ok and ident(n, r.j) == ident(n, good[0].j), r); need(r.replayed == (n in ('members', 'subs', 'invoices')), (n, 'marker'))
        if n != 'payout': need(r.h.get('location') == good[0].h.get('location') and r.h.get('etag') == good[0].h.get('etag'), 'headers')
    need(s.charges(inv) == 1, 'charges'); need(s.get('/vouchers/V01')['redeemed'] == 1, 'v')
@general('mismatch-and-forms')
def _(s):
    o, inv = ops(s); exp = {'pay': (409, 'idempotency_key_conflict'), 'payout': (409, 'idempotency_key_conflict')}
    for n, (m, p, b, h, ok) in o.items():
        need(n == 'patch' or s(m, p, b, None, h=h).code == 'idempotency_key_missing', n); need(s(m, p, b, 'x y', h=h).code == 'idempotency_key_invalid', n)
        k = K(); t = s.bg(m, p, b, k, h=h, delay=400); time.sleep(.25); r = s(m, p, dict(b, extra={'deep': 1}), k, h=h); need((r.st, r.code) == exp.get(n, (422, 'idempotency_key_reused')), (n, 'while running', r))
        a = t(); need(a.st == ok, (n, a)); r = s(m, p, dict(b, extra={'deep': 1}), k, h=h); need((r.st, r.code) == exp.get(n, (422, 'idempotency_key_reused')), (n, r))
        r = s(m, p, dict(reversed(list(b.items()))), k, h=h, tok=IO if n == 'payout' else ID_); need(r.st == ok and ident(n, r.j) == ident(n, a.j), (n, 'original after mismatch', r))
        if n == 'patch': need(s(m, p, b, k, h={'If-Match': '"v2"'}).st == 422, 'if-match')
    k1 = 'abcdefgh' * 7; a = s('POST', '/members', A, k1 + 'A'); b = s('POST', '/members', A, k1 + 'a'); need(a.j['id'] != b.j['id'], 'case')
@general('failures-not-stored')
def _(s):
    o, inv = ops(s)
    for n, (m, p, b, h, ok) in o.items():
        k = K(); need(s(m, p, b, k, h=h, fault=True).st == 500, n)
        bad_ = {'patch': {'plan': 'zzz'}, 'pay': {'source': 'zz'}, 'payout': {}}.get(n, {'member_id': 5}); need(s(m, p, bad_, k, h=h).st == 400, n)
        r = s(m, p, b, k, h=h); need(r.st == ok and not r.replayed, (n, r))
    i = s.open_inv(); p = '/invoices/%s/pay' % i; k = K(); need(s('POST', p, {'source': 'tok_unreachable_once'}, k).st == 502, '502'); need(s('POST', p, {'source': 'tok_unreachable_once'}, k).st == 200, '200'); need(s.charges(i) == 1, 'c')
    s.voucher('SOO', 0); k = K(); b = {'member_id': s.member()}; need(s('POST', '/vouchers/SOO/redeem', b, k).code == 'voucher_sold_out', 'so'); s.voucher('SOO', 1); need(s('POST', '/vouchers/SOO/redeem', b, k).st == 201, 'so2')
    m = s.member(); b = {'member_id': m, 'plan': 'basic'}; k = K(); t = s.bg('POST', '/subscriptions', b, k, delay=400, fault=True); time.sleep(.25); r = s('POST', '/subscriptions', b, k); need(t().st == 500 and r.st == 201 and not r.replayed, r)
@general('restart', data=True)
def _(s):
    o, inv = ops(s); keep = {}
    for n, (m, p, b, h, ok) in o.items(): k = K(); r = s(m, p, b, k, h=h); need(r.st == ok, (n, r)); keep[n] = (k, r)
    dec = s.open_inv(); dk = K(); need(s('POST', '/invoices/%s/pay' % dec, {'source': 'tok_declined'}, dk).st == 402, 'd'); cr = {'client_reference': 'z', 'amount': 100}; c = s('POST', '/invoices/%s/credit_notes' % inv, cr)
    ev = {'id': 'pev_9', 'type': 'transfer.received', 'data': {'gym': 'gym_ironworks', 'member_id': s.member(), 'amount': 5}}; need(s.provider(ev).j['duplicate'] is False, 'p'); s.restart()
    for n, (m, p, b, h, ok) in o.items(): k, a = keep[n]; r = s(m, p, b, k, h=h, rep=1); need(r.st == ok and ident(n, r.j) == ident(n, a.j), (n, r)); need(r.replayed == (n in ('members', 'subs', 'invoices')), n)
    need(s('POST', '/invoices/%s/pay' % dec, {'source': 'tok_declined'}, dk).st == 402, 'd2'); r = s('POST', '/invoices/%s/credit_notes' % inv, cr); need(r.st == 200 and r.j == c.j, r); need(s.provider(ev).j['duplicate'] is True, 'p2')
    need(s.charges(inv) == 1 and s.get('/vouchers/V01')['redeemed'] == 1, 'effects'); time.sleep(.8); need(s.get('/payouts/' + keep['payout'][1].j['id'])['status'] == 'completed', 'payout'); r = s(*o['payout'][:3], keep['payout'][0]); need(r.st == 202 and r.j['status'] == 'completed', r)
@general('kill-in-the-middle', data=True, provider_timeout_ms=1500)
def _(s):
    o, inv = ops(s); ks = {}
    def quiet(*a, **k):
        try: s(*a, **k)
        except Exception: pass
    ts = []
    for n, (m, p, b, h, ok) in o.items():
        ks[n] = K(); kw = dict(h=h, delay=2000)
        if n == 'pay': b = {'source': 'tok_timeout'}; o[n] = (m, p, b, h, ok); kw = dict(h=h)
        t = threading.Thread(target=quiet, args=(m, p, b, ks[n]), kwargs=kw); t.start(); ts.append(t)
    time.sleep(.7); s.restart(); [t.join() for t in ts]; need(s.charges(inv) == 1, 'provider had charged')
    for n, (m, p, b, h, ok) in o.items(): r = s(m, p, b, ks[n], h=h); need(r.st == ok and not r.replayed, (n, r)); q = s(m, p, b, ks[n], h=h); need(ident(n, q.j) == ident(n, r.j), n)
    need(s.charges(inv) == 1, 'charges'); need(s.get('/vouchers/V01')['redeemed'] == 1, 'v')
@general('races')
def _(s):
    i = s.open_inv(); rs = par([lambda q=q: s('POST', '/invoices/%s/pay' % i, {'source': 'tok_ok'}, K(), rep=q % 2) for q in range(8)]); need([r.st for r in rs].count(200) == 1 and all(r.st == 200 or r.code in ('invoice_locked', 'invoice_already_paid') for r in rs), rs); need(s.charges(i) == 1, 'c')
    s.voucher('FEW', 3); m = s.member(); rs = par([lambda: s('POST', '/vouchers/FEW/redeem', {'member_id': m}, K()) for q in range(8)]); need([r.st for r in rs].count(201) == 3, rs); need(s.get('/vouchers/FEW')['remaining'] == 0, 'v')
    rs = par([lambda q=q: s('POST', '/invoices/%s/credit_notes' % i, {'client_reference': 'r%d' % (q // 2), 'amount': 300}, rep=q % 2) for q in range(10)]); need([r.st for r in rs].count(201) == 3, rs); v = s.get('/invoices/' + i); need(v['amount_credited'] == 900 and v['amount_remaining'] == 100 and s.refunds(i) == 3, v)
    r = s('POST', '/invoices/%s/credit_notes' % i, {'client_reference': 'big', 'amount': 101}); need(r.code == 'amount_exceeds_remaining', r); need(s('POST', '/invoices/%s/credit_notes' % i, {'client_reference': 'big', 'amount': 100}).st == 201, 'fixed'); need(s('POST', '/invoices/%s/credit_notes' % i, {'client_reference': 'big', 'amount': 99}).code == 'client_reference_conflict', 'conf')
    p = '/subscriptions/' + s.sub(); rs = par([lambda: s('PATCH', p, {'plan': 'plus'}, h={'If-Match': '"v1"'}) for _ in range(5)]); need(sorted(r.st for r in rs) == [200, 412, 412, 412, 412], rs)
    rs = par([lambda: s('POST', p + '/pause') for _ in range(5)] + [lambda: s('POST', p + '/pause', rep=1)]); need(all(r.st == 200 and r.j['version'] == 3 for r in rs), rs)
    rs = par([lambda: s('DELETE', p) for _ in range(5)]); need(len({json.dumps(r.j, sort_keys=True) for r in rs}) == 1 and rs[0].st == 200, rs); need(s('POST', p + '/resume').code == 'subscription_canceled', 'res'); need(s('PATCH', p, {'plan': 'plus'}).st == 428, '428')
    h = [x['action'] for x in s.lst(p + '/history')]; need(h == ['created', 'plan_changed', 'paused', 'canceled'], h)
    inv = s('POST', '/invoices', {'member_id': m}, K()).j['id']; it = {'description': 'x', 'quantity': 2, 'unit_amount': 50}; rs = par([lambda: s('PUT', '/invoices/%s/items/a' % inv, it) for _ in range(5)]); need(sorted(r.st for r in rs) == [200] * 4 + [201] and s.get('/invoices/' + inv)['total'] == 100, rs)
    rs = par([lambda: s('POST', '/invoices/%s/finalize' % inv) for _ in range(5)]); need(len({r.j['number'] for r in rs}) == 1, rs); need(s('PUT', '/invoices/%s/items/a' % inv, it).st == 200, 'same item'); need(s('PUT', '/invoices/%s/items/b' % inv, it).code == 'invoice_finalized', 'b')
    a, b = s.paid_inv(), s.paid_inv(); d = {'iban': 'DE0012345678'}; rs = par([lambda: s('POST', '/payouts', {'invoice_ids': [a, b], 'destination': d}, K()) for _ in range(5)]); need(sorted(r.st for r in rs) == [202, 409, 409, 409, 409], rs)
@general('original-document')
def _(s):
    m = s.member(); b = {'member_id': m, 'plan': 'basic'}; k = K(); a = s('POST', '/subscriptions', b, k); p = '/subscriptions/' + a.j['id']; s('PATCH', p, {'plan': 'plus'}, h={'If-Match': a.h['etag']}); r = s('POST', '/subscriptions', b, k); need(r.j == a.j and r.h['etag'] == '"v1"' and r.h['location'] == a.h['location'], r)
    need(s('GET', p, tok=LO).st == 404 and s('GET', p, tok='x').st == 401, 'tenant')
    s.voucher('TWO', 4, IO); s.voucher('TWO', 4, LO); k = K(); x = s('POST', '/vouchers/TWO/redeem', {'member_id': m}, k, IO); y = s('POST', '/vouchers/TWO/redeem', {'member_id': s.member(LO)}, k, LO); need(x.st == y.st == 201 and x.j['id'] != y.j['id'], y)
    i, j = s.paid_inv(), s.paid_inv(tok=LO); c = {'client_reference': 'same', 'amount': 1}; need(s('POST', '/invoices/%s/credit_notes' % i, c).st == 201 and s('POST', '/invoices/%s/credit_notes' % j, c, tok=LO).st == 201, 'refs')
@general('retention', key_ttl_ms=1200, pay_key_ttl_ms=1200)
def _(s):
    o, inv = ops(s); keep = {}
    for n, (m, p, b, h, ok) in o.items():
        k = K(); r = s(m, p, b, k, h=h); need(r.st == ok, r); need(s(m, p, b, k, h=h).st == ok, n); keep[n] = (k, r)
    time.sleep(1.3); exp = {'pay': 'invoice_already_paid', 'payout': 'invoice_already_in_payout', 'patch': 'version_mismatch'}
    for n, (m, p, b, h, ok) in o.items():
        r = s(m, p, b, keep[n][0], h=h)
        if n in exp: need(r.code == exp[n], (n, r))
        else: need(r.st == ok and not r.replayed and r.j['id'] != keep[n][1].j['id'], (n, r))
    need(s.charges(inv) == 1, 'c')
@general('webhooks', data=True, webhook_backoff_ms=150)
def _(s):
    k = Sink([500, 500])
    try:
        sec = s('PUT', '/webhook_endpoint', {'url': k.url}).j['secret']; i = s.paid_inv(); time.sleep(1.6); need(len(k.got) >= 3 and len({json.loads(b)['id'] for _, b in k.got}) == 1, len(k.got))
        for h, b in k.got:
            t, v = re.match(r't=(\d+),v1=(\w+)$', h['Pulse-Signature']).groups(); need(hmac.new(sec.encode(), t.encode() + b'.' + b, hashlib.sha256).hexdigest() == v, 'sig'); need(json.loads(b)['data']['invoice']['id'] == i, 'inv')
        e = s.lst('/events'); need(len(e) == 1 and e[0]['delivery']['state'] == 'delivered', e); n = len(k.got); need(s('POST', '/events/%s/redeliver' % e[0]['id']).st == 202, 'red'); time.sleep(.6); need(len(k.got) > n, 'redelivered')
    finally: k.close()
    j = s.paid_inv(); time.sleep(.3); s.restart(); k = Sink(); s('PUT', '/webhook_endpoint', {'url': k.url}); time.sleep(2.8)
    try: need({json.loads(b)['data']['invoice']['id'] for _, b in k.got} == {j}, 'after restart %s' % k.got)
    finally: k.close()
@general('provider-events')
def _(s):
    m = s.member(); ev = lambda i, mm=m, g='gym_ironworks': {'id': i, 'type': 'transfer.received', 'data': {'gym': g, 'member_id': mm, 'amount': 10}}
    need(s.provider(ev('a'), 'wrong').st == 401, 's'); need(s.provider(ev('a'), t=int(time.time()) - 400).st == 401, 'old'); need(s.provider(ev('a', 'mem_x')).st == 422, 'u'); need(s.provider(ev('a', m, 'gym_lotus')).st == 422, 'g'); need(s.provider({'id': 'a', 'type': 'transfer.received', 'data': {}}).st == 400, 'b')
    rs = par([lambda: s.provider(ev('a')) for _ in range(6)]); need([r.j['duplicate'] for r in rs].count(False) == 1, rs); need(s.get('/members/' + m)['balance'] == 10, 'bal'); need(s.provider({'id': 'u', 'type': 'foo', 'data': {}}).st == 200, 'unk')
@general('log-and-metrics')
def _(s):
    k = K(); r = s('POST', '/members', A, k); s('POST', '/members', A, k); s('POST', '/members', dict(A, name='x'), k); i = s.paid_inv(); t = s('GET', '/metrics', tok=None).raw.decode()
    for oc, n in (('first', 2), ('replay', 1), ('mismatch', 1)): need('pulse_idempotency_outcomes_total{operation="members.create",outcome="%s"} %d\n' % (oc, n) in t, t)
    need('pulse_provider_charges_total 1\n' in t, 'charges'); L = open(s.logf).read(); need(k not in L and IO not in L, 'secrets'); rows = [json.loads(x) for x in L.splitlines()]; mine = [x for x in rows if x.get('key_hash') == hashlib.sha256(k.encode()).hexdigest()[:12]]
    need([x['idempotency'] for x in mine] == ['first', 'replay', 'mismatch'] and mine[0]['request_id'] == r.h['pulse-request-id'], mine)
@general('pay-unclear')
def _(s):
    i = s.open_inv(); p = '/invoices/%s/pay' % i; need(s('POST', p, {'source': 'tok_timeout'}, K()).st == 504, '504'); r = s('POST', p, {'source': 'tok_ok'}, K()); need(r.st == 200 and s.charges(i) == 1, r)
    i = s.open_inv(); p = '/invoices/%s/pay' % i; need(s('POST', p, {'source': 'tok_declined'}, K()).st == 402, '402'); need(s('POST', p, {'source': 'tok_slow'}, K()).st == 200, 'slow'); need(s.charges(i) == 1, 'c')
    need(s('POST', '/invoices/%s/finalize' % i).j.get('attempt') is None, 'internal member shown')
# ------------------------------------------------------------ runner
def run(extra, name):
    f, flags = CHECKS.get(name) or GENERAL[name]; t = time.time(); s = None
    try:
        s = S(extra, **flags); f(s); res = ('pass', '')
    except Fail as e: res = ('FAIL', str(e)[:230])
    except Exception as e: res = ('ERROR', repr(e)[:230])
    finally:
        if s: s.close()
    return res + (time.time() - t,)
VAR = ['slow', 'json-shuffle', 'extra-headers', 'other-texts', 'lagging-lists', 'noisy-metrics', 'webhook-repeats']
if __name__ == '__main__':
    only = sys.argv[sys.argv.index('--only') + 1] if '--only' in sys.argv else None; jobs = int(sys.argv[sys.argv.index('--jobs') + 1]) if '--jobs' in sys.argv else 4
    allc = list(CHECKS) + list(GENERAL); t0 = time.time()
    work = [('defect', n, ['--defect', n], n) for n in CHECKS] + [('clean', '-', [], n) for n in allc] + [('variant', v, ['--variant', v], n) for v in VAR for n in allc]
    if '--matrix' in sys.argv: work = [('matrix', d, ['--defect', d], n) for d in CHECKS for n in allc if n != d]
    if only: work = [w for w in work if only in (w[1], w[3])]
    with ThreadPoolExecutor(jobs) as ex: out = list(zip(work, ex.map(lambda w: run(w[2], w[3]), work)))
    bad = 0; tally = {}
    for (kind, who, _, n), (st, msg, dt) in out:
        good = kind == 'matrix' or st == ('FAIL' if kind == 'defect' else 'pass'); bad += not good; key = kind if kind != 'variant' else 'variant ' + who; a = tally.setdefault(key, [0, 0]); a[0] += good; a[1] += 1
        if kind == 'matrix':
            if st != 'pass': print('%-30s also trips %-28s %s %s' % (who, n, st, msg[:110]))
        elif kind == 'defect': print('%-8s %-30s %4.1fs %s' % ('SHOWN' if good else 'NOT SHOWN', n, dt, msg))
        elif not good: print('BAD      %s %s / %s: %s %s' % (kind, who, n, st, msg))
    for k, (a, b) in tally.items(): print('%-24s %d of %d as expected' % (k, a, b))
    print('%s in %.0f s' % ('ALL AS EXPECTED' if not bad else '%d NOT AS EXPECTED' % bad, time.time() - t0)); sys.exit(bool(bad))
