#!/usr/bin/env python3
"""Fake payment provider.  Payments with the same Provider-Ref are made once."""
import json
import os
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOCK = threading.Lock()
PAYMENTS = {}
CALLS = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send(self, status, doc):
        body = json.dumps(doc).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def do_GET(self):
        with LOCK:
            doc = {"payments": list(PAYMENTS.values()), "calls": list(CALLS)}
        self.send(200, doc)

    def do_POST(self):
        doc = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        ref, mode = self.headers.get("Provider-Ref", ""), self.headers.get("Provider-Behaviour", "ok")
        with LOCK:
            CALLS.append({"ref": ref, "behaviour": mode, "amount_cents": doc["amount_cents"]})
        if mode == "fail":
            return self.send(500, {"error": "provider failure"})
        if mode == "decline" and ref not in PAYMENTS:
            return self.send(402, {"error": "declined"})
        with LOCK:
            pay = PAYMENTS.setdefault(ref, {"id": "pay_%04d" % (len(PAYMENTS) + 1), "ref": ref, **doc})
        if mode == "slow":
            time.sleep(1)
        if mode == "hang":
            time.sleep(3)
        if mode == "lost":
            return self.send(500, {"error": "lost answer"})
        return self.send(201, pay)

    def log_message(self, *args):
        pass


signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
server.daemon_threads = True
server.serve_forever()
