#!/usr/bin/env bash
# Repeats with curl what Samekey found, on its own server. Needs `npm ci` before.
cd "$(dirname "$0")" || exit 2
server=(node server.js)
. ../by-hand.bash
alice=(-H 'Authorization: Bearer sk_test_alice')
bob=(-H 'Authorization: Bearer sk_test_bob')
key() { printf 'Idempotency-Key: %s' "$1"; }
charge() { # charge REFERENCE [AMOUNT] [SOURCE]: sets form
  form=(-d "amount=${2:-1000}" -d currency=eur -d "source=${3:-tok_visa}" -d "metadata[reference]=$1")
}
count() { curl -sS -m 5 "$url/by-reference/$1?reference=$2" | grep -oE '"object":"(charge|refund)"' | wc -l | tr -d ' '; }
shown() { printf '  %s\n          actual    %s\n' "$1" "$2"; }
type() { header "$1" content-type; }

start

topic 'Keys'
charge keys
long=$(printf 'x%.0s' {1..255})
for name in a "$long" case CASE fresh; do send "key-${name:0:5}" /v1/charges "${alice[@]}" -H "$(key "$name")" "${form[@]}"; done
clause 'KEY-2 charge' '! is key-a 200 || ! is key-xxxxx 200' '200 under 1 and 255 characters' "$(status key-a), $(status key-xxxxx)"
clause 'KEY-4 charge' 'same key-case key-CASE' 'two charges' "$(compared key-case key-CASE)"
clause 'KEY-5 charge' '[ "$(count charges keys)" != 5 ]' 'five keys, five charges' "$(count charges keys)"
charge empty
send empty1 /v1/charges "${alice[@]}" -H 'Idempotency-Key;' "${form[@]}"
send empty2 /v1/charges "${alice[@]}" -H 'Idempotency-Key;' "${form[@]}"
send over /v1/charges "${alice[@]}" -H "$(key "${long}x")" "${form[@]}"
clause 'KEY-3 charge' 'is over 200' 'a key of 256 characters is refused, no effect' \
  "$(status over); an empty key twice: $(status empty1) and $(status empty2), $(count charges empty) charges in all"
charge keyless
send keyless1 /v1/charges "${alice[@]}" "${form[@]}"
send keyless2 /v1/charges "${alice[@]}" "${form[@]}"
clause 'KEY-9 charge' '[ "$(count charges keyless)" != 2 ]' 'two charges' "$(count charges keyless) charges"
charge two
send two /v1/charges "${alice[@]}" -H "$(key k1)" -H "$(key k2)" "${form[@]}"
send joined /v1/charges "${alice[@]}" -H "$(key 'k1, k2')" "${form[@]}"
send one /v1/charges "${alice[@]}" -H "$(key k1)" "${form[@]}"
shown 'KEY-10: two header lines' "$(status two); the single key \"k1, k2\" gets $(compared two joined), k1 alone $(compared two one)"
charge corrected 0
send invalid /v1/charges "${alice[@]}" -H "$(key corrected)" "${form[@]}"
charge corrected
send corrected /v1/charges "${alice[@]}" -H "$(key corrected)" "${form[@]}"
clause 'KEY-8 charge' '! is corrected 200' 'the corrected request goes through' "$(status invalid), then $(status corrected) $(body corrected | cut -c 1-60)"
send list1 /v1/charges "${alice[@]}" -H "$(key list)"
charge newer
quietly newer /v1/charges "${alice[@]}" "${form[@]}"
send list2 /v1/charges "${alice[@]}" -H "$(key list)"
send list3 /v1/charges "${alice[@]}"
clause 'KEY-6 charge' 'same list1 list2 && ! same list2 list3' 'a GET with a key shows what is there' \
  "with the key $(compared list1 list2) as before, without it $(compared list2 list3)"

