#!/usr/bin/env bash
# Starts server.js on a free port, runs the curl commands of README.md in turn, prints for each clause expected and
# actual, and stops the server. Needs bash, node and curl 7.82 or newer, and `npm ci` before.
#
# Exit status: 0 all verdicts are those of the table in README.md, 1 one is not, 2 nothing could be run.
#
#   HELD          the clause holds
#   BROKEN        it does not
#   DIALECT       it depends on what the contract says; README.md explains it
#   INCONCLUSIVE  the condition of the clause was not reached (duplicates did not overlap in time): run it again
#   CHANGED       a DIALECT row behaves in a way that README.md does not describe
set -u
cd "$(dirname "$0")" || exit 2

work=$(mktemp -d)
server=
differences=0
trap 'stop; rm -rf "$work"' EXIT

# --- the server -----------------------------------------------------------------------------------------------------

start() {
  PORT=0 node server.js > "$work/server.out" 2> "$work/server.err" &
  server=$!
  local tries
  for ((tries = 0; tries < 100; tries++)); do
    url=$(sed -n 's/^listening on //p' "$work/server.out")
    [ -n "$url" ] && return
    sleep 0.1
  done
  echo "server.js did not listen within 10 s:"
  cat "$work/server.err"
  exit 2
}

stop() {
  [ -n "$server" ] || return
  kill "$server" 2> "$work/kill.err"
  local tries
  for ((tries = 0; tries < 50; tries++)); do
    kill -0 "$server" 2> "$work/kill.err" || break
    sleep 0.1
  done
  kill -9 "$server" 2> "$work/kill.err"
  wait "$server" 2> "$work/kill.err"
  server=
}

# --- requests -------------------------------------------------------------------------------------------------------

payment() { # payment REFERENCE [AMOUNT] [PAYER]
  printf '{"amount":%s,"currency":"EUR","payer":"%s","payee":"m1","reference":"%s"}' "${2:-1000}" "${3:-p1}" "$1"
}

refund() { # refund REFERENCE [AMOUNT]
  printf '{"payment_id":"x","amount":%s,"reference":"%s"}' "${2:-400}" "$1"
}

exchange() { # exchange NAME PATH [CURL ARGUMENT]...: one request; the functions below find its response by NAME
  local file=$work/$1 path=$2
  shift 2
  : > "$file.headers"
  : > "$file.body"
  curl -sS -m 5 -D "$file.headers" -o "$file.body" -w '%{http_code} %{time_total}' "$@" "$url$path" \
    > "$file.result" 2> "$file.err"
}

send() { # the same, with the command and the response printed
  show "$@"
  exchange "$@"
  answer "$1"
}

at_once() { # at_once COUNT NAME PATH [CURL ARGUMENT]...: the same request COUNT times together, as NAME.1 to NAME.COUNT
  local count=$1 name=$2 pids=() i
  shift 2
  show "$name" "$@"
  echo "      ... $count of them at once"
  for ((i = 1; i <= count; i++)); do
    exchange "$name.$i" "$@" & pids+=($!)
  done
  wait "${pids[@]}"
  for ((i = 1; i <= count; i++)); do answer "$name.$i"; done
}

show() {
  local path=$2 argument line='curl -i'
  shift 2
  for argument in "$@"; do
    case $argument in
      *[!A-Za-z0-9_./:=@-]* | '') line+=" '$(printf %s "$argument" | sed "s/'/'\\\\''/g")'" ;;
      *) line+=" $argument" ;;
    esac
  done
  echo "    \$ $line \"\$url$path\"" | cut -c 1-240
}

