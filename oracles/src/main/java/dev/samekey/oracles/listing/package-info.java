/** Items that the API itself lists. */
@NullMarked
package dev.samekey.oracles.listing;

import org.jspecify.annotations.NullMarked;
