# store redis PORT, or store dynamodb PORT: starts the store of the records on this machine, and sets store_pid.
store() {
  case $1 in
    redis)
      local redis
      redis=$(command -v valkey-server || command -v redis-server) || { echo 'needs valkey-server or redis-server' >&2; exit 2; }
      "$redis" --port "$2" --bind 127.0.0.1 --save '' --appendonly no > "$work/store.log" 2>&1 &
      store_pid=$!
      ;;
    dynamodb)
      STORE_PORT=$2 node dynamodb.js > "$work/store.log" 2>&1 &
      store_pid=$!
      until grep -q ready "$work/store.log"; do kill -0 "$store_pid" || exit 2; sleep 0.1; done
      ;;
  esac
}