answer() { echo "      $(status "$1") $(header "$1" content-type) $(text "$1")" | cut -c 1-240; }
status() { cut -d ' ' -f 1 "$work/$1.result"; } # 000: no response within the time that curl waited
seconds() { cut -d ' ' -f 2 "$work/$1.result"; }
body() { cat "$work/$1.body"; }
# The response in one line: of Express's error page only its text.
text() { sed -n -e 's/.*<pre>\([^<]*\).*/\1/p' -e '/^<!DOCTYPE/,$d' -e '1p' "$work/$1.body"; }
running() { [ ! -s "$work/$1.result" ]; } # curl writes it when it ends
header() { # header NAME HEADER
  tr -d '\r' < "$work/$1.headers" |
    awk -F ': ' -v name="$2" 'tolower($1) == name { print substr($0, length(name) + 3) }'
}
id() { sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$work/$1.body"; }
statuses() { # statuses NAME...: such as 1 x 201, 4 x 409
  local name
  for name in "$@"; do status "$name"; done | sort | uniq -c |
    awk '{ printf "%s%s x %s", (NR > 1 ? ", " : ""), $1, $2 }'
}
effects() { curl -sS -m 5 "$url/$1?reference=$2" | grep -o '"id"' | wc -l | tr -d ' '; } # effects COLLECTION REFERENCE

# --- judging --------------------------------------------------------------------------------------------------------

same() { [ -s "$work/$1.body" ] && cmp -s "$work/$1.body" "$work/$2.body"; } # two missing bodies are not the same
keeps() { [ -n "$(header "$1" "$3")" ] && [ "$(header "$1" "$3")" = "$(header "$2" "$3")" ]; } # keeps NAME NAME HEADER
is() { [ "$(status "$1")" = "$2" ]; }
all() { local wanted=$1 name; shift; for name in "$@"; do is "$name" "$wanted" || return 1; done; }
faster() { awk "BEGIN { exit !($(seconds "$1") < $2) }"; }
held_if() { if eval "$1"; then echo HELD; else echo BROKEN; fi; }
dialect_if() { if eval "$1"; then echo DIALECT; else echo CHANGED; fi; }
given() { if eval "$1"; then held_if "$2"; else echo INCONCLUSIVE; fi; } # given CONDITION HOLDS

topic() { printf '\n%s\n' "$1"; }

clause() { # clause ID VERDICT EXPECTED ACTUAL
  local documented
  documented=$(sed -n "s/^| $1 | \([A-Z]*\) |.*/\1/p" README.md)
  printf '  %-7s %s\n          expected  %s\n          actual    %s\n' "$1" "$2" "$3" "$4"
  [ "$2" = "$documented" ] && return
  echo "          README.md: ${documented:-no such clause}"
  differences=$((differences + 1))
}

key() { printf 'Idempotency-Key: %s' "$1"; }

# --- the clauses ----------------------------------------------------------------------------------------------------

[ -d node_modules ] || { echo 'Run npm ci first.'; exit 2; }
start
node -p '"node " + process.version + ", express " + require("express/package.json").version +
  ", express-idempotency " + require("express-idempotency/package.json").version'
curl --version | head -n 1 | cut -d ' ' -f 1,2

topic 'No key'
send none1 /payments --json "$(payment none)"
send none2 /payments --json "$(payment none)"
n=$(effects payments none)
clause KEY-1 "$(dialect_if 'all 201 none1 none2 && [ $n = 2 ]')" \
  'refused, where the contract requires a key' \
  "runs: $(statuses none1 none2), $n effects"
clause KEY-9 "$(held_if '[ $n = 2 ] && ! same none1 none2')" \
  'two operations, where the contract allows requests without a key' \
  "$n effects, two bodies"

topic 'The first response and its replay'
send first /payments -H "$(key first)" --json "$(payment first)"
send replay /payments -H "$(key first)" --json "$(payment first)"
send replay2 /payments -H "$(key first)" -H 'User-Agent: another' --json "$(payment first)"
n=$(effects payments first)
clause RPL-1 "$(held_if 'is first 201 && is replay 201')" \
  'the original status' \
  "$(status first), then $(status replay)"
clause RPL-2 "$(held_if 'same first replay')" \
  'the original body' \
  "$(same first replay && echo 'the same bytes' || echo 'another body')"
# The names of all headers but Location, which is for RPL-7.
names() { tr -d '\r' < "$work/$1.headers" | sed -n 's/: .*//p' | grep -vi '^location$' | sort | paste -s -d ' ' -; }
clause RPL-3 "$(dialect_if '[ -n "$(names first)" ] && [ "$(names first)" = "$(names replay)" ]')" \
  'first response and replay are marked as the contract says' \
  "idempotency-key: $(header first idempotency-key), on the first response and on the replay; neither is marked"
clause RPL-4 "$(held_if '[ $n = 1 ]')" \
  'one effect' \
  "$n effect after two replays"
clause RPL-7 "$(dialect_if '! keeps first replay location && keeps first replay content-type && keeps first replay etag')" \
  'the headers that the contract names are as they were' \
  "not kept: $(for name in location content-type etag; do keeps first replay $name || echo $name; done)"
clause RPL-10 "$(given 'faster replay 0.09' '[ $n = 1 ]')" \
  'the replay does none of the work' \
  "first $(seconds first) s, replay $(seconds replay) s"
clause RPL-13 "$(held_if 'keeps first replay content-length && faster replay 0.5')" \
  'the replay arrives complete and in time' \
  "Content-Length $(header first content-length), then $(header replay content-length)"
clause SCP-5 "$(held_if 'same first replay2')" \
  'another connection and user agent is still the same operation' \
  "$(status replay2), $(same first replay2 && echo 'the same bytes' || echo 'another body')"

topic 'A business failure'
send broke1 /payments -H "$(key broke)" --json "$(payment broke 1000 broke)"
send broke2 /payments -H "$(key broke)" --json "$(payment broke 1000 broke)"
send broke3 /payments -H "$(key broke)" --json "$(payment broke)"
clause RPL-6 "$(dialect_if 'all 422 broke1 broke2 && is broke3 201 && ! faster broke2 0.09')" \
  'the failure is replayed, or a new key is needed, as the contract says' \
  "not stored: ran again ($(seconds broke2) s, $(status broke2)), and another payload took the key ($(status broke3))"

topic 'A refused request, then the corrected one'
send bad /payments -H "$(key bad)" --json "$(payment bad 0)"
send corrected /payments -H "$(key bad)" --json "$(payment bad)"
n=$(effects payments bad)
clause KEY-8 "$(held_if 'is bad 400 && is corrected 201 && [ $n = 1 ]')" \
  'no effect, and the corrected request goes through' \
  "$(status bad), then $(status corrected) under the same key, $n effect"

topic 'Another payload under the key'
send other /payments -H "$(key first)" --json "$(payment first 2000)"
send after /payments -H "$(key first)" --json "$(payment first)"
n=$(effects payments first)
clause MIS-1 "$(dialect_if 'is other 417')" \
  'refused with the mismatch status and code (409, 422 or 400 in the published contracts)' \
  "refused with $(status other) and no code: $(text other)"
clause MIS-2 "$(held_if '[ $n = 1 ] && same first after')" \
  'no effect, and the original still replays' \
  "$n effect, then $(status after) with $(same first after && echo 'the same bytes' || echo 'another body')"
clause MIS-7 "$(held_if '! is other 000 && [ -n "$(id first)" ] && ! body other | grep -qE "$(id first)|EUR|m1"')" \
  'nothing of the first payload or its outcome' \
  "none of its values; but $(body other | grep -o '&nbsp;at ' | wc -l | tr -d ' ') stack frames of the server"
clause ERR-1 "$(held_if 'body other | grep -q "\"code\""')" \
  'a stable code, and a content type that matches' \
  "no code; $(header other content-type)"

topic 'The same payload in another notation'
send order /payments -H "$(key first)" \
  --json '{ "reference": "first", "payee": "m1", "payer": "p1", "currency": "EUR", "amount": 1000 }'
send numbers /payments -H "$(key first)" --json "$(payment first 1e3 | sed 's/m1/\\u006d1/')"
clause MIS-3 "$(held_if 'same first order')" \
  'replays' \
  "$(status order), $(same first order && echo 'the same bytes' || text order)"
clause MIS-4 "$(held_if 'same first numbers')" \
  'replays' \
  "$(status numbers), $(same first numbers && echo 'the same bytes' || text numbers)"

topic 'Small changes of the payload'
send currency /payments -H "$(key first)" --json "$(payment first | sed 's/EUR/USD/')"
send payee /payments -H "$(key first)" --json "$(payment first | sed 's/m1/m2/')"
send removed /payments -H "$(key first)" --json "$(payment first | sed 's/"payee":"m1",//')"
send added /payments -H "$(key first)" --json "$(payment first | sed 's/}/,"tip":1}/')"
send string /payments -H "$(key first)" --json "$(payment first '"1000"')"
send fresh /payments -H "$(key string)" --json "$(payment first '"1000"')"
clause MIS-6 "$(held_if 'all 417 currency payee removed added string')" \
  'every changed, added or removed member is a mismatch' \
  "$(statuses currency payee removed added); \"1000\" for 1000: $(status string) (under a new key: $(status fresh))"
send time1 /payments -H "$(key time)" --json '{"amount":1000,"reference":"time","client_time":"10:00"}'
send time2 /payments -H "$(key time)" --json '{"amount":1000,"reference":"time","client_time":"10:01"}'
clause MIS-5 "$(dialect_if 'is time1 201 && is time2 417')" \
  'members that the contract lists as volatile do not count' \
  "the default validator knows no volatile member: $(status time2)"
send large1 /payments -H "$(key large)" --json "$(payment large 9007199254740992)"
send large2 /payments -H "$(key large)" --json "$(payment large 9007199254740993)"
clause MIS-10 "$(held_if 'is large1 201 && ! is large2 000 && ! same large1 large2')" \
  'numbers that differ beyond 2^53 are different, or refused' \
  "$(status large2), $(same large1 large2 && echo 'replayed to each other' || text large2)"

topic 'Keys'
long=$(printf 'k%.0s' {1..300})
send one /payments -H "$(key a)" --json "$(payment legal)"
send full /payments -H "$(key "${long:0:128}")" --json "$(payment legal)"
send signs /payments -H "$(key "!\"#\$%&'()*+,-./:;<=>?@[\\]^_\`{|}~")" --json "$(payment legal)"
clause KEY-2 "$(held_if 'all 201 one full signs')" \
  'keys of 1 and 128 characters and every legal character are accepted' \
  "$(statuses one full signs)"
