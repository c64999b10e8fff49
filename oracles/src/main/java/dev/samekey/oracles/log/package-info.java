/** Lines of a log of JSON objects: of a file, of a command, of Loki or of Elasticsearch. */
@NullMarked
package dev.samekey.oracles.log;

import org.jspecify.annotations.NullMarked;
