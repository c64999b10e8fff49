/** Charges and their reversals, in whole or in part. */
@NullMarked
package dev.samekey.server.resources.charges;

import org.jspecify.annotations.NullMarked;
