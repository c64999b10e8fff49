/** Charges and their reversals, in whole or in part. */
@NullMarked
package dev.samekey.server.charges;

import org.jspecify.annotations.NullMarked;
