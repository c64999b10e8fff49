#!/usr/bin/env bash
# Repeats with curl each clause that Samekey found broken, on its own server. Needs `mvn package` before.
cd "$(dirname "$0")" || exit 2
server=(java -XX:TieredStopAtLevel=1 -jar target/app.jar)
. ../by-hand.bash
export DATA=$work/data

body_of() { # body_of REFERENCE [AMOUNT] [NOTE]
  printf '{"id":"%s","amount":%s,"subject":"p1","note":"%s","reference":"%s"}' "$1" "${2:-1000}" "${3:-none}" "$1"
}
key() { printf 'Idempotency-Key: %s' "$1"; }

start

topic 'Keys'
send empty1 /payments -H 'Idempotency-Key;' --json "$(body_of empty)"
send empty2 /payments -H 'Idempotency-Key;' --json "$(body_of other)"
long=$(printf 'k%.0s' {1..101})
send long /payments -H "$(key "$long")" --json "$(body_of long)"
clause KEY-3 'is empty1 201 || is long 500' 'an empty or over-long key is refused with a 4xx' \
  "empty: $(status empty1), and for the next one $(status empty2); 101 characters: $(status long)"
send two /payments -H "$(key k1)" -H "$(key k2)" --json "$(body_of two)"
send joined /payments -H "$(key '[k1, k2]')" --json "$(body_of two)"
send one /payments -H "$(key k1)" --json "$(body_of two)"
clause KEY-10 'is one 409' 'two keys in a request use neither of them up' \
  "$(status two); the single key \"[k1, k2]\" is $(status joined), and k1 alone is $(status one)"

topic 'An error'
send none /payments --json "$(body_of none)"
clause ERR-1 '! body none | grep -q code' 'a code' "$(status none) without a body"
send idless /notices --json '{"amount":1,"subject":"s","note":"none","reference":"idless"}'
clause EVT-12 'is idless 500' 'an event without an id is refused with 400' "$(status idless)"

topic 'A duplicate in progress'
quietly original /payments -H "$(key slow)" --json "$(body_of slow 1000 sandbox:slow)" &
sleep 0.5
send during /payments -H "$(key slow)" --json "$(body_of slow 1000 sandbox:slow)"
wait $!
echo "  CON-3   not checked, because the manual does not promise Retry-After: $(status during), Retry-After: $(header during retry-after)"

topic 'A delivery while the first one is in progress'
quietly delivery /notices --json "$(body_of slow-notice 1 sandbox:slow)" &
sleep 0.5
send again /notices --json "$(body_of slow-notice 1 sandbox:slow)"
n=$(effects notices slow-notice)
wait $!
clause EVT-3 'is again 204 && [ "$n" = 0 ]' 'acknowledged when the effect is durable' \
  "$(status again) while there are $n effects; later $(effects notices slow-notice)"

topic 'A delivery that could not be handled, and the same again'
send failing /notices --json "$(body_of failing-notice 1 sandbox:unavailable_once)"
sleep 0.5
send handled /notices --json "$(body_of failing-notice 1 sandbox:unavailable_once)"
clause EVT-7 '! is handled 204 || [ "$(effects notices failing-notice)" != 1 ]' 'handled by the next delivery' \
  "$(status failing), then $(status handled), $(effects notices failing-notice) effect"

topic 'Simultaneous duplicates: up to 100 races of 20 refunds, until one shows the break'
for ((round = 1; round <= 100; round++)); do
  race race /refunds "$(key "race$round")" "$(body_of "race$round")"
  actual="race $round: $(statuses race), $(effects refunds "race$round") effect"
  [[ $actual == *' x 500'* ]] && break
done
clause CON-2 '[[ $actual == *" x 500"* ]]' 'in progress, or the outcome' "$actual"

topic 'A refused request, and at once the corrected one over another connection: up to 100 pairs, until one shows the break'
for ((pair = 1; pair <= 100; pair++)); do
  actual="pair $pair: $(curl -sS -m 5 -o /dev/null -w '%{http_code}, ' -H 'Connection: close' -H "$(key "pair$pair")" \
    --json "$(body_of "pair$pair" 0)" "$url/refunds" --next -sS -m 5 -o /dev/null -w '%{http_code}' \
    -H "$(key "pair$pair")" --json "$(body_of "pair$pair" 400)" "$url/refunds"), $(effects refunds "pair$pair") effects"
  [[ $actual == *'400, 409'* ]] && break
done
clause KEY-8 '[[ $actual == *"400, 409"* ]]' 'the corrected request succeeds' "$actual"

topic 'Principals'
send alice /payments -H 'Authorization: Bearer alice' -H "$(key shared)" --json "$(body_of shared)"
send bob /payments -H 'Authorization: Bearer bob' -H "$(key shared)" --json "$(body_of shared)"
clause SCP-1 'is bob 409' 'two operations' "$(status bob), $(effects payments shared) effect"
clause SCP-2 'is bob 409' 'bob does not learn that the key exists: what a new key gets, 201' "$(status bob)"

topic 'A payment, a refund of it, another payment, and then each again'
send past1 /payments -H "$(key past1)" --json "$(body_of past1)"
refund=$(body_of past2 400)
refund=${refund/p1/$(body past1 | grep -o '"id":"[^"]*"' | cut -d '"' -f 4)}
send past2 /refunds -H "$(key past2)" --json "$refund"
send past3 /payments -H "$(key past3)" --json "$(body_of past3 2000)"
send again1 /payments -H "$(key past1)" --json "$(body_of past1)"
send again3 /payments -H "$(key past3)" --json "$(body_of past3 2000)"
send again2 /refunds -H "$(key past2)" --json "$refund"
clause STO-8 '! is again1 409 || ! is again2 409 || ! is again3 409' 'each is a duplicate' \
  "$(status again1), $(status again2), $(status again3); $(effects payments past1), $(effects refunds past2) and $(effects payments past3) effects"

topic 'A kill before the effect'
quietly killed /payments -H "$(key killed)" --json "$(body_of killed 1000 sandbox:slow)" &
sleep 0.7
restart KILL
send retry /payments -H "$(key killed)" --json "$(body_of killed 1000)"
clause STO-3 '[ "$(effects payments killed)" = 0 ]' 'the retry takes effect once' "$(status retry), $(effects payments killed) effects"

finish
