# Keys and names are new at each start: a digit becomes another digit and a letter another letter, at one place always
# the same other one. So keys that were equal, or began alike, still are and do.
seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
fresh() {
  printf '%s\n' "$1" | awk -v seed="$seed" '
    BEGIN { srand(seed); sets = split("123567 cdef CDEF ghjkmnpqrstvwxyz GHJKMNPQRSTVWXYZ", alike, " ") }
    { for (at = 1; at <= length($0); at++) {
        c = substr($0, at, 1); random = rand()
        for (set = 1; set <= sets; set++) {
          size = length(alike[set]); found = index(alike[set], c)
          if (found) { c = substr(alike[set], (found - 1 + int(random * size)) % size + 1, 1); break }
        }
        printf "%s", c
    } }'
}

# Keeps what it reads in a file, without the line break that ends it.
content() { text=$(cat; printf x); printf '%s' "${text%?x}" >"$dir/$1"; }

# Sends a request, and keeps its response under a name.
send() { as=$1; shift; curl -gsS -i -m 60 -H Expect: -o "$dir/$as" "$@" || :; }

# The same, signed at this moment by samekey, as the target file says.
samekey() { if [ -n "${SAMEKEY_JAR:-}" ]; then java -jar "$SAMEKEY_JAR" "$@"; else command samekey "$@"; fi; }
signed() { as=$1; shift; samekey send --target "$SAMEKEY_TARGET" "$@" >"$dir/$as" || :; }

# What comes before must be as it was in the run, or nothing can be judged.
must() { [ "$(status "$1")" = "$2" ] || unclear "request $1 got $(status "$1"), and not $2 as in the run"; }

# One of these must succeed, or nothing can be judged.
one_success() { for one; do if success "$one"; then return; fi; done; unclear 'no request succeeded'; }

holds() { echo 'NOT SEEN: it is as the contract says.'; exit 0; }

broken() { echo 'SEEN AGAIN: the clause is broken.'; exit 1; }

unclear() { echo "COULD NOT BE JUDGED: $1."; exit 2; }

row() { what=$1; run=$2; shift 2; printf '%-46s %-22s %s\n' "$what" "$run" "$(statuses "$@")"; }

statuses() {
  for one; do status "$one"; done | sort | uniq -c |
    awk '{ printf "%s%s%s", (NR > 1 ? ", " : ""), ($1 > 1 ? $1 " x " : ""), $2 }'
}

# What one response must be: each of these takes its number, and that of the response it is compared with.
same_status() { [ "$(status "$1")" = "$(status "$2")" ]; }

has_status() { [ "$(status "$1")" = "$2" ]; }

same_body() { [ "$(body "$1")" = "$(body "$2")" ]; }

same_members() { [ "$(members "$1" "$3")" = "$(members "$2" "$3")" ]; }

same_header() { [ "$(header "$1" "$3")" = "$(header "$2" "$3")" ]; }

other_header() { ! same_header "$@"; }

has_header() { [ -n "$(header "$1" "$2")" ]; }

same_id() { [ "$(value "$1" "$3" "$4")" = "$(value "$2" "$3" "$5")" ]; }

other_id() { ! same_id "$@"; }

unmarked_by_header() { ! marked_by_header "$@"; }

unmarked_by_member() { ! marked_by_member "$@"; }

marked_by_header() { header "$1" "$2" | grep -qxE -- "$3"; }

marked_by_member() { value "$1" "$2" 1 | grep -qxE -- "$3"; }

# Whether a response has one of these statuses (any 4xx where there are none), and one of these codes.
refused() {
  case " ${2:-$(status "$1")} " in *" $(status "$1") "*) ;; *) return 1 ;; esac
  refusal "$1" && { [ -z "$3" ] || body "$1" | grep -qE -- "(\"|: *)($3)(\"|[,}[:space:]]|\$)"; }
}

refusal() { case $(status "$1") in 4??) ;; *) return 1 ;; esac; }

success() { case $(status "$1") in 2??) ;; *) return 1 ;; esac; }

# The members of a JSON body, one in a line, in an order that does not depend on that of the body.
members() {
  body "$1" | awk '{ gsub(/[][{},]/, "\n"); print }' |
    sed 's/^[[:space:]]*//; s/[[:space:]]*$//' | grep -vE -- "$2" | sort
}

# The value of a member of a JSON body, by its name; the third argument says which one of that name.
value() {
  body "$1" | tr -d '\n' | grep -oE "\"$2\" *: *(\"[^\"]*\"|[^],} ]+)" | sed -n "${3}p" |
    sed 's/^"[^"]*" *: *//; s/^"//; s/"$//'
}

header() {
  awk -v name="$2:" '{ sub(/\r$/, "") } /^$/ { exit }
    tolower(substr($0, 1, length(name))) == tolower(name) {
      sub(/^[^:]*:[ \t]*/, ""); sub(/[ \t]*$/, ""); print }' "$dir/$1"
}

body() { awk 'body { print } /^\r?$/ { body = 1 }' "$dir/$1"; }

status() {
  awk 'NR == 1 { sub(/\r$/, ""); if ($2 ~ /^[0-9]+$/) code = $2 } END { print (code ? code : "none") }' "$dir/$1" 2>/dev/null ||
    echo none
}
