/** How everything here waits: with a limit, for a reason, and not longer than its thread may. */
@NullMarked
package dev.samekey.oracles.wait;

import org.jspecify.annotations.NullMarked;