send upper /payments -H "$(key CASE)" --json "$(payment exact)"
send lower /payments -H "$(key case)" --json "$(payment exact)"
send long1 /payments -H "$(key "${long}1")" --json "$(payment exact)"
send long2 /payments -H "$(key "${long}2")" --json "$(payment exact)"
n=$(effects payments exact)
clause KEY-4 "$(held_if '[ $n = 4 ]')" \
  'keys that differ in case, or in their last character, are different' \
  "$n effects of 4 keys"
clause KEY-5 "$(held_if '[ $n = 4 ]')" \
  'the same payload under another key is a new operation' \
  "$n effects of 4 keys"
send empty1 /payments -H 'Idempotency-Key;' --json "$(payment empty)"
send empty2 /payments -H 'Idempotency-Key;' --json "$(payment empty)"
send overlong /payments -H "$(key "$long")" --json "$(payment overlong)"
n=$(effects payments empty)
clause KEY-3 "$(held_if 'all 400 empty1 empty2 overlong && [ $n = 0 ]')" \
  'an empty or over-long key is refused with 400, no effect' \
  "empty: runs as if there were none, $n effects of 2 requests; 300 characters: $(status overlong)"
send two /payments -H "$(key k1)" -H "$(key k2)" --json "$(payment two)"
send one /payments -H "$(key k1)" --json "$(payment two)"
clause KEY-10 "$(held_if 'is two 201 && ! same two one')" \
  'two keys in a request use neither of them up' \
  "$(status two) under a third one, idempotency-key: $(header two idempotency-key); k1 alone gets $(compared two one)"

