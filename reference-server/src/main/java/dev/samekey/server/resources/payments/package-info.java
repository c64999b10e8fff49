/** Payments, their refunds, voids and settlements. */
@NullMarked
package dev.samekey.server.resources.payments;

import org.jspecify.annotations.NullMarked;