topic 'Replays and other payloads'
charge first
for name in first replay third; do send $name /v1/charges "${alice[@]}" -H "$(key first)" "${form[@]}"; done
clause 'RPL-1 charge' '! is replay 200' '200' "$(status first), then $(status replay)"
clause 'RPL-2 charge' '! same first replay' 'the body of the first' "$(compared first replay)"
clause 'RPL-3 charge' '[ "$(header replay idempotent-replayed)" != true ]' 'Idempotent-Replayed: true' "$(header replay idempotent-replayed)"
clause 'RPL-4 charge' '[ "$(count charges first)" != 1 ]' 'one charge' "$(count charges first)"
shown 'RPL-7: the content type of a replay (the contract names no headers)' "$(type first), then $(type replay)"
charge first 1100
send other /v1/charges "${alice[@]}" -H "$(key first)" "${form[@]}"
clause 'MIS-1 charge' '! is other 400' '400 idempotency_error' "$(status other) $(body other | grep -o '"type":"[^"]*"')"
charge first
send again /v1/charges "${alice[@]}" -H "$(key first)" "${form[@]}"
clause 'MIS-2 charge' '! same first again || [ "$(count charges first)" != 1 ]' 'the first outcome, one charge' "$(compared first again), $(count charges first)"
charge limited 1000 tok_429
send limited /v1/charges "${alice[@]}" -H "$(key limited)" "${form[@]}"
charge limited
send allowed /v1/charges "${alice[@]}" -H "$(key limited)" "${form[@]}"
shown 'ERR-4: a key that met a 429' "$(status limited), then $(status allowed)"
charge declined 1000 tok_chargeDeclinedInsufficientFunds
send declined1 /v1/charges "${alice[@]}" -H "$(key declined)" "${form[@]}"
send declined2 /v1/charges "${alice[@]}" -H "$(key declined)" "${form[@]}"
clause 'ERR-1 charge' '[[ $(type declined2) != application/json* ]]' 'an error is application/json, also when it is repeated' \
  "$(type declined1), then $(type declined2)"
clause 'RPL-6 charge' '! same declined1 declined2' 'the failure is the outcome' "$(status declined1), then $(status declined2), $(compared declined1 declined2)"

topic 'Twenty at once'
charge race
jobs=()
for i in {1..20}; do quietly "race.$i" /v1/charges "${alice[@]}" -H "$(key race)" "${form[@]}" & jobs+=($!); done
wait "${jobs[@]}"
shown 'CON-1: the mock answers without a pause, so nothing is ever in progress' "$(count charges race) charge"
charges=$(cat "$work"/race.*.body | grep -oE '"id":"ch_[^"]*"' | sort | uniq -c | awk '{ print $1 " responses with one charge" }')
clause 'CON-2 charge' '[ "$charges" != "20 responses with one charge" ]' '20 responses with one charge' "$charges"
charge payloads
jobs=()
for i in {1..10}; do
  charge payloads 1000
  quietly "payloads.$i" /v1/charges "${alice[@]}" -H "$(key payloads)" "${form[@]}" & jobs+=($!)
  charge payloads 2000
  quietly "payloads.1$i" /v1/charges "${alice[@]}" -H "$(key payloads)" "${form[@]}" & jobs+=($!)
done
wait "${jobs[@]}"
results=$(cut -d ' ' -f 1 "$work"/payloads.*.result | sort | uniq -c | awk '{ printf "%s%s x %s", (NR > 1 ? ", " : ""), $1, $2 }')
clause 'CON-5 charge' '[ "$results" != "10 x 200, 10 x 400" ] || [ "$(count charges payloads)" != 1 ]' \
  '10 x 200, 10 x 400, one charge' "$results, $(count charges payloads) charge"

topic 'Principals: two secret keys are one account, and two connected accounts are two'
charge shared
send alice /v1/charges "${alice[@]}" -H "$(key shared)" "${form[@]}"
send bob /v1/charges "${bob[@]}" -H "$(key shared)" "${form[@]}"
shown 'another secret key of the account' "$(status bob), $(compared alice bob), $(count charges shared) charge"
for name in one two; do
  quietly "account-$name" /v1/accounts "${alice[@]}" -d type=custom
  account=$(body "account-$name" | grep -o 'acct_[A-Za-z0-9]*' | head -n 1)
  send "of-$name" /v1/charges "${alice[@]}" -H "Stripe-Account: $account" -H "$(key shared)" "${form[@]}"
done
shown 'SCP-1, SCP-2: two connected accounts' "$(status of-one) and $(status of-two), $(compared of-one of-two)"
send nobody /v1/charges -H "$(key shared)" "${form[@]}"
clause 'SCP-6 charge' '! is nobody 401' '401' "$(status nobody)"

topic 'Refunds'
charge=$(body first | grep -o '"id":"ch_[^"]*"' | head -n 1 | cut -d '"' -f 4)
refund=(-d "charge=$charge" -d amount=400 -d 'metadata[reference]=refund')
send refund1 /v1/refunds "${alice[@]}" -H "$(key refund)" "${refund[@]}"
send refund2 /v1/refunds "${alice[@]}" -H "$(key refund)" "${refund[@]}"
clause 'RPL-2 refund' '! same refund1 refund2' 'the body of the first' "$(compared refund1 refund2)"
clause 'REV-2 refund' '[ "$(count refunds refund)" != 1 ]' 'one refund' "$(count refunds refund)"
send refund3 /v1/refunds "${alice[@]}" -H "$(key refund)" -d "charge=$charge" -d amount=300 -d 'metadata[reference]=refund'
clause 'REV-3 refund' '! is refund3 400' '400 idempotency_error' "$(status refund3)"
invalid=(-d "charge=$charge" -d amount=0 -d 'metadata[reference]=invalid')
send invalid1 /v1/refunds "${alice[@]}" -H "$(key invalid)" "${invalid[@]}"
send invalid2 /v1/refunds "${alice[@]}" -H "$(key invalid)" "${invalid[@]}"
clause 'ERR-1 refund' '[[ $(type invalid2) != application/json* ]]' 'an error is application/json, also when it is repeated' \
  "$(type invalid1), then $(type invalid2)"

topic 'A charge, two refunds of it, another charge, and then each again'
past() { # past NAME NUMBER
  case $2 in
    1 | 4) charge "past$2" && send "$1$2" /v1/charges "${alice[@]}" -H "$(key "past$2")" "${form[@]}" ;;
    *) send "$1$2" /v1/refunds "${alice[@]}" -H "$(key "past$2")" -d "charge=$paid" -d "amount=${2}00" -d "metadata[reference]=past$2" ;;
  esac
}
past past 1
paid=$(body past1 | grep -o '"id":"ch_[^"]*"' | head -n 1 | cut -d '"' -f 4)
for number in 2 3 4; do past past "$number"; done
for number in 1 4 2 3; do past again "$number"; done
clause 'RPL-5 charge' '! same past1 again1' 'the first response, after two refunds' "$(status again1), $(compared past1 again1)"
clause 'RPL-5 refund' '! same past2 again2' 'the first response, after another refund' "$(status again2), $(compared past2 again2)"
clause 'STO-8 charge' '! same past1 again1 || ! same past2 again2 || ! same past3 again3 || ! same past4 again4' 'the first response of each' \
  "$(compared past1 again1), $(compared past2 again2), $(compared past3 again3), $(compared past4 again4)"

topic 'A restart'
send before /v1/charges "${alice[@]}" -H "$(key first)" "${form[@]}"
restart
charge first
send after /v1/charges "${alice[@]}" -H "$(key first)" "${form[@]}"
clause 'STO-4 charge' '! same first after' 'the first response' "$(status after), $(compared first after)"

finish