topic 'Safe methods'
send get '/payments?reference=safe' -H "$(key safe)"
send safe /payments -H "$(key safe)" --json "$(payment safe)"
send get2 '/payments?reference=safe' -H "$(key safe)"
send head /health -I
send options /payments -X OPTIONS
clause KEY-6 "$(held_if 'all 200 get get2 head options && is safe 201 && ! same get get2')" \
  'they work without a key, and a key on them stores nothing' \
  "$(statuses get get2 head options); after a GET with the key a POST with it is new ($(status safe)), and GET shows it"

topic 'Simultaneous duplicates'
at_once 5 race /payments -H "$(key race)" --json "$(payment race)"
racers='race.1 race.2 race.3 race.4 race.5'
busy=; winner=
for name in $racers; do if is "$name" 409; then busy=$name; else winner=$name; fi; done
send later /payments -H "$(key race)" --json "$(payment race)"
n=$(effects payments race)
clause CON-1 "$(given '[ -n "$busy" ] || [ $n != 1 ]' '[ $n = 1 ]')" \
  'one effect' \
  "$n effect"
clause CON-2 "$(given '[ -n "$busy" ]' '[ "$(statuses $racers)" = "1 x 201, 4 x 409" ]')" \
  "each loser gets the winner's outcome, 409 or 425" \
  "$(statuses $racers)"
