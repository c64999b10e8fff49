/** Events from outside, each processed once. */
@NullMarked
package dev.samekey.server.webhooks;

import org.jspecify.annotations.NullMarked;
