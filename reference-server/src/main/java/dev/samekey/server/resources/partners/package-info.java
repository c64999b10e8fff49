/** Partners, what happened to them, and their commissions. */
@NullMarked
package dev.samekey.server.resources.partners;

import org.jspecify.annotations.NullMarked;
