# What the verify.sh of the examples share. Source it with the example's folder as working directory.
set -euo pipefail
jar=${SAMEKEY_JAR:-../../reports/target/samekey.jar}
[ -f "$jar" ] || { echo "verify.sh: build first: mvn verify" >&2; exit 2; }
[ ! -f package.json ] || [ -d node_modules ] || npm ci --no-audit --no-fund > /dev/null
work=$(mktemp -d)
chmod 755 "$work"
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait; rm -rf "$work"' EXIT

listening() { # listening PORT: waits until a store or a service listens there
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null && return
    sleep 0.1
  done
  echo "verify.sh: nothing listens on port $1" >&2
  exit 2
}

verified() { # verified TARGET OUT: runs Samekey, which must find something broken
  local code=0
  java -jar "$jar" verify --target "$1" --out "$2" || code=$?
  [ "$code" = 1 ] || { echo "verify.sh: expected exit code 1, got $code" >&2; exit 1; }
}

judge() { # judge TARGET EXPECTED OUT: runs Samekey and compares the verdicts by clause and operation
  verified "$1" "$3"
  node ../verdicts.js "$3" > "$3/verdicts.txt"
  # Compared is what was seen: held, broken, inconclusive. A clause that is newer than the file is not compared. What hangs on
  # the moment of a crash or on the order in a race has two verdicts: "STO-1 payment broken or held".
  local seen=' (held|broken|inconclusive)$'
  local either='NR == FNR { if ($4 == "or") line[$1 " " $2 " " $3] = line[$1 " " $2 " " $5] = $0; next }
    { print $0 in line ? line[$0] : $0 }'
  diff -u <(grep -E "$seen" "$2") \
    <(awk "$either" "$2" "$3/verdicts.txt" | grep -wFf <(cut -d ' ' -f 1 "$2" | sort -u) | grep -E "$seen") || exit 1
  echo "$(basename "$PWD"), $1: each verdict is as expected"
}

judge_clauses() { # judge_clauses TARGET EXPECTED OUT: the same by clause alone, with each of the six verdicts
  verified "$1" "$3"
  sed -n 's/^| \([A-Z]*-[0-9]*\) | [A-Z]* | . \([a-z ]*\) |.*/\1 \2/p' "$3/contract-matrix.md" | sort > "$3/clauses.txt"
  local either='NR == FNR { if ($3 == "or") line[$1 " " $2] = line[$1 " " $4] = $0; next } { print $0 in line ? line[$0] : $0 }'
  diff -u "$2" <(awk "$either" "$2" "$3/clauses.txt" | grep -wFf <(cut -d ' ' -f 1 "$2")) || exit 1
  echo "$(basename "$PWD"), $1: each verdict is as expected"
}
