#!/usr/bin/env bash
# Builds this project against what the reactor has packaged, in a local repository of its own. Needs a build (mvn package)
# before, and the network for what Maven has not fetched yet. Arguments go to Maven.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
version=$(sed -n '/<version>/{s|.*<version>\(.*\)</version>.*|\1|p;q;}' "$root/pom.xml")
cache=${MAVEN_CACHE:-$HOME/.m2/repository}
repository=$(mktemp -d)
trap 'rm -rf "$repository"' EXIT
[ ! -d "$cache" ] || cp -R "$cache/." "$repository"

lay() { # artifact, pom, jar where it has one
  folder=$repository/dev/samekey/$1/$version
  rm -rf "$folder" && mkdir -p "$folder"
  cp "$2" "$folder/$1-$version.pom"
  [ -z "${3:-}" ] || cp "$3" "$folder/$1-$version.jar"
}
lay samekey "$root/pom.xml"
for module in features seeds oracles steps reports; do
  jar=$root/$module/target/samekey-$module-$version.jar
  [ -f "$jar" ] || { echo "verify.sh: build first: mvn package" >&2; exit 2; }
  lay "samekey-$module" "$root/$module/pom.xml" "$jar"
done
mvn -B -ntp -f "$here/pom.xml" -Dmaven.repo.local="$repository" "$@" test
