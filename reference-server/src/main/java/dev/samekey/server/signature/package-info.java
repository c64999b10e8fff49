/** Whether a delivery comes from whom it should: signatures over its body, by a secret that both sides know. */
@NullMarked
package dev.samekey.server.signature;

import org.jspecify.annotations.NullMarked;
