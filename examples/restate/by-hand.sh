#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own restate-server and services. Needs `npm ci` before.
cd "$(dirname "$0")" || exit 2
server=(./start.sh)
. ../by-hand.bash
. ../probes.bash
start() { # the health of by-hand.bash is at another path
  "${server[@]}" > "$work/server.log" 2>&1 &
  pid=$!
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    curl -fsS -m 1 -o "$work/health" "$url/health/up" 2> "$work/health.err" && return
    sleep 0.1
  done
  exit 2
}
export SERVICE_PORT=$((PORT + 10)) DATA=$work/data
mkdir "$DATA"
node services.js > "$work/services.log" 2>&1 &
services_pid=$!
trap 'stop KILL; kill "$services_pid"; rm -rf "$work"' EXIT
key_name=Idempotency-Key payment_path=/payments/create refund_path=/refunds/create
listed() { curl -sS -m 5 "$url/${1}sOf/$2/list"; }

start
for op in payment refund; do
  probe "$op"
  callers "$op"
  topic "What was seen ($op)"
  clause "KEY-2 $op" "! is $op.short 200 || ! is $op.long 200" '200 under 1 and 128 characters' "$(status $op.short), $(status $op.long)"
  clause "KEY-3 $op" "is $op.empty 200" 'an empty key is refused with a 4xx, no effect' "$(status $op.empty), then $(compared $op.empty $op.empty2)"
  clause "KEY-4 $op" "same $op.lower $op.upper" 'two operations' "$(compared $op.lower $op.upper)"
  clause "KEY-5 $op" "[ $(count $op $op-case) != 3 ]" 'three keys, three effects' "$(count $op $op-case) effects"
  clause "KEY-8 $op" "! is $op.corrected 400" 'by the contract the refusal is the outcome' "$(status $op.invalid), then $(status $op.corrected)"
  clause "KEY-9 $op" "[ $(count $op $op-keyless) != 2 ] || [ $(count $op $op-empty) != 2 ]" 'two operations without a key, and two under an empty one' \
    "$(count $op $op-keyless) effects without, $(count $op $op-empty) under an empty key"
  clause "KEY-10 $op" "is $op.two 200" 'two keys in a request are refused' "$(status $op.two); a alone gets $(compared $op.two $op.one), \"a, b\" $(compared $op.two $op.joined)"
  clause "RPL-1 $op" "! is $op.replay 200" 'the status of the first: 200' "$(status $op.first), then $(status $op.replay)"
  clause "RPL-2 $op" "! same $op.first $op.replay" 'the body of the first' "$(compared $op.first $op.replay)"
  clause "RPL-4 $op" "[ $(count $op $op-first) != 1 ]" 'one effect after six requests' "$(count $op $op-first) effects"
  clause "RPL-9 $op" "! is $op.found 200 || [ $(count $op $op-lost) != 1 ]" 'the outcome that the client did not get' "$(status $op.found), $(count $op $op-lost) effects"
  clause "RPL-9 $op" "! is $op.during 200 || ! same $op.during $op.later || [ $(count $op $op-cut) != 1 ]" 'the same of one that was slow' \
    "$(status $op.during) after $(seconds $op.during) s, $(compared $op.during $op.later) after its end, $(count $op $op-cut) effects"
  shown "MIS-1 $op: the contract says nothing of another payload" "$(status $op.other), $(compared $op.first $op.other), $(count $op $op-first) effects"
  shown "MIS-8 $op: nor while the first is in progress" "$(status $op.mixed) after $(seconds $op.mixed) s, $(compared $op.slow $op.mixed)"
  clause "CON-1 $op" "[ $(count $op $op-race) != 1 ]" 'one effect' "$(statuses $op.race), $(count $op $op-race) effects"
  clause "CON-2 $op" "[ $(ids $op.race) != 1 ] || statuses $op.race | grep -q 5.." "the winner's outcome for all" "$(statuses $op.race), $(ids $op.race) id"
  clause "CON-10 $op" "! same $op.slow $op.twin" 'the duplicate waits for the first one' "after $(seconds $op.twin) s $(compared $op.slow $op.twin)"
done

past
topic 'What was seen (their own outcome)'
clause 'RPL-5 payment' '! same past.1 again.1' 'the first response, after two refunds' "$(status past.1), then $(status again.1), $(compared past.1 again.1)"
clause 'RPL-5 refund' '! same past.2 again.2' 'the first response, after another refund' "$(status past.2), then $(status again.2), $(compared past.2 again.2)"
clause 'STO-8 payment' '[ "$(kept)" != 4 ] || [ "$(happened)" != 4 ]' 'the first response of each, four effects' "$(kept) of 4 have it, $(happened) effects"

topic 'One key on both routes'
send route1 /payments/create -H "$(key both)" --json "$(body_of payment both)"
send route2 /refunds/create -H "$(key both)" --json "$(body_of refund both)"
clause 'SCP-3 payment' '[ "$(count refund both)" != 1 ]' 'two operations' "$(count payment both) and $(count refund both) effects"

topic 'A kill of restate-server, after the outcome, before it, and after the effect'
send before /payments/create -H "$(key restart)" --json "$(body_of payment restart)"
quietly begun /payments/create -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)" & begun=$!
quietly done /payments/create -H "$(key done)" --json "$(body_of payment done 10 sandbox:slow_answer)" & done=$!
sleep 1
restart KILL
wait "$begun" "$done"
send after /payments/create -H "$(key restart)" --json "$(body_of payment restart)"
clause 'STO-4 payment' '! same before after' 'the first response' "$(status after), $(compared before after)"
send again /payments/create -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)"
clause 'STO-3 payment' '! is again 200 || [ "$(count payment begun)" != 1 ]' 'one effect' "$(status again), $(count payment begun) effects"
send stored /payments/create -H "$(key done)" --json "$(body_of payment done 10 sandbox:slow_answer)"
clause 'STO-2 payment' '! is stored 200 || [ "$(count payment done)" != 1 ]' 'one effect' "$(status stored), $(count payment done) effects"

finish
