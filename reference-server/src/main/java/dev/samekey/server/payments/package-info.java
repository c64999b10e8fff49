/** Payments, their refunds and voids, and the ledger that records each of them. */
@NullMarked
package dev.samekey.server.payments;

import org.jspecify.annotations.NullMarked;
