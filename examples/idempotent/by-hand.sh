#!/usr/bin/env bash
# Repeats with curl each clause that Samekey found broken, on its own server. Needs `mvn package` before.
cd "$(dirname "$0")" || exit 2
server=(java -XX:TieredStopAtLevel=1 -jar target/app.jar)
. ../by-hand.bash

payment() { # payment REFERENCE [AMOUNT] [NOTE]
  printf '{"amount":%s,"currency":"EUR","subject":"p1","note":"%s","reference":"%s"}' "${2:-1000}" "${3:-none}" "$1"
}
key() { printf 'X-Idempotency-Key: %s' "$1"; }
not_checked() { # not_checked ID ACTUAL
  echo "  $1   not checked, because the library documents nothing about other payloads: $2"
}
different() { cat "$work/race".[0-9]* | grep -o '"id":"[^"]*"' | sort -u | wc -l | tr -d ' '; } # results in a race

start

topic 'Keys'
send empty1 /payments -H 'X-Idempotency-Key;' --json "$(payment empty)"
send empty2 /payments -H 'X-Idempotency-Key;' --json "$(payment empty)"
clause KEY-3 'is empty1 201 || is empty2 201' 'an empty key is refused with a 4xx, no effect' \
  "$(status empty1) and $(status empty2), $(effects payments empty) effects"
send two /payments -H "$(key k1)" -H "$(key k2)" --json "$(payment two)"
send one /payments -H "$(key k1)" --json "$(payment two)"
clause KEY-10 'same two one' 'two keys in a request use neither of them up' "$(status two); k1 alone gets $(compared two one)"

topic 'Another payload under the key'
send first /payments -H "$(key first)" --json "$(payment first)"
send other /payments -H "$(key first)" --json "$(payment first 2000)"
send added /payments -H "$(key first)" --json '{"amount":1000,"currency":"EUR","subject":"p1","note":"none","reference":"first","tip":1}'
not_checked MIS-6 "$(status other) and $(status added)"
not_checked MIS-7 "$(compared first other)"
send large1 /payments -H "$(key large)" --json "$(payment large 9007199254740992)"
send large2 /payments -H "$(key large)" --json "$(payment large 9007199254740993)"
not_checked MIS-10 "$(status large2), $(compared large1 large2)"

topic 'A slow payment (5.5 s), half a second later another payload, and the first one again'
quietly slow /payments -H "$(key slow)" --json "$(payment slow 1000 sandbox:slow)" & slow=$!
sleep 0.5
quietly twin /payments -H "$(key slow)" --json "$(payment slow 1000 sandbox:slow)" & twin=$!
quietly rival /payments -H "$(key mixed)" --json "$(payment mixed 1000 sandbox:slow)" & rival=$!
sleep 0.5
send mixed /payments -H "$(key mixed)" --json "$(payment mixed 2000)"
wait "$slow" "$twin" "$rival"
answer slow
answer twin
not_checked MIS-8 "$(status mixed) after $(seconds mixed) s, $(effects payments mixed) effects"
clause CON-8 'awk "BEGIN { exit !($(seconds twin) > 3.6) }"' 'a response within about 3.1 s' "after $(seconds twin) s"
clause CON-10 '[ "$(effects payments slow)" = 2 ]' 'no duplicate runs while the first request is in progress' \
  "$(status slow) and $(status twin), $(effects payments slow) effects"

topic 'A slow payment whose client is gone after half a second, and the same again'
quietly cut /payments -m 0.5 -H "$(key cut)" --json "$(payment cut 1000 sandbox:slow)"
send retried /payments -H "$(key cut)" --json "$(payment cut 1000 sandbox:slow)"
clause RPL-9 '[ "$(effects payments cut)" != 1 ]' 'the outcome of the first, one effect' \
  "$(status retried) after $(seconds retried) s, $(effects payments cut) effects"

topic 'A duplicate of a failing payment'
quietly failing /payments -H "$(key failing)" --json "$(payment failing 1000 sandbox:slow_failure_once)" &
sleep 0.5
send duplicate /payments -H "$(key failing)" --json "$(payment failing 1000 sandbox:slow_failure_once)"
wait $!
answer failing
clause CON-11 'is failing 503 && is duplicate 500' 'in progress or the failure, no 5xx of its own' "$(status duplicate)"

topic 'Two simultaneous payloads'
quietly rival1 /payments -H "$(key rivals)" --json "$(payment rivals)" &
quietly rival2 /payments -H "$(key rivals)" --json "$(payment rivals 2000)"
wait $!
answer rival1
answer rival2
not_checked CON-5 \
  "$(status rival1) and $(status rival2), $(compared rival1 rival2), $(effects payments rivals) effects"

topic 'Simultaneous duplicates: up to 100 races of 20 refunds, until one shows the break'
for ((round = 1; round <= 100; round++)); do
  race race /refunds "$(key "race$round")" "$(payment "race$round")"
  n=$(effects refunds "race$round")
  results=$(different)
  [ "$n" -gt 1 ] && break
done
clause CON-1 '[ "$n" -gt 1 ]' 'one effect' "race $round: $(statuses race), $n effects"
clause CON-2 '[ "$results" -gt 1 ]' "the winner's outcome, or in progress" "$results results, each returned to a client"

topic 'Principals'
send alice /payments -H 'Authorization: Bearer alice' -H "$(key shared)" --json "$(payment shared)"
send bob /payments -H 'Authorization: Bearer bob' -H "$(key shared)" --json "$(payment shared)"
clause SCP-1 '[ "$(effects payments shared)" = 1 ]' 'two operations' "$(effects payments shared) effect"
clause SCP-2 'same alice bob' "nothing of the other's response" "$(status bob), $(compared alice bob)"

topic 'A payment, a refund of it, another payment, and then each again'
send past1 /payments -H "$(key past1)" --json "$(payment past1)"
refund=$(payment past2 400)
refund=${refund/p1/$(body past1 | grep -o '"id":"[^"]*"' | cut -d '"' -f 4)}
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
