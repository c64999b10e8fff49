/** Other ways in which a client may keep the contract. */
@NullMarked
package dev.samekey.client.variants;

import org.jspecify.annotations.NullMarked;
