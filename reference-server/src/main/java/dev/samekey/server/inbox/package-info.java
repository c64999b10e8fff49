/** Events that came in: each is remembered, handled once by each of its handlers, and tried again where that failed. */
@NullMarked
package dev.samekey.server.inbox;

import org.jspecify.annotations.NullMarked;
