# The requests that the by-hand.sh of the examples with payments and refunds have in common: source it after by-hand.bash.
# It judges nothing. A script sets what differs:
#
#   key_name        the header of the key
#   payment_path, refund_path
#   headers         further curl arguments
#   listed OPERATION REFERENCE, a function that prints the listing of the effects
#
# probe OPERATION then sends, and each response is found as OPERATION.NAME:
#
#   keyless keyless2            without a key, twice with the same payload
#   empty empty2                the same with an empty key
#   two, one, joined            under the keys a and b in two header lines; under a alone; under the one key "a, b"
#   short, long                 under a key of one character, and of 128
#   lower, upper, fresh         the same payload under three keys; the first two differ only in case
#   first, replay, third        the same three times
#   order                       the same with its members in another order
#   other, again                another amount under that key, and the first payload once more
#   invalid, corrected          an amount of zero, and then a right one under the same key
#   race.1 to race.20           the same twenty times simultaneously
#   slow, twin, mixed           one that takes 1.6 s, half a second later the same and another amount
#   lost, found                 one whose client is gone after 50 ms, and the same again
#   cut, during, later          a slow one whose client is gone after half a second, the same at once, and 2 s after that
#
# and past sends requests under four keys about one payment, and then each again as again.1 to again.4:
#
#   past.1, past.2, past.3      a payment, a refund of it, and a second refund of it
#   past.4                      another payment

headers=()
key() { printf '%s: %s' "$key_name" "$1"; }
body_of() { # body_of OPERATION REFERENCE [AMOUNT] [WORD]
  case $1 in
    payment) printf '{"amount":%s,"currency":"EUR","payer":"%s","payee":"m1","reference":"%s"}' "${3:-1000}" "${4:-p1}" "$2" ;;
    refund) printf '{"payment_id":"x","amount":%s,"reason":"%s","reference":"%s"}' "${3:-400}" "${4:-returned}" "$2" ;;
  esac
}
turned() { # the first payload of body_of in another order
  case $1 in
    payment) printf '{"reference":"%s","payee":"m1","payer":"p1","currency":"EUR","amount":1000}' "$2" ;;
    refund) printf '{"reference":"%s","reason":"returned","amount":400,"payment_id":"x"}' "$2" ;;
  esac
}
count() { listed "$1" "$2" | grep -oE '"(id|objectId)"' | wc -l | tr -d ' '; } # effects of an OPERATION by REFERENCE
id() { grep -oE '"(id|objectId)":"[^"]*"' "$work/$1.body" | head -n 1; }
ids() { cat "$work/$1".[0-9]* | grep -oE '"(id|objectId)":"[^"]*"' | sort -u | wc -l | tr -d ' '; } # different ones in a race
shown() { printf '  %s\n          actual    %s\n' "$1" "$2"; } # what the contract leaves open

