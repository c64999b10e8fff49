/** What was seen, in the form that every oracle gives. */
@NullMarked
package dev.samekey.oracles.evidence;

import org.jspecify.annotations.NullMarked;
