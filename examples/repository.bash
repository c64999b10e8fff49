# What the examples that build with Maven share: Samekey as «mvn package» has left it, in a local repository of its own. Source it.
# What Maven fetches else goes where it always goes: the folders of the usual repository are linked.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n '/<version>/{s|.*<version>\(.*\)</version>.*|\1|p;q;}' "$root/pom.xml")
cache=${MAVEN_CACHE:-$HOME/.m2/repository}
repository=$(mktemp -d)
trap 'rm -rf "$repository"' EXIT
mkdir -p "$cache/dev" "$repository/dev/samekey"
for entry in "$cache"/* "$cache"/dev/*; do
  name=${entry#"$cache"/}
  [ "$name" = dev ] || [ "$name" = dev/samekey ] || ln -s "$entry" "$repository/$name"
done

lay() { # artifact, pom, jar where it has one
  local folder=$repository/dev/samekey/$1/$version
  mkdir -p "$folder"
  cp "$2" "$folder/$1-$version.pom"
  [ -z "${3:-}" ] || cp "$3" "$folder/$1-$version.jar"
}
lay samekey "$root/pom.xml"
for folder in features seeds oracles steps/{model,drive,judge,author} reports; do
  name=samekey-$(basename "$folder")
  jar=$root/$folder/target/$name-$version.jar
  [ -f "$jar" ] || { echo "build first: mvn package" >&2; exit 2; }
  lay "$name" "$root/$folder/pom.xml" "$jar"
done
# Of one platform, and large.
ln -s "$root/reports/target/samekey-reports-$version-bundled-server.jar" "$repository/dev/samekey/samekey-reports/$version/"