probe() {
  local op=$1 long path
  path=$([ "$op" = payment ] && echo "$payment_path" || echo "$refund_path")
  long=$(printf 'x%.0s' {1..128})
  topic "Keys ($op)"
  send "$op.keyless" "$path" "${headers[@]}" --json "$(body_of "$op" "$op-keyless")"
  send "$op.keyless2" "$path" "${headers[@]}" --json "$(body_of "$op" "$op-keyless")"
  send "$op.empty" "$path" "${headers[@]}" -H "$key_name;" --json "$(body_of "$op" "$op-empty")"
  send "$op.empty2" "$path" "${headers[@]}" -H "$key_name;" --json "$(body_of "$op" "$op-empty")"
  send "$op.two" "$path" "${headers[@]}" -H "$(key "$op-a")" -H "$(key "$op-b")" --json "$(body_of "$op" "$op-two")"
  send "$op.one" "$path" "${headers[@]}" -H "$(key "$op-a")" --json "$(body_of "$op" "$op-two")"
  send "$op.joined" "$path" "${headers[@]}" -H "$(key "$op-a, $op-b")" --json "$(body_of "$op" "$op-two")"
  send "$op.short" "$path" "${headers[@]}" -H "$(key "${op:0:1}")" --json "$(body_of "$op" "$op-short")"
  send "$op.long" "$path" "${headers[@]}" -H "$(key "${long:${#op}}$op")" --json "$(body_of "$op" "$op-long")"
  send "$op.lower" "$path" "${headers[@]}" -H "$(key "$op-case")" --json "$(body_of "$op" "$op-case")"
  send "$op.upper" "$path" "${headers[@]}" -H "$(key "$op-CASE")" --json "$(body_of "$op" "$op-case")"
  send "$op.fresh" "$path" "${headers[@]}" -H "$(key "$op-fresh")" --json "$(body_of "$op" "$op-case")"
  send "$op.invalid" "$path" "${headers[@]}" -H "$(key "$op-corrected")" --json "$(body_of "$op" "$op-corrected" 0)"
  send "$op.corrected" "$path" "${headers[@]}" -H "$(key "$op-corrected")" --json "$(body_of "$op" "$op-corrected")"
  topic "Replays and other payloads ($op)"
  send "$op.first" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(body_of "$op" "$op-first")"
  send "$op.replay" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(body_of "$op" "$op-first")"
  send "$op.third" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(body_of "$op" "$op-first")"
  send "$op.order" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(turned "$op" "$op-first")"
  send "$op.other" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(body_of "$op" "$op-first" 999)"
  send "$op.again" "$path" "${headers[@]}" -H "$(key "$op-first")" --json "$(body_of "$op" "$op-first")"
  quietly "$op.lost" "$path" "${headers[@]}" -m 0.05 -H "$(key "$op-lost")" --json "$(body_of "$op" "$op-lost")"
  sleep 0.5
  send "$op.found" "$path" "${headers[@]}" -H "$(key "$op-lost")" --json "$(body_of "$op" "$op-lost")"
  topic "Simultaneous duplicates, and one that is slow ($op)"
  race "$op.race" "$path" "$(key "$op-race")${race_headers:-}" "$(body_of "$op" "$op-race")"
  quietly "$op.slow" "$path" "${headers[@]}" -H "$(key "$op-slow")" --json "$(body_of "$op" "$op-slow" 10 sandbox:slow)" &
  local slow=$!
  sleep 0.5
  quietly "$op.mixed" "$path" "${headers[@]}" -H "$(key "$op-slow")" --json "$(body_of "$op" "$op-slow" 20)" &
  local mixed=$!
  send "$op.twin" "$path" "${headers[@]}" -H "$(key "$op-slow")" --json "$(body_of "$op" "$op-slow" 10 sandbox:slow)"
  wait "$slow" "$mixed"
  answer "$op.slow"
  answer "$op.mixed"
  quietly "$op.cut" "$path" "${headers[@]}" -m 0.5 -H "$(key "$op-cut")" --json "$(body_of "$op" "$op-cut" 10 sandbox:slow)"
  send "$op.during" "$path" "${headers[@]}" -H "$(key "$op-cut")" --json "$(body_of "$op" "$op-cut" 10 sandbox:slow)"
  sleep 2
  send "$op.later" "$path" "${headers[@]}" -H "$(key "$op-cut")" --json "$(body_of "$op" "$op-cut" 10 sandbox:slow)"
}

past() {
  local number paid path json=()
  topic 'A payment, two refunds of it, another payment, and then each again'
  json[1]=$(body_of payment past-1)
  json[4]=$(body_of payment past-4 2000)
  for number in 1 2 3 4 1 4 2 3; do
    path=$payment_path
    if [ "$number" = 2 ] || [ "$number" = 3 ]; then
      path=$refund_path
      paid=$(id past.1 | cut -d '"' -f 4)
      json[number]=$(body_of refund "past-$number" "${number}00")
      json[number]=${json[number]/'"x"'/"\"$paid\""}
    fi
    if [ -e "$work/past.$number.result" ]; then
      send "again.$number" "$path" "${headers[@]}" -H "$(key "past-$number")" --json "${json[number]}"
    else
      send "past.$number" "$path" "${headers[@]}" -H "$(key "past-$number")" --json "${json[number]}"
    fi
  done
}
kept() { # how many of these got the same bytes again
  local number kept=0
  for number in 1 2 3 4; do if same "past.$number" "again.$number"; then kept=$((kept + 1)); fi; done
  echo "$kept"
}
happened() { # the effects of these
  echo $(($(count payment past-1) + $(count refund past-2) + $(count refund past-3) + $(count payment past-4)))
}

# callers OPERATION: one key from two Authorization headers. None of the examples knows callers.
callers() {
  local op=$1 path
  path=$([ "$op" = payment ] && echo "$payment_path" || echo "$refund_path")
  send "$op.alice" "$path" "${headers[@]}" -H 'Authorization: Bearer alice' -H "$(key "$op-shared")" --json "$(body_of "$op" "$op-shared")"
  send "$op.bob" "$path" "${headers[@]}" -H 'Authorization: Bearer bob' -H "$(key "$op-shared")" --json "$(body_of "$op" "$op-shared")"
  shown "SCP-1, SCP-2 $op: the same key with another Authorization" \
    "$(status "$op.alice") and $(status "$op.bob"), $(compared "$op.alice" "$op.bob"), $(count "$op" "$op-shared") effects"
}
