#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own Parse Server and Postgres. Needs `npm ci` before.
cd "$(dirname "$0")" || exit 2
server=(node server.js)
. ../by-hand.bash
. ../probes.bash
start() { # the health of by-hand.bash is at another path
  "${server[@]}" > "$work/server.log" 2>&1 &
  pid=$!
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    curl -fsS -m 1 -o "$work/health" "$url/parse/health" 2> "$work/health.err" && return
    sleep 0.1
  done
  exit 2
}
export STORE_PORT=$((PORT + 10)) STORE_DATA=$work/postgres
mkdir "$STORE_DATA"
chmod 755 "$work"
./postgres.sh > "$work/store.log" 2>&1 &
store_pid=$!
trap 'stop; kill -INT "$store_pid"; wait "$store_pid"; rm -rf "$work"' EXIT
until grep -q 'ready to accept' "$work/store.log"; do kill -0 "$store_pid" || exit 2; sleep 0.1; done
key_name=X-Parse-Request-Id payment_path=/parse/classes/Payment refund_path=/parse/classes/Refund
headers=(-H 'X-Parse-Application-Id: shop')
race_headers=$'\r\nX-Parse-Application-Id: shop'
listed() {
  local class=Payment
  [ "$1" = refund ] && class=Refund
  curl -sS -m 5 "${headers[@]}" "$url/parse/classes/$class?where=%7B%22reference%22%3A%22$2%22%7D"
}

start
for op in payment refund; do
  probe "$op"
  callers "$op"
  topic "What was seen ($op)"
  clause "KEY-2 $op" "! is $op.short 201 || ! is $op.long 201" '201 under 1 and 128 characters' "$(status $op.short), $(status $op.long)"
  clause "KEY-3 $op" "is $op.empty 201" 'an empty id is refused, no effect' "$(status $op.empty) and $(status $op.empty2), $(count $op $op-empty) effects"
  clause "KEY-4 $op" "! is $op.lower 201 || ! is $op.upper 201" 'two operations' "$(status $op.lower) and $(status $op.upper)"
  clause "KEY-5 $op" "[ $(count $op $op-case) != 3 ]" 'three ids, three effects' "$(count $op $op-case) effects"
  clause "KEY-8 $op" "[ $(count $op $op-corrected) != 0 ]" 'no effect; by the contract the id is used up' "$(status $op.invalid), then $(status $op.corrected) $(body $op.corrected)"
  clause "KEY-9 $op" "[ $(count $op $op-keyless) != 2 ]" 'two operations' "$(count $op $op-keyless) effects"
  shown "KEY-10 $op: two header lines" "$(status $op.two); a alone $(status $op.one), the single id \"a, b\" $(status $op.joined)"
  clause "RPL-1 $op" "! is $op.replay 400" 'the contract rejects a repeated id with 400' "$(status $op.first), then $(status $op.replay)"
  shown "RPL-2 $op: what the client learns of the first" "$(body $op.replay)"
  clause "RPL-4 $op" "[ $(count $op $op-first) != 1 ]" 'one effect after six requests' "$(count $op $op-first) effects"
  shown "RPL-9 $op: the response was lost" "$(status $op.found) $(body $op.found), $(count $op $op-lost) effects"
  shown "MIS-1 $op: another payload is a duplicate like any other" "$(status $op.other) $(body $op.other)"
  clause "CON-1 $op" "[ $(count $op $op-race) != 1 ]" 'one effect' "$(statuses $op.race), $(count $op $op-race) effects"
  clause "CON-2 $op" "[ $(ids $op.race) != 1 ] || statuses $op.race | grep -q 5.." 'one success, all others 400' "$(statuses $op.race)"
  clause "CON-10 $op" "[ $(count $op $op-slow) != 1 ]" 'no duplicate runs while the first does' "$(status $op.slow), $(status $op.twin), $(count $op $op-slow) effects"
done

past
clause 'STO-8 payment' '! is again.1 400 || ! is again.2 400 || ! is again.3 400 || ! is again.4 400 || [ "$(happened)" != 4 ]' 'each is rejected, four effects' \
  "$(status again.1), $(status again.2), $(status again.3), $(status again.4), $(happened) effects"

topic 'One id for both classes: the contract has one space of ids'
send route1 "$payment_path" "${headers[@]}" -H "$(key both)" --json "$(body_of payment both)"
send route2 "$refund_path" "${headers[@]}" -H "$(key both)" --json "$(body_of refund both)"
clause 'SCP-3 payment' '! is route2 400' 'refused' "$(status route1) and $(status route2), $(count refund both) effects"

topic 'A failure that passes'
send once "$payment_path" "${headers[@]}" -H "$(key once)" --json "$(body_of payment once 10 sandbox:unavailable_once)"
send twice "$payment_path" "${headers[@]}" -H "$(key once)" --json "$(body_of payment once 10 sandbox:unavailable_once)"
shown 'STO-5: the id is used up by the failure' "$(status once), then $(status twice) $(body twice), $(count payment once) effects"

topic 'A restart, and a kill before the effect'
send before "$payment_path" "${headers[@]}" -H "$(key restart)" --json "$(body_of payment restart)"
quietly begun "$payment_path" "${headers[@]}" -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)" & begun=$!
sleep 0.8
restart KILL
wait "$begun"
send after "$payment_path" "${headers[@]}" -H "$(key restart)" --json "$(body_of payment restart)"
clause 'STO-4 payment' '! is after 400' 'the id is still known' "$(status after), $(count payment restart) effects"
send again "$payment_path" "${headers[@]}" -H "$(key begun)" --json "$(body_of payment begun 10 sandbox:slow)"
clause 'STO-3 payment' '[ "$(count payment begun)" != 1 ]' 'the retry runs, one effect' "$(status again), $(count payment begun) effects"

topic 'After the lifetime (TTL=1)'
stop
TTL=1 start
send young "$payment_path" "${headers[@]}" -H "$(key ttl)" --json "$(body_of payment ttl)"
sleep 3
send old "$payment_path" "${headers[@]}" -H "$(key ttl)" --json "$(body_of payment ttl)"
shown 'TTL-2: on Postgres an expired id goes when a job of the operator calls idempotency_delete_expired_records()' \
  "$(status young), after 3 s $(status old)"

finish
