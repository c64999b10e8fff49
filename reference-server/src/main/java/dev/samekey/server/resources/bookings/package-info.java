/** Cabins with berths, bookings of them with a deposit, and cancellations. */
@NullMarked
package dev.samekey.server.resources.bookings;

import org.jspecify.annotations.NullMarked;