retry_after=$([ -z "$busy" ] || header "$busy" retry-after)
clause CON-3 "$(dialect_if '[ -z "$retry_after" ]')" \
  'Retry-After on the response to a request in progress, where the contract promises it' \
  "Retry-After: ${retry_after:-none}"
clause CON-4 "$(given '[ -n "$busy" ]' 'same "$winner" later')" \
  "a loser's retry replays the winner's response" \
  "$(status later), $(same "$winner" later && echo 'the same bytes' || text later)"

topic 'Two simultaneous payloads, and simultaneous requests under other keys'
exchange slow /payments -H "$(key payloads)" --json "$(payment payloads)" & pid=$!
sleep 0.03
rival=(rival /payments -H "$(key payloads)" --json "$(payment payloads 2000)")
exchange "${rival[@]}"
in_time=no
running slow && in_time=yes
wait "$pid"
show slow /payments -H "$(key payloads)" --json "$(payment payloads)"
answer slow
show "${rival[@]}"
answer rival
n=$(effects payments payloads)
clause MIS-8 "$(given '[ $in_time = yes ]' 'is rival 417 || is rival 409')" \
  'refused as a mismatch or as in progress' \
  "$(status rival)"
clause CON-5 "$(given '[ $in_time = yes ] || [ $n != 1 ]' '[ "$n, $(statuses slow rival)" = "1, 1 x 201, 1 x 417" ]')" \
  'one wins, every other is a mismatch or in progress' \
  "$(statuses slow rival), $n effect"
exchange original /payments -H "$(key twin)" --json "$(payment twin)" & pid=$!
sleep 0.03
send twin /payments -H "$(key twin)" --json "$(payment twin)"
wait "$pid"
n=$(effects payments twin)
clause CON-10 "$(given 'is twin 409 || [ $n != 1 ]' '[ $n = 1 ]')" \
  'no duplicate runs while the first request is in progress' \
  "$(status twin) when sent 30 ms later, $n effect (a handler of 100 ms)"
pids=()
for i in 1 2 3 4 5; do
  exchange "apart.$i" /payments -H "$(key "apart$i")" --json "$(payment apart)" & pids+=($!)
done
wait "${pids[@]}"
slowest=$(for i in 1 2 3 4 5; do seconds "apart.$i"; done | sort -n | tail -n 1)
clause CON-6 "$(held_if 'all 201 apart.1 apart.2 apart.3 apart.4 apart.5 && awk "BEGIN { exit !($slowest < 0.45) }"')" \
  'different keys do not wait for each other' \
  "$(statuses apart.1 apart.2 apart.3 apart.4 apart.5), the slowest after $slowest s"

