/** The guard: a key is claimed once, and its effect and outcome are committed together. */
@NullMarked
package dev.samekey.server.idempotency;

import org.jspecify.annotations.NullMarked;
