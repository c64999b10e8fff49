#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own server. Needs `mvn package` before.
cd "$(dirname "$0")" || exit 2
server=(java -XX:TieredStopAtLevel=1 -jar target/app.jar)
. ../by-hand.bash
. ../probes.bash
key_name=Idempotency-Key payment_path=/payments refund_path=/refunds
listed() { curl -sS -m 5 "$url/${1}s?reference=$2"; }

start
for op in payment refund; do
  probe "$op"
  callers "$op"
  topic "What was seen ($op)"
  clause "KEY-1 $op" "! is $op.keyless 400" 'refused with 400, no effect' "$(status $op.keyless), $(count $op $op-keyless) effects"
  clause "KEY-2 $op" "! is $op.short 201 || ! is $op.long 201" '201 under 1 and 128 characters' "$(status $op.short), $(status $op.long)"
  if [ "$op" = payment ]; then # an empty key is one key for both routes, and so the payment has used it up
    clause "KEY-3 $op" "is $op.empty 201" 'an empty key is refused with 400, no effect' "$(status $op.empty), then $(status $op.empty2), $(count $op $op-empty) effect"
  fi
  clause "KEY-4 $op" "! is $op.lower 201 || ! is $op.upper 201" 'two operations' "$(status $op.lower) and $(status $op.upper)"
  clause "KEY-5 $op" "[ $(count $op $op-case) != 3 ]" 'three keys, three effects' "$(count $op $op-case) effects"
  clause "KEY-8 $op" "[ $(count $op $op-corrected) != 0 ]" 'no effect; by the contract the key is used up' "$(status $op.invalid), then $(status $op.corrected) $(body $op.corrected)"
  shown "KEY-10 $op: two header lines" "$(status $op.two); a alone $(status $op.one), the single key \"a, b\" $(status $op.joined)"
  clause "RPL-1 $op" "! is $op.replay 409" 'the contract rejects a repeated key with 409' "$(status $op.first), then $(status $op.replay)"
  shown "RPL-2 $op: what the client learns of the first" "$(body $op.replay)"
  clause "RPL-4 $op" "[ $(count $op $op-first) != 1 ]" 'one effect after six requests' "$(count $op $op-first) effects"
  shown "RPL-9 $op: the response was lost" "$(status $op.found) $(body $op.found), $(count $op $op-lost) effects"
  shown "MIS-1 $op: another payload is a duplicate like any other" "$(status $op.other) $(body $op.other)"
  clause "CON-1 $op" "[ $(count $op $op-race) != 1 ]" 'one effect' "$(statuses $op.race), $(count $op $op-race) effects"
  clause "CON-2 $op" "[ $(ids $op.race) != 1 ] || statuses $op.race | grep -q 5.." 'one success, all others 409' "$(statuses $op.race)"
  clause "CON-10 $op" "[ $(count $op $op-slow) != 1 ]" 'no duplicate runs while the first does' "$(status $op.slow), $(status $op.twin), $(count $op $op-slow) effects"
done

past
clause 'STO-8 payment' '! is again.1 409 || ! is again.2 409 || ! is again.3 409 || ! is again.4 409 || [ "$(happened)" != 4 ]' 'each is rejected, four effects' \
  "$(status again.1), $(status again.2), $(status again.3), $(status again.4), $(happened) effects"

topic 'One key on both routes: the contract has one space of keys'
send route1 /payments -H "$(key both)" --json "$(body_of payment both)"
send route2 /refunds -H "$(key both)" --json "$(body_of refund both)"
clause 'SCP-3 payment' '! is route2 409' 'refused' "$(status route1) and $(status route2), $(count refund both) effects"

topic 'A failure that passes'
send once /payments -H "$(key once)" --json "$(body_of payment once 10 sandbox:unavailable_once)"
send twice /payments -H "$(key once)" --json "$(body_of payment once 10 sandbox:unavailable_once)"
shown 'STO-5: the key is used up by the failure' "$(status once), then $(status twice) $(body twice), $(count payment once) effects"
send limited /payments -H "$(key limited)" --json "$(body_of payment limited 10 sandbox:rate_limited_once)"
send allowed /payments -H "$(key limited)" --json "$(body_of payment limited 10 sandbox:rate_limited_once)"
clause 'ERR-4 payment' '! is allowed 201' 'the key of a rate-limited request is free' "$(status limited), then $(status allowed), $(count payment limited) effects"

topic 'A restart'
send before /payments -H "$(key restart)" --json "$(body_of payment restart)"
restart
send after /payments -H "$(key restart)" --json "$(body_of payment restart)"
clause 'STO-4 payment' '! is after 409' 'the key is still known' "$(status before), then $(status after)"

finish
