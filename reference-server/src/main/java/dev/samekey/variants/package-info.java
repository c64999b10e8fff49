/** Other ways to keep the contract: whoever judges a server must not take one of them for a breach. */
@NullMarked
package dev.samekey.variants;

import org.jspecify.annotations.NullMarked;
