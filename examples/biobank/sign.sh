#!/bin/bash
# signs deliveries to /hooks/instruments by the clock of the target; other requests get "none"
IFS= read -r l
case "$l" in *hooks/instruments*) ;; *) echo none; exit;; esac
printf '%s' "$l" | python3 -c '
import json,sys,hmac,hashlib,urllib.request,re,base64
q=json.load(sys.stdin); b=q.get("body"); b=base64.b64decode(q["body_base64"]) if b is None else b.encode()
base=re.match(r"https?://[^/]+",q["url"]).group(0)
t=int(json.load(urllib.request.urlopen(base+"/sandbox/clock",timeout=5))["unix"])
print("t=%d,s=%s"%(t,hmac.new(b"instr-7Q2-shared-secret",b"%d."%t+b,hashlib.sha256).hexdigest()))'
