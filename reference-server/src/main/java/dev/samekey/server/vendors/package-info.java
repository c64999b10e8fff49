/** The payment provider and the shop, and how such services are called: once, within a bound, and never in secret. */
@NullMarked
package dev.samekey.server.vendors;

import org.jspecify.annotations.NullMarked;
