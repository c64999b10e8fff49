/** Lines of a JSON-lines log file. */
@NullMarked
package dev.samekey.oracles.log;

import org.jspecify.annotations.NullMarked;
