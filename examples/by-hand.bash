# What the by-hand.sh of the examples share. Source it with the example's folder as working directory and `server` set to the
# command that starts the server. Needs bash and curl 7.82 or newer.
#
# For each clause it prints the commands, expected, actual and a verdict, and compares the verdict with expected.txt.
# Exit status: 0 all verdicts are as expected, 1 one is not, 2 nothing could be run.
set -u

export PORT=${PORT:-3920}
url=http://127.0.0.1:$PORT
work=$(mktemp -d)
pid=
differences=0
trap 'stop; rm -rf "$work"' EXIT

# --- the server -----------------------------------------------------------------------------------------------------

start() {
  "${server[@]}" > "$work/server.log" 2>&1 &
  pid=$!
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    kill -0 "$pid" 2> "$work/kill.err" || break
    curl -fsS -m 1 -o "$work/health" "$url/health" 2> "$work/health.err" && return
    sleep 0.1
  done
  echo "the server was not ready within 60 s:"
  cat "$work/server.log"
  exit 2
}

stop() { # stop [SIGNAL]
  [ -n "$pid" ] || return
  kill "-${1:-TERM}" "$pid" 2> "$work/kill.err"
  wait "$pid" 2> "$work/kill.err"
  pid=
}

restart() { # restart [SIGNAL]
  echo "    ... the server is stopped with ${1:-TERM} and started again"
  stop "$@"
  start
}

# --- requests -------------------------------------------------------------------------------------------------------

send() { # send NAME PATH [CURL ARGUMENT]...: one request; the functions below find its response by NAME
  local name=$1 path=$2
  shift 2
  show "$path" "$@"
  quietly "$name" "$path" "$@"
  answer "$name"
}

quietly() { # the same without output
  local file=$work/$1 path=$2
  shift 2
  : > "$file.headers"
  : > "$file.body"
  curl -sS -m 30 -D "$file.headers" -o "$file.body" -w '%{http_code} %{time_total}' "$@" "$url$path" \
    > "$file.result" 2> "$file.err"
}

# race NAME PATH HEADER BODY: the same POST 20 times simultaneously, as NAME.1 to NAME.20. Each is sent on its own connection
# except for its last byte. Then the last bytes leave one right after the other. curl alone is too slow for that.
race() {
  local name=$1 i fd fds=() request
  printf -v request 'POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\nContent-Type: application/json\r\n' "$2" "$3"
  printf -v request '%sContent-Length: %s\r\nConnection: close\r\n\r\n%s' "$request" "${#4}" "$4"
  for ((i = 1; i <= 20; i++)); do
    exec {fd}<> "/dev/tcp/127.0.0.1/$PORT"
    fds+=("$fd")
    printf %s "${request%?}" >&"$fd"
  done
  sleep 0.05
  for fd in "${fds[@]}"; do printf %s "${request: -1}" >&"$fd"; done
  for ((i = 1; i <= 20; i++)); do
    fd=${fds[i - 1]}
    cat <&"$fd" > "$work/$name.$i"
    exec {fd}>&-
  done
}

statuses() { # statuses NAME: of a race, such as 1 x 201, 19 x 409
  local file
  for file in "$work/$1".[0-9]*; do head -n 1 "$file" | cut -d ' ' -f 2; done | sort | uniq -c |
    awk '{ printf "%s%s x %s", (NR > 1 ? ", " : ""), $1, $2 }'
}

show() {
  local path=$1 argument line='curl -i'
  shift
  for argument in "$@"; do
    case $argument in
      *[!A-Za-z0-9_./:=@-]* | '') line+=" '$argument'" ;;
      *) line+=" $argument" ;;
    esac
  done
  echo "    \$ $line \"\$url$path\"" | cut -c 1-240
}

answer() { echo "      $(status "$1") $(body "$1")" | cut -c 1-240; }
status() { cut -d ' ' -f 1 "$work/$1.result"; } # 000: no response
seconds() { cut -d ' ' -f 2 "$work/$1.result"; }
body() { cat "$work/$1.body"; }
header() { # header NAME HEADER
  tr -d '\r' < "$work/$1.headers" |
    awk -F ': ' -v name="$2" 'tolower($1) == name { print substr($0, length(name) + 3) }'
}
is() { [ "$(status "$1")" = "$2" ]; }
same() { [ -s "$work/$1.body" ] && cmp -s "$work/$1.body" "$work/$2.body"; } # two missing bodies are not the same
compared() { if same "$1" "$2"; then echo 'the same bytes'; else echo 'another body'; fi; }
effects() { curl -sS -m 5 "$url/$1?reference=$2" | grep -o '"id"' | wc -l | tr -d ' '; } # effects COLLECTION REFERENCE

# --- judging --------------------------------------------------------------------------------------------------------

topic() { printf '\n%s\n' "$1"; }

clause() { # clause ID CONDITION-THAT-BREAKS-IT EXPECTED ACTUAL
  local verdict=held expected
  if eval "$2"; then verdict=broken; fi
  expected=$(sed -n "s/^$1 //p" "${expected_file:-expected.txt}")
  # What the contract does not promise is shown all the same.
  [ "$expected" != 'not applicable' ] || verdict=$expected
  printf '  %-7s %s\n          expected  %s\n          actual    %s\n' "$1" "$verdict" "$3" "$4"
  [[ " $expected " == *" $verdict "* ]] && return # "broken or held" is either
  echo "          expected.txt: ${expected:-no such clause}"
  differences=$((differences + 1))
}

finish() {
  echo
  if [ "$differences" = 0 ]; then
    echo 'Each verdict is as in expected.txt.'
  else
    echo "$differences verdicts differ from expected.txt."
    exit 1
  fi
}
