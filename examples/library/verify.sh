#!/usr/bin/env bash
# Builds this project against what the reactor has packaged, in a local repository of its own. Needs a build (mvn package)
# before, and the network for what Maven has not fetched yet. Arguments go to Maven.
cd "$(dirname "$0")"
. ../repository.bash
[ -f "$root/reports/target/samekey-reports-$version-bundled-server.jar" ] || { echo "build first: mvn package" >&2; exit 2; }
mvn -B -ntp -Dmaven.repo.local="$repository" "$@" test
