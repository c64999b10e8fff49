/** Payments, their refunds, voids and settlements. */
@NullMarked
package dev.samekey.server.payments;

import org.jspecify.annotations.NullMarked;
