#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own server. Needs `npm ci` before.
cd "$(dirname "$0")" || exit 2
server=(node server.js)
. ../by-hand.bash
. ../probes.bash
key_name=Idempotency-Key payment_path=/payments refund_path=/refunds
listed() { curl -sS -m 5 "$url/${1}s?reference=$2"; }
export DATA=$work/data
mkdir "$DATA"

start
for op in payment refund; do
  probe "$op"
  callers "$op"
  topic "What was seen ($op)"
  clause "KEY-2 $op" "! is $op.short 201 || ! is $op.long 201" '201 under 1 and 128 characters' "$(status $op.short), $(status $op.long)"
  clause "KEY-3 $op" "is $op.empty 201 || is $op.empty 200" 'an empty key is refused, no effect' "$(status $op.empty), then $(status $op.empty2) $(compared $op.empty $op.empty2)"
  clause "KEY-4 $op" "! is $op.lower 201 || ! is $op.upper 201" 'two operations' "$(status $op.lower) and $(status $op.upper)"
  clause "KEY-5 $op" "[ $(count $op $op-case) != 3 ]" 'three keys, three effects' "$(count $op $op-case) effects"
  shown "KEY-8 $op: the contract does not say whether a refusal is stored" "$(status $op.invalid), then $(status $op.corrected)"
  clause "KEY-9 $op" "[ $(count $op $op-keyless) != 2 ]" 'two operations' \
    "$(status $op.keyless) and $(status $op.keyless2) $(body $op.keyless2 | cut -c 1-24)…, $(count $op $op-keyless) effects"
  shown "KEY-10 $op: two header lines" "$(status $op.two); a alone $(status $op.one), the single key \"a, b\" $(status $op.joined)"
  clause "RPL-1 $op" "! is $op.replay 201" 'the status of the first: 201' "$(status $op.first), then $(status $op.replay)"
  clause "RPL-2 $op" "! [ \"\$(body $op.replay)\" = \"\$(body $op.first)\" ]" 'the body of the first' "$(body $op.replay | cut -c 1-60)…"
  clause "RPL-4 $op" "[ $(count $op $op-first) != 1 ]" 'one effect after six requests' "$(count $op $op-first) effects"
  clause "RPL-9 $op" "[ $(count $op $op-cut) != 1 ]" 'one effect of a slow one whose client was gone' \
    "$(status $op.during) at once, $(status $op.later) after its end, $(count $op $op-cut) effects"
  shown "MIS-1 $op: the contract says nothing of another payload" "$(status $op.other), $(compared $op.replay $op.other)"
  clause "CON-1 $op" "[ $(count $op $op-race) != 1 ]" 'one effect' "$(statuses $op.race), $(count $op $op-race) effects"
  clause "CON-2 $op" "[ $(ids $op.race) != 1 ]" 'one success, and nothing but its replays or a refusal' "$(statuses $op.race), $(ids $op.race) ids"
  clause "CON-10 $op" "[ $(count $op $op-slow) != 1 ]" 'no duplicate runs while the first does' "$(status $op.slow), $(status $op.twin), $(count $op $op-slow) effects"
done

failing() { # failing OPERATION: a request that fails after 1.6 s, and two duplicates that come meanwhile
  local op=$1 path=/${1}s json jobs=()
  json=$(body_of "$op" "$op-failing" 10 sandbox:slow_failure_once)
  for i in 1 2 3; do
    quietly "$op.failing$i" "$path" -H "$(key "$op-failing")" --json "$json" & jobs+=($!)
    sleep 0.4
  done
  wait "${jobs[@]}"
  clause "CON-11 $op" "[ $(count "$op" "$op-failing") != 1 ]" 'one effect' \
    "$(status "$op.failing1"), $(status "$op.failing2"), $(status "$op.failing3"), $(count "$op" "$op-failing") effects"
}
topic 'Two duplicates of a request that fails while they run'
failing payment
failing refund

topic 'A GET under a key that a payment has used'
send used /payments -H "$(key used)" --json "$(body_of payment used)"
send list "/payments?reference=used"
send listed "/payments?reference=used" -H "$(key used)"
clause 'KEY-6 payment' '! same list listed' 'the listing, as without the key' "$(compared list listed): $(body listed | cut -c 1-24)…"

past
topic 'What was seen (their own outcome)'
clause 'RPL-5 payment' '! same past.1 again.1' 'the first response, after two refunds' "$(status past.1), then $(status again.1), $(compared past.1 again.1)"
clause 'RPL-5 refund' '! same past.2 again.2' 'the first response, after another refund' "$(status past.2), then $(status again.2), $(compared past.2 again.2)"
clause 'STO-8 payment' '[ "$(kept)" != 4 ] || [ "$(happened)" != 4 ]' 'the first response of each, four effects' "$(kept) of 4 have it, $(happened) effects"

topic 'A long payload'
long=$(printf 'a%.0s' {1..20000})
send long1 /payments -H "$(key long)" --json "$(body_of payment long 1000 "$long")"
send long2 /payments -H "$(key long)" --json "$(body_of payment long 1000 "$long")"
clause 'RPL-13 payment' '! same long1 long2' 'the body of the first' "$(compared long1 long2), $(body long1 | wc -c) and $(body long2 | wc -c) bytes"

topic 'One key on both routes'
send route1 /payments -H "$(key both)" --json "$(body_of payment both)"
send route2 /refunds -H "$(key both)" --json "$(body_of refund both)"
shown 'SCP-3: the contract does not say what a key belongs to' "$(status route2) $(body route2 | cut -c 1-80)…, $(count refund both) refunds"

topic 'A restart'
send before /payments -H "$(key restart)" --json "$(body_of payment restart)"
restart
send after /payments -H "$(key restart)" --json "$(body_of payment restart)"
clause 'STO-4 payment' '! same before after || [ "$(count payment restart)" != 1 ]' 'the first response, one effect' "$(status after) $(body after | cut -c 1-24)…, $(count payment restart) effects"

topic 'A kill between effect and record'
quietly killed /payments -H "$(key killed)" --json "$(body_of payment killed 10 sandbox:slow_answer)" & job=$!
sleep 0.6
echo "    ... $(count payment killed) effect; the server is killed and started again"
stop KILL
wait "$job"
start
send again /payments -H "$(key killed)" --json "$(body_of payment killed 10 sandbox:slow_answer)"
clause 'STO-2 payment' '[ "$(count payment killed)" != 1 ]' 'one effect' "$(status again), $(count payment killed) effects"

topic 'Ten payments under ten keys at the same time, then each again'
jobs=()
for i in {1..10}; do quietly "many$i" /payments -H "$(key "many$i")" --json "$(body_of payment many)" & jobs+=($!); done
wait "${jobs[@]}"
for i in {1..10}; do quietly "many$i" /payments -H "$(key "many$i")" --json "$(body_of payment many)"; done
shown 'Each request writes the whole file of records: what others wrote meanwhile is lost' "$(count payment many) effects, 10 expected"

finish
