/** Partners, what happened to them, and their commissions. */
@NullMarked
package dev.samekey.server.partners;

import org.jspecify.annotations.NullMarked;