topic 'A duplicate of a failing request'
at_once 3 failing /payments -H "$(key failing)" --json "$(payment failing 1000 broke)"
send again /payments -H "$(key failing)" --json "$(payment failing)"
n=$(effects payments failing)
outcomes=$(statuses failing.1 failing.2 failing.3)
clause CON-11 "$(given '[ "$outcomes" != "3 x 422" ]' 'is again 201 && [ "$n, $outcomes" = "1, 2 x 409, 1 x 422" ]')" \
  'in progress or the failure, never a 5xx, and the next retry runs once' \
  "$outcomes; then $(status again), $n effect"

topic 'A client that does not wait for the response'
send gone /payments -m 0.05 -H "$(key gone)" --json "$(payment gone)"
sleep 0.5
alone=$(effects payments gone)
send back /payments -H "$(key gone)" --json "$(payment gone)"
n=$(effects payments gone)
clause RPL-9 "$(given 'is gone 000 && [ $alone = 1 ]' 'is back 201 && [ $n = 1 ]')" \
  'the retry gets the first response, one effect' \
  "$alone effect without a response; the retry: $(status back) after $(seconds back) s, $n effect"

topic 'Principals'
send alice /payments -H 'Authorization: Bearer alice' -H "$(key shared)" --json "$(payment shared)"
send bob /payments -H 'Authorization: Bearer bob' -H "$(key shared)" --json "$(payment shared)"
n=$(effects payments shared)
clause SCP-1 "$(held_if '[ $n = 2 ]')" \
  'the same key from another principal is another operation' \
  "$n effect"
clause SCP-2 "$(held_if 'is alice 201 && ! is bob 000 && ! same alice bob')" \
  "no principal receives another's stored response" \
  "$(status bob) with $(same alice bob && echo "the bytes of alice's payment" || echo 'another body')"

topic 'The other route'
send cross /refunds -H "$(key first)" --json "$(payment first)"
send refund1 /refunds -H "$(key refund)" --json "$(refund refund)"
send refund2 /refunds -H "$(key refund)" --json "$(refund refund)"
send refund3 /refunds -H "$(key refund)" --json "$(refund refund 500)"
at_once 3 refunds /refunds -H "$(key refunds)" --json "$(refund refunds)"
n=$(effects refunds refund)
m=$(effects refunds refunds)
clause SCP-3 "$(held_if 'is cross 417')" \
  'another operation, or refused; never the response of the other route' \
  "refused: $(status cross)"
clause KEY-7 "$(held_if 'same first replay && same refund1 refund2')" \
  'every unsafe operation replays' \
  'both of them (the app has no PUT, PATCH or DELETE)'
clause REV-2 "$(held_if '[ $n = 1 ] && [ $m = 1 ] && same refund1 refund2')" \
  'the same refund, once' \
  "in turn: $(statuses refund1 refund2), $n effect; simultaneously: $(statuses refunds.1 refunds.2 refunds.3), $m effect"
clause REV-3 "$(dialect_if 'is refund3 417')" \
  "the contract's response to a mismatch" \
  "$(status refund3): $(text refund3)"

topic 'A header that the library keeps for itself'
send hit /payments -m 2 -H 'X-Hit: true' -H "$(key hit)" --json "$(payment hit)"
send stuck /payments -H "$(key hit)" --json "$(payment hit)"
clause RPL-12 "$(held_if 'is hit 201 && is stuck 201')" \
  'nothing that a client sends changes what is stored or replayed' \
  "$(is hit 000 && echo 'no response within 2 s' || status hit), and the key stays in progress: $(status stuck)"

topic 'No clause of the contract: a route that does not exist'
send nowhere1 /payment -H "$(key nowhere)" --json "$(payment nowhere)"
send nowhere2 /payment -H "$(key nowhere)" --json "$(payment nowhere)"
send nowhere3 /payments -H "$(key nowhere)" --json "$(payment nowhere)"

topic 'A restart'
send before /payments -H "$(key restart)" --json "$(payment restart)"
stop
start
send restarted /payments -H "$(key restart)" --json "$(payment restart)"
clause STO-4 "$(held_if 'same before restarted')" \
  'the record survives' \
  "$(status restarted), $(same before restarted && echo 'the same bytes' || echo 'another payment')"

topic "$differences verdicts differ from those in README.md"
[ "$differences" = 0 ]
