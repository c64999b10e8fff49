#!/bin/sh
# Makes the certificates of the tests anew: an authority, a server that it vouches for, one with another host's name, one
# that has expired, and a client. They vouch for nothing outside these tests. Needs OpenSSL 3.
set -e
cd "$(dirname "$0")"
new="openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500"

$new -keyout authority.key -out authority.pem -subj "/CN=Test authority" -addext "basicConstraints=critical,CA:TRUE"

signed() { # name, subject alternative name, first day, last day
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" -subj "/CN=$1"
    printf 'subjectAltName=%s\n' "$2" > "$1.ext"
    openssl x509 -req -in "$1.csr" -CA authority.pem -CAkey authority.key -CAcreateserial -extfile "$1.ext" $3 -out "$1.crt"
    cat "$1.crt" "$1.key" > "$1.pem"
    rm "$1.csr" "$1.ext" "$1.crt" "$1.key"
}
signed server "DNS:localhost,IP:127.0.0.1" "-days 36500"
signed elsewhere "DNS:elsewhere.example" "-days 36500"
signed client "DNS:client.example" "-days 36500"
openssl pkcs12 -export -in client.pem -out client.p12 -passout pass:secret -name client

# An end that has passed: OpenSSL takes it only where it plays the whole authority.
mkdir -p ca && : > ca/index && echo 01 > ca/serial
cat > ca/conf <<'CONF'
[ca]
default_ca = tests
[tests]
dir = ca
database = ca/index
serial = ca/serial
new_certs_dir = ca
default_md = sha256
policy = any
[any]
commonName = supplied
[names]
subjectAltName = DNS:localhost,IP:127.0.0.1
CONF
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout expired.key -out expired.csr -subj "/CN=expired"
openssl ca -batch -config ca/conf -cert authority.pem -keyfile authority.key -in expired.csr -out expired.crt -notext \
    -startdate 20200101000000Z -enddate 20210101000000Z -extensions names
cat expired.crt expired.key > expired.pem
rm -r ca expired.csr expired.crt expired.key authority.key authority.srl
