#!/usr/bin/env bash
# Repeats with curl each clause that Samekey found broken, on its own server. Needs `npm ci` before.
cd "$(dirname "$0")" || exit 2
server=(node server.js)
. ../by-hand.bash

payment() { # payment REFERENCE [AMOUNT] [PAYER]
  printf '{"amount":%s,"currency":"EUR","payer":"%s","payee":"m1","reference":"%s"}' "${2:-1000}" "${3:-p1}" "$1"
}
key() { printf 'Idempotency-Key: %s' "$1"; }

start

topic 'Keys'
send empty1 /payments -H 'Idempotency-Key;' --json "$(payment empty)"
send empty2 /payments -H 'Idempotency-Key;' --json "$(payment empty)"
long=$(printf 'k%.0s' {1..257})
send long /payments -H "$(key "$long")" --json "$(payment long)"
clause KEY-3 '! is long 400' 'a key of 257 characters is refused with 400, no effect' \
  "$(status long), $(effects payments long) effects; an empty key counts as none: $(status empty1) and $(status empty2), $(effects payments empty) effects"
send two /payments -H "$(key k1)" -H "$(key k2)" --json "$(payment two)"
send joined /payments -H "$(key 'k1, k2')" --json "$(payment two)"
send one /payments -H "$(key k1)" --json "$(payment two)"
clause KEY-10 'same two one' 'two keys in a request use neither of them up' \
  "$(status two); the single key \"k1, k2\" gets $(compared two joined), and k1 alone gets $(compared two one)"

topic 'The headers of a replay'
send first /payments -H "$(key first)" --json "$(payment first)"
send replay /payments -H "$(key first)" --json "$(payment first)"
echo "  RPL-7   not checked, because the README names no headers: Location: $(header first location), then $(header replay location)"

topic 'The same payload, in another notation'
send order /payments -H "$(key first)" \
  --json '{"reference":"first","payee":"m1","payer":"p1","currency":"EUR","amount":1000}'
clause MIS-3 '! is order 201' 'replays' "$(status order)"

topic 'Numbers beyond 2^53'
send large1 /payments -H "$(key large)" --json "$(payment large 9007199254740992)"
send large2 /payments -H "$(key large)" --json "$(payment large 9007199254740993)"
clause MIS-10 'same large1 large2' 'different, or refused' "$(status large2), $(compared large1 large2)"

topic 'Principals'
send alice /payments -H 'Authorization: Bearer alice' -H "$(key shared)" --json "$(payment shared)"
send bob /payments -H 'Authorization: Bearer bob' -H "$(key shared)" --json "$(payment shared)"
clause SCP-1 '[ "$(effects payments shared)" = 1 ]' "two operations" "$(effects payments shared) effect"
clause SCP-2 'same alice bob' "nothing of the other's response" "$(status bob), $(compared alice bob)"

topic 'A rate limit'
send limited1 /payments -H "$(key limited)" --json "$(payment limited 1000 sandbox:rate_limited_once)"
send limited2 /payments -H "$(key limited)" --json "$(payment limited 1000 sandbox:rate_limited_once)"
send limited3 /payments -H "$(key another)" --json "$(payment limited 1000 sandbox:rate_limited_once)"
clause ERR-4 'is limited2 429 && is limited3 201' 'the retry runs' \
  "$(status limited2), idempotent-replayed: $(header limited2 idempotent-replayed); under another key $(status limited3)"

topic 'A payment, a refund of it, another payment, and then each again'
send past1 /payments -H "$(key past1)" --json "$(payment past1)"
paid=$(body past1 | grep -o '"id":"[^"]*"' | cut -d '"' -f 4)
refund="{\"payment_id\":\"$paid\",\"amount\":400,\"reason\":\"returned\",\"reference\":\"past2\"}"
send past2 /refunds -H "$(key past2)" --json "$refund"
send past3 /payments -H "$(key past3)" --json "$(payment past3 2000)"
send again1 /payments -H "$(key past1)" --json "$(payment past1)"
send again3 /payments -H "$(key past3)" --json "$(payment past3 2000)"
send again2 /refunds -H "$(key past2)" --json "$refund"
clause STO-8 '! same past1 again1 || ! same past2 again2 || ! same past3 again3' 'the first response of each' \
  "$(compared past1 again1), $(compared past2 again2), $(compared past3 again3)"

topic 'A restart'
send before /payments -H "$(key restart)" --json "$(payment restart)"
restart
send after /payments -H "$(key restart)" --json "$(payment restart)"
clause STO-4 '! same before after' 'the first response' "$(status after), $(compared before after)"

finish
