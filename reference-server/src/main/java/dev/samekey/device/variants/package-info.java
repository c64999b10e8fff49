/** Other ways in which a device keeps the contract. */
@NullMarked
package dev.samekey.device.variants;

import org.jspecify.annotations.NullMarked;
