#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own server and store: by-hand.sh [redis|dynamodb], both without a word. Needs
# `npm ci` before, and for Redis valkey-server or redis-server.
cd "$(dirname "$0")" || exit 2
if [ $# = 0 ]; then
  "./by-hand.sh" redis && exec "./by-hand.sh" dynamodb
  exit 1
fi
export STORE=$1 STORE_PORT=3953
expected_file=$1.txt
server=(node server.js)
. ../by-hand.bash
. ../probes.bash
. ./store.bash
trap 'stop; kill "$store_pid" 2> "$work/kill.err"; rm -rf "$work"' EXIT
key_name=Idempotency-Key payment_path=/payments refund_path=/refunds
listed() { curl -sS -m 5 "$url/${1}s?reference=$2"; }

export DATA=$work/data
mkdir "$DATA"
store "$STORE" "$STORE_PORT"
start
for op in payment refund; do
  probe "$op"
  callers "$op"
  topic "What was seen ($op, $STORE)"
  clause "KEY-1 $op" "! is $op.keyless 400" 'refused with 400, no effect' "$(status $op.keyless), $(count $op $op-keyless) effects"
  clause "KEY-2 $op" "! is $op.short 201 || ! is $op.long 201" '201 under 1 and 128 characters' "$(status $op.short), $(status $op.long)"
  clause "KEY-3 $op" "is $op.empty 201" 'an empty key is refused, no effect' "$(status $op.empty), $(count $op $op-empty) effects"
  clause "KEY-4 $op" "same $op.lower $op.upper" 'two operations' "$(compared $op.lower $op.upper)"
  clause "KEY-5 $op" "[ $(count $op $op-case) != 3 ]" 'three keys, three effects' "$(count $op $op-case) effects"
  clause "KEY-8 $op" "! is $op.corrected 201" 'the corrected request goes through' "$(status $op.invalid), then $(status $op.corrected)"
  shown "KEY-10 $op: two header lines" "$(status $op.two); a alone $(status $op.one) $(compared $op.two $op.one), the single key \"a, b\" $(status $op.joined)"
  clause "RPL-1 $op" "! is $op.replay 201" 'the status of the first: 201' "$(status $op.first), then $(status $op.replay)"
  clause "RPL-2 $op" "! same $op.first $op.replay" 'the body of the first' "$(compared $op.first $op.replay)"
  clause "RPL-4 $op" "[ $(count $op $op-first) != 1 ]" 'one effect after six requests' "$(count $op $op-first) effects"
  clause "RPL-9 $op" "[ $(status $op.found) != 201 ]" 'the outcome that the client did not get' "$(status $op.found), $(count $op $op-lost) effects"
  clause "RPL-9 $op" "! is $op.later 201 || [ $(count $op $op-cut) != 1 ]" 'the same of one that was slow' \
    "$(status $op.during) at once, $(status $op.later) after its end, $(count $op $op-cut) effects"
  clause "MIS-1 $op" "! is $op.other 422" '422 for another amount' "$(status $op.other) $(body $op.other)"
  clause "MIS-2 $op" "[ $(count $op $op-first) != 1 ] || ! same $op.again $op.first" 'no effect, and the first outcome afterwards' \
    "$(count $op $op-first) effects, then $(status $op.again), $(compared $op.first $op.again)"
  clause "CON-1 $op" "[ $(count $op $op-race) != 1 ]" 'one effect' "$(statuses $op.race), $(count $op $op-race) effects"
  clause "CON-2 $op" "[ $(ids $op.race) != 1 ] || statuses $op.race | grep -q 5.." 'one success, all others 409' "$(statuses $op.race)"
  path=$([ "$op" = payment ] && echo "$payment_path" || echo "$refund_path")
  send "$op.after" "$path" -H "$(key "$op-slow")" --json "$(body_of "$op" "$op-slow" 10 sandbox:slow)"
  clause "CON-10 $op" "[ $(count $op $op-slow) != 1 ] || ! same $op.slow $op.after" 'no duplicate runs while the first does, and one after it gets its outcome' \
    "$(status $op.slow), meanwhile $(status $op.twin), afterwards $(status $op.after)"
  clause "MIS-8 $op" "is $op.mixed 201" 'refused as a mismatch or as in progress' "$(status $op.mixed)"
  json=$(body_of "$op" "$op-failing" 10 sandbox:slow_failure_once)
  quietly "$op.failing" "$path" -H "$(key "$op-failing")" --json "$json" & failing=$!
  sleep 0.5
  for each in meanwhile next last; do
    send "$op.$each" "$path" -H "$(key "$op-failing")" --json "$json"
    [ "$each" != meanwhile ] || wait "$failing"
  done
  clause "CON-11 $op" "! is $op.meanwhile 409 || ! is $op.next 201 || ! is $op.last 201" 'in progress, and after the failure a success' \
    "$(status $op.failing), meanwhile $(status $op.meanwhile), afterwards $(status $op.next) and $(status $op.last)"
done

topic 'One key on both routes'
send route1 /payments -H "$(key both)" --json "$(body_of payment both)"
send route2 /refunds -H "$(key both)" --json "$(body_of refund both)"
clause 'SCP-3 refund' '! is route2 201' 'two operations' "$(status route1) and $(status route2)"

past
topic 'What was seen (their own outcome)'
clause 'RPL-5 payment' '! same past.1 again.1' 'the first response, after two refunds' "$(status past.1), then $(status again.1), $(compared past.1 again.1)"
clause 'RPL-5 refund' '! same past.2 again.2' 'the first response, after another refund' "$(status past.2), then $(status again.2), $(compared past.2 again.2)"
clause 'STO-8 payment' '[ "$(kept)" != 4 ] || [ "$(happened)" != 4 ]' 'the first response of each, four effects' "$(kept) of 4 have it, $(happened) effects"

topic 'A long payload'
long=$(printf 'a%.0s' {1..20000})
send long1 /payments -H "$(key long)" --json "$(body_of payment long 1000 "$long")"
send long2 /payments -H "$(key long)" --json "$(body_of payment long 1000 "$long")"
clause 'RPL-13 payment' '! same long1 long2' 'the body of the first' "$(status long1), then $(status long2), $(compared long1 long2)"

topic 'Numbers beyond 2^53'
send large1 /payments -H "$(key large)" --json "$(body_of payment large 9007199254740992)"
send large2 /payments -H "$(key large)" --json "$(body_of payment large 9007199254740993)"
if [ "$STORE" = redis ]; then
  shown 'MIS-10: the repeated payload is refused too, so nothing shows that another one is seen' "$(status large2)"
else
  clause 'MIS-10 payment' 'same large1 large2' 'different, or refused' "$(status large2), $(compared large1 large2)"
fi

topic 'Without the check of the payload (VALIDATE=no)'
stop
VALIDATE=no start
send plain1 /payments -H "$(key plain)" --json "$(body_of payment plain)"
send plain2 /payments -H "$(key plain)" --json "$(body_of payment plain)"
send plain3 /payments -H "$(key plain)" --json "$(body_of payment plain 2000)"
shown 'the same payload, and another one' "$(status plain2), $(compared plain1 plain2); $(status plain3), $(compared plain1 plain3)"
restart

topic 'A restart of the function, not of the store'
send before /payments -H "$(key restart)" --json "$(body_of payment restart)"
restart
send after /payments -H "$(key restart)" --json "$(body_of payment restart)"
clause 'STO-4 payment' '! same before after' 'the first response' "$(status after), $(compared before after)"

topic 'A kill after the effect, before the result is stored'
quietly killed /payments -H "$(key killed)" --json "$(body_of payment killed 10 sandbox:slow_answer)" & job=$!
sleep 0.6
echo "    ... $(count payment killed) effect; the server is killed and started again"
stop KILL
wait "$job"
start
send early /payments -H "$(key killed)" --json "$(body_of payment killed 10 sandbox:slow_answer)"
sleep 6
send late /payments -H "$(key killed)" --json "$(body_of payment killed 10 sandbox:slow_answer)"
clause 'STO-2 payment' '[ "$(count payment killed)" != 1 ]' 'the stored answer, one effect' \
  "$(status early), after the time of the function $(status late), $(count payment killed) effects"

topic 'A kill before the effect'
quietly begun /payments -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)" & job=$!
sleep 0.6
stop KILL
wait "$job"
start
send early /payments -H "$(key begun)" --json "$(body_of payment begun)"
sleep 6
send late /payments -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)"
send last /payments -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)"
clause 'TTL-7 payment' '[ "$(count payment begun)" != 1 ] || ! same late last' 'taken over after the processing timeout, one effect, and its outcome afterwards' \
  "$(status early), after 6 s $(status late), then $(status last), $(count payment begun) effects"

topic 'A handler that outlives the time of its function (TIMEOUT_MS=1000)'
stop
TIMEOUT_MS=1000 start
quietly slow /payments -H "$(key outlived)" --json "$(body_of payment outlived 10 sandbox:slow)" & job=$!
sleep 1.2
send takeover /payments -H "$(key outlived)" --json "$(body_of payment outlived 10 sandbox:slow)"
wait "$job"
shown 'outside the contract: Lambda stops a function when its time is over, server.js does not' \
  "$(status slow) and $(status takeover), $(count payment outlived) effects"

topic 'The store is gone'
kill "$store_pid"
sleep 0.5
send gone /payments -H "$(key gone)" --json "$(body_of payment gone)"
clause 'STO-9 payment' '! is gone 503' '503, no effect' "$(status gone), $(count payment gone) effects"

finish
