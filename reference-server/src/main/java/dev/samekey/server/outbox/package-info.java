/** What others are told of operations: kept with the effect, and delivered until it is acknowledged. */
@NullMarked
package dev.samekey.server.outbox;

import org.jspecify.annotations.NullMarked;
